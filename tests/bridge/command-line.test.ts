import { describe, expect, test } from 'vitest';
import { parseCommand, usage } from '../../src/bridge/command-line';
import { openCommand } from '../../src/bridge/open-browser';
import { originOf } from '../../src/bridge/options';

const commandOf = (args: string[], env: Record<string, string> = {}): unknown => {
	const parsed = parseCommand(args, env);
	return parsed.ok ? parsed.command : parsed.message;
};

describe('serving', () => {
	const home = { name: 'serve', port: 4747, open: true, idle: false };

	test('nothing said: the home port, and the browser opens; so does serve', () => {
		expect(commandOf([])).toEqual(home);
		expect(commandOf(['serve'])).toEqual(home);
	});

	test('--no-open, CI and BROWSER=none leave the browser alone, and so does a hub that an agent started', () => {
		for (const [args, env] of [
			[['--no-open'], {}],
			[['serve', '--no-open'], {}],
			[[], { CI: 'true' }],
			[[], { BROWSER: 'none' }]
		] as [string[], Record<string, string>][]) {
			expect(commandOf(args, env)).toEqual({ ...home, open: false });
		}
		expect(commandOf(['serve', '--idle'])).toEqual({ ...home, open: false, idle: true });
	});

	test('COMMONPLACE_PORT chooses the port', () => {
		expect(commandOf([], { COMMONPLACE_PORT: '4800' })).toMatchObject({ port: 4800 });
		expect(commandOf([], { COMMONPLACE_PORT: '' })).toMatchObject({ port: 4747 });
	});

	test.each(['abc', '0', '-1', '65536', '4747.5', '1e3', ' 4747', '０'])('the port %j is refused by name', (text) => {
		expect(commandOf([], { COMMONPLACE_PORT: text })).toContain(JSON.stringify(text));
	});

	test('the origin is as a browser writes it', () => {
		expect(originOf(4747)).toBe('http://127.0.0.1:4747');
		expect(originOf(80)).toBe('http://127.0.0.1');
	});
});

describe('the other commands', () => {
	test('mcp: the core operations unless told otherwise; opens nothing unless told to', () => {
		expect(commandOf(['mcp'])).toEqual({ name: 'mcp', port: 4747, toolset: 'core', open: false });
		for (const args of [['--toolset', 'full'], ['--toolset=full']])
			expect(commandOf(['mcp', ...args])).toMatchObject({ toolset: 'full' });
		expect(commandOf(['mcp', '--open'])).toMatchObject({ open: true });
		expect(commandOf(['mcp', '--open'], { BROWSER: 'none' })).toMatchObject({ open: false });
	});

	test('doctor, pair, config, help and version', () => {
		expect(commandOf(['doctor', '--json'])).toEqual({ name: 'doctor', port: 4747, json: true });
		expect(commandOf(['pair'])).toEqual({ name: 'pair', port: 4747 });
		expect(commandOf(['config', 'codex', '--toolset', 'full'])).toMatchObject({ client: 'codex', toolset: 'full' });
		for (const word of ['--help', '-h', 'help']) expect(commandOf([word])).toEqual({ name: 'help' });
		expect(commandOf(['--version'])).toEqual({ name: 'version' });
		for (const word of ['mcp', 'doctor', 'config', 'pair', 'core|full']) expect(usage).toContain(word);
	});

	test('what is not known is refused by name, with what is', () => {
		expect(commandOf(['--watch'])).toMatch(/--watch.*--no-open/s);
		expect(commandOf(['--port', '9'])).toContain('COMMONPLACE_PORT');
		expect(commandOf(['sing'])).toContain('sing');
		expect(commandOf(['mcp', '--toolset', 'everything'])).toMatch(/everything.*core, full/);
		expect(commandOf(['mcp', '--toolset'])).toMatch(/core, full/);
		expect(commandOf(['config'])).toContain('claude|codex|cursor|vscode|http');
		expect(commandOf(['config', 'emacs'])).toContain('claude|codex|cursor|vscode|http');
		expect(commandOf(['doctor', '--fix'])).toContain('--fix');
	});
});

describe('opening the browser', () => {
	const url = 'http://127.0.0.1:4747';

	test('each platform by its own command', () => {
		expect(openCommand(url, 'darwin', {})).toEqual(['open', url]);
		expect(openCommand(url, 'win32', {})).toEqual(['cmd', '/c', 'start', '', url]);
		expect(openCommand(url, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', url]);
	});

	test('without a screen nothing is tried', () => {
		expect(openCommand(url, 'linux', {})).toBeUndefined();
	});
});
