import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import { livingScripts } from './scripts/living-scripts.mjs';

export default defineConfig({
	plugins: [sveltekit()],
	worker: { format: 'es', plugins: () => [livingScripts()] },
	server: { host: '127.0.0.1', port: 4746, strictPort: true },
	// Found only when a worker first starts, and Vite would then reload the page (or a test) that is running.
	optimizeDeps: { include: ['any-ascii', 'dexie', 'fuse.js', 'minisearch/SearchableMap', 'zod', 'comlink', 'd3-force'] }
});
