import { describe, expect, test } from 'vitest';
import { openCommand } from '../../src/bridge/open-browser';
import { originOf, parseOptions } from '../../src/bridge/options';

describe('options of npm start', () => {
	test('nothing said: the home port, and the browser opens', () => {
		expect(parseOptions([], {})).toEqual({ ok: true, options: { port: 4747, open: true } });
	});

	test('--no-open, CI and BROWSER=none leave the browser alone', () => {
		for (const [args, env] of [
			[['--no-open'], {}],
			[[], { CI: 'true' }],
			[[], { BROWSER: 'none' }]
		] as const) {
			expect(parseOptions(args, env)).toEqual({ ok: true, options: { port: 4747, open: false } });
		}
	});

	test('COMMONPLACE_PORT chooses the port', () => {
		expect(parseOptions([], { COMMONPLACE_PORT: '4800' })).toMatchObject({ options: { port: 4800 } });
		expect(parseOptions([], { COMMONPLACE_PORT: '' })).toMatchObject({ options: { port: 4747 } });
	});

	test.each(['abc', '0', '-1', '65536', '4747.5', '1e3', ' 4747', '０'])('the port %j is refused by name', (text) => {
		const parsed = parseOptions([], { COMMONPLACE_PORT: text });
		expect(parsed).toMatchObject({ ok: false });
		expect(parsed).toHaveProperty('message', expect.stringContaining(JSON.stringify(text)));
	});

	test('an unknown argument is refused by name, and --port is shown the way', () => {
		expect(parseOptions(['--watch'], {})).toHaveProperty('message', expect.stringContaining('--watch'));
		expect(parseOptions(['--port', '9'], {})).toHaveProperty('message', expect.stringContaining('COMMONPLACE_PORT'));
	});

	test('the origin is as a browser writes it', () => {
		expect(originOf(4747)).toBe('http://127.0.0.1:4747');
		expect(originOf(80)).toBe('http://127.0.0.1');
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
