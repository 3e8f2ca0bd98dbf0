/**
 * What `npm start` and `commonplace` do before the bridge takes over in this very process: build what it needs and is not there.
 * Serving needs the app; all else only the bridge's file, which an agent that starts has within a second.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { bridgeFile, isBridgeFresh } from './bridge-file.mjs';
import { root } from './source-hash.mjs';

/** @param {string[]} args @returns {boolean} */
function servesApp(args) {
	const [command = 'serve'] = args;
	const isOther = ['mcp', 'doctor', 'pair', 'config', 'help', '-h', '-v', '--help', '--version'].includes(command);
	return !isOther && !args.includes('--idle');
}

/** @param {string[]} args after the program's name; the bridge reads them itself. @returns {Promise<string>} the bridge file to run */
async function bridgeFor(args) {
	const needsApp = servesApp(args);
	if (!needsApp && isBridgeFresh()) return bridgeFile;
	if (!existsSync(join(root, 'node_modules/vite'))) {
		if (!needsApp && existsSync(bridgeFile)) return bridgeFile;
		throw new Error('The packages are not installed yet. First: npm ci');
	}
	const { ensureBridge, ensureBuild } = await import('./build.mjs');
	return needsApp ? join(await ensureBuild(), 'bridge.js') : await ensureBridge();
}

/** @param {string[]} args after the program's name */
export async function launch(args) {
	try {
		await import(pathToFileURL(await bridgeFor(args)).href);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		exit(1);
	}
}
