/** `npm start`: builds what has changed since the last time, then becomes the server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './source-hash.mjs';

if (!existsSync(join(root, 'node_modules/vite'))) {
	console.error('The packages are not installed yet. First: npm ci');
	exit(1);
}
try {
	const { ensureBuild } = await import('./build.mjs');
	const folder = await ensureBuild();
	await import(pathToFileURL(join(folder, 'bridge.js')).href);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	exit(1);
}
