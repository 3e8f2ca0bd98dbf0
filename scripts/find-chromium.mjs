/**
 * A real Chromium for the tests: one that is named, one that is installed, or one that gets installed.
 * As a program it prints the path: `node scripts/find-chromium.mjs [--install]`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { argv, env, exit, getuid, platform } from 'node:process';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { root } from './source-hash.mjs';

/** What every Chromium of ours is started with: quiet, and able to run as root inside a container. */
export const chromiumFlags = ['--no-sandbox', '--disable-background-networking', '--disable-component-update'];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

/** @returns {string[]} where browsers usually are on this platform, apart from the PATH */
function usualPlaces() {
	if (platform === 'darwin') {
		const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
		const folders = ['/Applications', join(env.HOME ?? '', 'Applications')];
		return folders.flatMap((folder) => apps.map((app) => join(folder, `${app}.app/Contents/MacOS/${app}`)));
	}
	if (platform === 'win32') {
		const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((folder) => folder);
		const apps = [
			'Google/Chrome/Application/chrome.exe',
			'Chromium/Application/chrome.exe',
			'Microsoft/Edge/Application/msedge.exe'
		];
		return folders.flatMap((folder) => apps.map((app) => join(String(folder), app)));
	}
	return ['/opt/google/chrome/chrome', '/snap/bin/chromium'];
}

/** @returns {string[]} the usual names in every folder of the PATH */
function onPath() {
	const suffix = platform === 'win32' ? '.exe' : '';
	const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder);
	return names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
}

/**
 * Installs nothing.
 * @returns {string | undefined}
 * @throws when CHROMIUM_PATH names a file that is not there: somebody meant it
 */
export function findChromium() {
	const named = env.CHROMIUM_PATH;
	if (named) {
		if (existsSync(named)) return named;
		throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`);
	}
	return [...onPath(), ...usualPlaces(), chromium.executablePath()].find((path) => existsSync(path));
}

/** @param {string[]} command @returns {boolean} whether it ran and ended well */
function run([program = '', ...args]) {
	console.error(`> ${program} ${args.join(' ')}`);
	return spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
}

const isDebianRoot = () =>
	platform === 'linux' &&
	getuid?.() === 0 &&
	existsSync('/etc/os-release') &&
	/^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));

/**
 * The path of a Chromium, after installing one where there was none.
 * @returns {string}
 * @throws with what to do by hand
 */
export function ensureChromium() {
	const found = findChromium();
	if (found) return found;
	console.error('No Chromium or Chrome found; installing one for the tests.');
	if (isDebianRoot()) {
		if (run(['apt-get', 'update'])) run(['apt-get', 'install', '-y', 'chromium']);
	}
	if (!findChromium()) run([process.execPath, join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium']);
	const installed = findChromium();
	if (installed) return installed;
	throw new Error(
		'There is no Chromium and none could be installed. Install Chrome or Chromium, or set CHROMIUM_PATH to one.'
	);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
	try {
		const path = argv.includes('--install') ? ensureChromium() : findChromium();
		if (path) console.log(path);
		else exit(1);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		exit(1);
	}
}
