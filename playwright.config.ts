import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/find-chromium.mjs';

const chromium = findChromium();
const port = process.env['COMMONPLACE_E2E_PORT'] ?? '4757';
/** A build that stays what it is while the sources change; without one the server builds when it must. */
const server = process.env['COMMONPLACE_BRIDGE'] ?? 'scripts/start.mjs';
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
	testDir: 'tests/e2e',
	outputDir: 'test-results',
	fullyParallel: true,
	workers: 2,
	forbidOnly: true,
	// Nothing here waits for time to pass: these only end what hangs, on a machine that may be busy with much else.
	timeout: 180_000,
	expect: { timeout: 30_000 },
	reporter: [['list'], ['json', { outputFile: '.cache/tests/e2e.json' }]],
	use: {
		...devices['Desktop Chrome'],
		baseURL,
		launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumFlags },
		trace: 'retain-on-failure'
	},
	webServer: {
		command: `node "${server}" --no-open`,
		// The keys of the person's own bridge are not for tests.
		env: { COMMONPLACE_PORT: port, COMMONPLACE_STATE: mkdtempSync(join(tmpdir(), 'commonplace-state-')) },
		url: baseURL,
		timeout: 180_000,
		reuseExistingServer: false,
		gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 }
	}
});
