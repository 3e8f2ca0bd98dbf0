import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'commonplace-chromium-'));
});

afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

describe('finding a Chromium', () => {
	test('the one that CHROMIUM_PATH names comes first', () => {
		const path = join(folder, 'mine');
		writeFileSync(path, '');
		vi.stubEnv('CHROMIUM_PATH', path);
		expect(findChromium()).toBe(path);
	});

	test('one that is named and not there is an error, not a reason to look elsewhere', () => {
		vi.stubEnv('CHROMIUM_PATH', join(folder, 'gone'));
		expect(() => findChromium()).toThrow(/CHROMIUM_PATH names .*gone/);
	});

	test('then the usual names on the PATH', () => {
		const bin = join(folder, 'bin');
		mkdirSync(bin);
		const path = join(bin, process.platform === 'win32' ? 'chromium.exe' : 'chromium');
		writeFileSync(path, '');
		vi.stubEnv('CHROMIUM_PATH', '');
		vi.stubEnv('PATH', bin);
		expect(findChromium()).toBe(path);
	});
});
