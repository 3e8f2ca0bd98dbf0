/**
 * Starts the hub when none runs: a process of its own that outlives the agent which started it and serves all others too. It has its own
 * process group and none of our streams, so that neither an agent's end nor its Ctrl+C reaches it; it ends by itself when it is alone.
 */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { stateRoot } from '../state/state';

/** @param program the built bridge file */
export function startHub(program: string): void {
	const child = spawn(process.execPath, [program, 'serve', '--idle'], {
		cwd: dirname(program),
		detached: true,
		stdio: 'ignore',
		windowsHide: true,
		// It starts in another folder than ours, and has to find the same keys.
		env: { ...process.env, COMMONPLACE_STATE: stateRoot() }
	});
	child.on('error', () => undefined); // the next attempt to connect will tell
	child.unref();
}
