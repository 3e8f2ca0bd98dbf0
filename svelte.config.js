import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { buildName } from './scripts/source-hash.mjs';

const name = process.env.COMMONPLACE_BUILD ?? buildName();

/**
 * Inline styles that others write into the page and that are harmless: SvelteKit's route announcer, bits-ui's command items.
 * @type {`sha256-${string}`[]}
 */
const knownStyleAttributes = [
	'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=',
	'sha256-iaOezIDcQIoxCULa6FBKKuLUu09R7kG+Mlu+JVfU3Rw='
];

/** @type {import('@sveltejs/kit').Config} */
const config = {
	preprocess: vitePreprocess(),
	kit: {
		// Each build has a folder of its own, so a server that runs keeps a whole build while the next one is made.
		adapter: adapter({ pages: `build/${name}/app`, fallback: '200.html', precompress: true }),
		paths: { relative: false },
		serviceWorker: { register: false },
		version: { name },
		csp: {
			mode: 'hash',
			directives: {
				'default-src': ['none'],
				'script-src': ['self'],
				'style-src': ['self'],
				'style-src-attr': ['unsafe-hashes', ...knownStyleAttributes],
				'img-src': ['self', 'data:', 'blob:'],
				'font-src': ['self'],
				'connect-src': ['self', 'ws://127.0.0.1:*'],
				'worker-src': ['self'],
				'manifest-src': ['self'],
				'base-uri': ['none'],
				'form-action': ['none']
			}
		}
	}
};

export default config;
