/**
 * Programs of others that tests and benchmarks run, each kind in a folder of its own below `tools/` with a lock of its own, so that nothing of
 * them is among the app's packages. Installed when they are first wanted.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, platform } from 'node:process';
import { root } from './source-hash.mjs';

const NPM_MS = 240_000;

/** @param {'checkers' | 'bench'} name @returns {string} */
export const toolsFolder = (name) => join(root, 'tools', name);

/**
 * Installs a folder if what is there is not what its lock says.
 * @param {'checkers' | 'bench'} name
 * @returns {string} its modules
 * @throws when that fails, in words for people
 */
export function ensureTools(name) {
	const folder = toolsFolder(name);
	const modules = join(folder, 'node_modules');
	/** Which lock was installed; within the modules, so it goes when they go. */
	const mark = join(modules, '.installed');
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(folder, file)));
	const wanted = hash.digest('hex');
	if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return modules;
	console.error(`Installing tools/${name} (the first time, and whenever its lock has changed) …`);
	rmSync(mark, { force: true });
	const run = spawnSync('npm', ['ci', '--no-progress', '--fetch-retries=1', '--fetch-timeout=30000'], {
		cwd: folder,
		env: { ...env, npm_config_engine_strict: 'false' }, // theirs may be newer than ours; they are run by another Node
		encoding: 'utf8',
		timeout: NPM_MS,
		shell: platform === 'win32'
	});
	if (run.status !== 0) {
		const said = run.stderr.split('\n').filter((line) => line.startsWith('npm error'));
		const why = run.error?.message ?? said.slice(0, 6).join('\n');
		throw new Error(
			`tools/${name} could not be installed: is the registry of npm within reach, and the lock in order?\n${why}`
		);
	}
	writeFileSync(mark, wanted);
	return modules;
}
