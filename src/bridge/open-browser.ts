/** Shows the app in the person's browser, where there is a screen to show it on. Never fails: the address is printed anyway. */
import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** The command that opens an address on a platform, or undefined where nothing can be shown. */
export function openCommand(url: string, platform: NodeJS.Platform, env: Env): [string, ...string[]] | undefined {
	if (platform === 'darwin') return ['open', url];
	if (platform === 'win32') return ['cmd', '/c', 'start', '', url];
	return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : undefined;
}

export function openBrowser(url: string, platform: NodeJS.Platform = process.platform, env: Env = process.env): void {
	const command = openCommand(url, platform, env);
	if (!command) return;
	const [program, ...args] = command;
	const child = spawn(program, args, { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}
