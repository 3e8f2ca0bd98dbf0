/**
 * Builds the app and its server into `build/NAME/`, where NAME is made from the sources: what is there is up to date.
 * As a program it builds afresh: `node scripts/build.mjs`; only what is not there with `--ensure`; with `--bridge` the bridge alone, into
 * `build/bridge/`, for agents that start before anybody has built the app. It prints what it has made.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argv, execPath, exit, kill, pid, stderr, stdout } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build as viteBuild } from 'vite';
import { bridgeDigest, bridgeDigestFile, bridgeFile, bridgeFolder, isBridgeFresh } from './bridge-file.mjs';
import { buildName, root } from './source-hash.mjs';

const builds = join(root, 'build');
/** A server that is still running may be serving one of the older ones. */
const KEPT = 3;

/** @param {string} name */
const isComplete = (name) => existsSync(join(builds, name, 'complete'));

/** @param {string} name @param {boolean} quiet whether to show output only when it fails */
function buildApp(name, quiet) {
	const run = spawnSync(execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
		cwd: root,
		env: { ...process.env, COMMONPLACE_BUILD: name },
		encoding: 'utf8',
		stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit']
	});
	if (run.status === 0) return;
	if (quiet) {
		stdout.write(run.stdout);
		stderr.write(run.stderr);
	}
	throw new Error('The app could not be built.');
}

/**
 * One file, bridge.js, with everything in it, so that it starts fast and needs no node_modules. It serves the folder `app` beside it.
 * @param {string} folder
 */
export async function buildBridge(folder) {
	const about = /** @type {{ version: string }} */ (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
	await viteBuild({
		root,
		configFile: false,
		logLevel: 'warn',
		publicDir: false,
		define: { COMMONPLACE_VERSION: JSON.stringify(about.version) },
		ssr: { noExternal: true, target: 'node' },
		build: {
			ssr: 'src/bridge/main.ts',
			target: 'node20',
			outDir: folder,
			emptyOutDir: false,
			rolldownOptions: { output: { entryFileNames: 'bridge.js', codeSplitting: false } }
		}
	});
}

function removeOldBuilds() {
	const byAge = readdirSync(builds)
		.filter((name) => name !== basename(bridgeFolder))
		.map((name) => ({ path: join(builds, name), made: statSync(join(builds, name)).mtimeMs }))
		.sort((a, b) => b.made - a.made);
	for (const { path } of byAge.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

/** @param {number} id */
function isAlive(id) {
	try {
		return kill(id, 0);
	} catch {
		return false;
	}
}

/** @param {string} lock @returns {number} the process that builds, if the lock names one that is alive; else 0, and the lock is gone */
function holderOfLock(lock) {
	try {
		const holder = Number(readFileSync(lock, 'utf8'));
		if (holder && isAlive(holder)) return holder;
		rmSync(lock);
	} catch {
		/* released meanwhile */
	}
	return 0;
}

/**
 * Waits until no other process builds: they would write into the same folders.
 * @param {string} lock a file; the app and the bridge alone have one each
 * @returns {Promise<() => void>} what gives way again
 */
async function takeTurn(lock) {
	mkdirSync(join(root, '.cache'), { recursive: true });
	let told = 0;
	for (;;) {
		try {
			writeFileSync(lock, String(pid), { flag: 'wx' });
			return () => {
				rmSync(lock, { force: true });
			};
		} catch {
			const holder = holderOfLock(lock);
			if (holder && holder !== told) console.error(`Process ${String(holder)} is building; waiting for it (${lock}).`);
			told = holder || told;
			await sleep(200);
		}
	}
}

/**
 * @param {{ quiet?: boolean, afresh?: boolean }} [options]
 * @returns {Promise<string>} the folder with `app/` and `bridge.js`
 */
export async function ensureBuild({ quiet = true, afresh = false } = {}) {
	const name = buildName();
	const folder = join(builds, name);
	if (isComplete(name) && !afresh) return folder;
	const giveWay = await takeTurn(join(root, '.cache/build.lock'));
	try {
		if (isComplete(name) && !afresh) return folder;
		if (quiet) console.error('Building Commonplace (the first time, and whenever its sources have changed) …');
		rmSync(folder, { recursive: true, force: true });
		buildApp(name, quiet);
		await buildBridge(folder);
		writeFileSync(join(folder, 'complete'), '');
		removeOldBuilds();
		return folder;
	} finally {
		giveWay();
	}
}

/**
 * The bridge alone. The file is put in its place as a whole: an agent may be starting from it.
 * @returns {Promise<string>} its path
 */
export async function ensureBridge() {
	if (isBridgeFresh()) return bridgeFile;
	const giveWay = await takeTurn(join(root, '.cache/bridge.lock'));
	const aside = join(root, '.cache', `bridge-${String(pid)}`);
	try {
		if (isBridgeFresh()) return bridgeFile;
		const digest = bridgeDigest();
		await buildBridge(aside);
		mkdirSync(bridgeFolder, { recursive: true });
		renameSync(join(aside, basename(bridgeFile)), bridgeFile);
		writeFileSync(bridgeDigestFile, digest);
		return bridgeFile;
	} finally {
		rmSync(aside, { recursive: true, force: true });
		giveWay();
	}
}

/** @param {string | undefined} option */
function asked(option) {
	if (option === '--bridge') return ensureBridge();
	return ensureBuild(option === '--ensure' ? {} : { quiet: false, afresh: true });
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
	try {
		console.log(await asked(argv[2]));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		exit(1);
	}
}
