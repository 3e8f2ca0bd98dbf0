/**
 * The name of a build: the package's version and a digest of everything a build is made from. Equal sources give equal
 * builds on every machine and without git; a changed byte gives another name, which is how the service worker learns of it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const inputs = [
	'src',
	'static',
	'scripts/source-hash.mjs',
	'scripts/build.mjs',
	'scripts/bridge-file.mjs',
	'scripts/living-scripts.mjs',
	'svelte.config.js',
	'vite.config.ts',
	'tsconfig.json',
	'package.json',
	'package-lock.json'
];

/**
 * Every file at or below a path, sorted, with `/` as the separator whatever the platform.
 * @param {string} path relative to `folder`
 * @param {string} [folder]
 * @returns {string[]}
 */
export function filesBelow(path, folder = root) {
	const full = join(folder, path);
	if (!existsSync(full)) return [];
	if (!statSync(full).isDirectory()) return [path];
	return readdirSync(full)
		.sort()
		.flatMap((name) => filesBelow(`${path}/${name}`, folder));
}

/**
 * Of names and bytes of all files at or below the paths.
 * @param {string[]} paths
 * @param {string} [folder]
 * @returns {string} hexadecimal
 */
export function digestOf(paths, folder = root) {
	const digest = createHash('sha256');
	for (const file of paths.flatMap((path) => filesBelow(path, folder))) {
		const bytes = readFileSync(join(folder, file));
		digest.update(`${file}\0${String(bytes.length)}\0`).update(bytes);
	}
	return digest.digest('hex');
}

/** @returns {string} such as `0.1.0-3f9c2a7d10be` */
export function buildName() {
	const about = /** @type {{ version: string }} */ (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
	return `${about.version}-${digestOf(inputs).slice(0, 12)}`;
}
