import { playwright } from '@vitest/browser-playwright';
import { defineConfig, mergeConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/find-chromium.mjs';
import viteConfig from './vite.config';

const chromium = findChromium();
const architecture = 'tests/architecture.test.ts';

export default mergeConfig(
	viteConfig,
	defineConfig({
		test: {
			expect: { requireAssertions: true },
			// Whole notebooks on a machine that is busy with other things.
			testTimeout: 60_000,
			hookTimeout: 60_000,
			projects: [
				{
					extends: true,
					test: {
						name: 'unit',
						environment: 'node',
						include: ['tests/**/*.test.ts'],
						exclude: [architecture, 'tests/browser/**', 'tests/checkers/**', 'tests/e2e/**']
					}
				},
				{
					extends: true,
					test: { name: 'architecture', environment: 'node', include: [architecture] }
				},
				{
					extends: true,
					test: { name: 'checkers', environment: 'node', include: ['tests/checkers/**/*.test.ts'] }
				},
				{
					extends: true,
					test: {
						name: 'browser',
						include: ['tests/browser/**/*.test.ts'],
						browser: {
							enabled: true,
							headless: true,
							// A taken port is no reason not to test: the next one will do.
							api: { port: 63315, strictPort: false },
							screenshotFailures: false,
							provider: playwright({
								launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumFlags }
							}),
							instances: [{ browser: 'chromium' }]
						}
					}
				}
			]
		}
	})
);
