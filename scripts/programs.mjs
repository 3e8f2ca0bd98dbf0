/** Runs the installed programs of the gate, by the Node that runs the gate and from node_modules: nothing is looked up on the PATH. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { root } from './source-hash.mjs';

const programs = {
	eslint: 'eslint/bin/eslint.js',
	playwright: '@playwright/test/cli.js',
	prettier: 'prettier/bin/prettier.cjs',
	'svelte-check': 'svelte-check/bin/svelte-check',
	'svelte-kit': '@sveltejs/kit/svelte-kit.js',
	tsc: 'typescript/bin/tsc',
	vitest: 'vitest/vitest.mjs'
};

/** Far beyond what any step takes: it only ends what hangs. */
const TOO_LONG_MS = 20 * 60_000;

/**
 * Runs a program to its end.
 * @param {keyof typeof programs} program
 * @param {string[]} args
 * @param {string[]} [log] takes what it says; without one it speaks for itself
 * @returns {Promise<boolean>} whether it ended well, and in time
 */
export function run(program, args, log) {
	const child = spawn(execPath, [join(root, 'node_modules', programs[program]), ...args], {
		cwd: root,
		env,
		stdio: ['ignore', log ? 'pipe' : 'inherit', log ? 'pipe' : 'inherit'],
		timeout: TOO_LONG_MS,
		killSignal: 'SIGINT' // the runners still write their reports then
	});
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => log?.push(String(chunk)));
	return new Promise((resolve) => {
		child.on('error', () => resolve(false));
		child.on('close', (code, signal) => {
			if (signal) console.error(`${program} was ended by ${signal}.`);
			resolve(code === 0);
		});
	});
}
