import { sveltekit } from '@sveltejs/kit/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/find-chromium.mjs';

const chromium = findChromium();

export default defineConfig({
	plugins: [sveltekit()],
	worker: { format: 'es' },
	server: { host: '127.0.0.1', port: 4746, strictPort: true },
	// Found only when a worker first starts, and Vite would then reload the page under a running test.
	optimizeDeps: { include: ['dexie', 'fuse.js', 'minisearch', 'zod', 'comlink', 'd3-force'] },
	test: {
		expect: { requireAssertions: true },
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					environment: 'node',
					include: ['tests/**/*.test.ts'],
					exclude: ['tests/browser/**', 'tests/e2e/**']
				}
			},
			{
				extends: true,
				test: {
					name: 'browser',
					include: ['tests/browser/**/*.test.ts'],
					browser: {
						enabled: true,
						headless: true,
						screenshotFailures: false,
						provider: playwright({
							launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumFlags }
						}),
						instances: [{ browser: 'chromium' }]
					}
				}
			}
		]
	}
});
