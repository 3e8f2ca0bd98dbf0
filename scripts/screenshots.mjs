/**
 * Takes the pictures of docs/tour.md and the README: `npm run screenshots`. Builds and serves the app on a free port with keys of its own, fills a
 * notebook with the sample, lets a real agent in, and looks at each screen. Nothing of yours is touched.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { chromium } from 'playwright';
import { ensureBuild } from './build.mjs';
import { chromiumFlags, findChromium } from './find-chromium.mjs';
import { root } from './source-hash.mjs';

const folder = join(root, 'docs/images');
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };
/** ms: transitions and pictures have come to rest. */
const REST = 900;

/** @returns {Promise<number>} */
const freePort = () =>
	new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
		});
	});

await ensureBuild();
const port = await freePort();
const state = mkdtempSync(join(tmpdir(), 'commonplace-state-'));
const own = {
	PATH: env.PATH ?? '',
	CI: '1',
	COMMONPLACE_PORT: String(port),
	COMMONPLACE_STATE: state
};
const origin = `http://127.0.0.1:${String(port)}`;
const program = join(root, 'bin/commonplace.mjs');
const server = spawn(execPath, [program, 'serve', '--no-open'], { env: own, stdio: 'ignore' });
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });

/** Until the server answers. */
async function served() {
	for (let tries = 0; tries < 100; tries++) {
		if (await fetch(origin).catch(() => undefined)) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error('The app was not served.');
}

/**
 * Asks the notebook by the door for scripts.
 * @param {import('playwright').Page} page
 * @param {string} operation
 * @param {object} [args]
 * @returns {Promise<any>} its value
 */
async function ask(page, operation, args = {}) {
	await page.waitForFunction(() => 'commonplace' in globalThis);
	const result = await page.evaluate(
		([name, given]) => /** @type {any} */ (globalThis).commonplace[/** @type {string} */ (name)](given),
		[operation, args]
	);
	if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result.error)}`);
	return result.value;
}

/** An agent that the person lets in, and what it then does. @param {import('playwright').Page} page */
async function letAgentIn(page) {
	const client = new Client({ name: 'claude-code', title: 'Claude Code', version: '2' });
	await client.connect(
		new StdioClientTransport({ command: execPath, args: [program, 'mcp'], env: own, stderr: 'ignore' })
	);
	/** @param {string} name @param {Record<string, unknown>} args */
	const call = (name, args) => client.callTool({ name, arguments: args });
	const answer = JSON.stringify(await call('get_entity', { name: 'Ada' }));
	const [link] = /http:[^\s"\\]+#pair=[\w-]+/.exec(answer) ?? [];
	if (!link) throw new Error('The agent was given no link.');
	await page.goto(link);
	await page.getByRole('button', { name: 'Pair this browser' }).click();
	await page.getByText('Connected.').waitFor();
	await call('get_entity', { name: 'Ada' });
	await page.getByRole('radio', { name: /^Ask me first/ }).check();
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByRole('button', { name: 'Shut out' }).waitFor();
	await call('get_entity', { name: 'Ada Lovelace' });
	await call('memory_fact_get', { entity: 'Ada Lovelace', attribute: 'residence' });
	await call('memory_fact_set', { entity: 'Charles Babbage', attribute: 'chair', value: 'Lucasian Professor' });
	await call('remember', {
		facts: [{ entity: 'Ada Lovelace', content: 'Translated the memoir in 1842 and 1843' }],
		relations: [{ from: 'Ada Lovelace', relation: 'corresponded with', to: 'Michael Faraday' }]
	});
	await page.getByRole('button', { name: 'Show them' }).first().click();
	return client;
}

try {
	await served();
	mkdirSync(folder, { recursive: true });
	const context = await browser.newContext({ viewport: WIDE, colorScheme: 'light', locale: 'en-GB' });
	const page = await context.newPage();
	/**
	 * @param {string} name
	 * @param {string} [path] where it is; else what is shown already
	 * @param {() => Promise<unknown>} [act]
	 */
	async function take(name, path, act) {
		if (path !== undefined) await page.goto(origin + path);
		await act?.();
		// A picture is no place for what was just done to make it.
		for (const close of await page.locator('.toast button[aria-label]').all())
			await close.click().catch(() => undefined);
		await page.waitForTimeout(REST);
		await page.screenshot({ path: join(folder, `${name}.png`) });
		console.log(`docs/images/${name}.png`);
	}
	const palette = () => page.keyboard.press('Control+k');

	await take('tour-first', '/');
	await ask(page, 'load_sample');
	const { entities } = await ask(page, 'find_entities', { query: 'Ada Lovelace' });
	const ada = `/thing/${entities[0].id}`;
	const note = await ask(page, 'add_note', {
		title: 'Reading Note G',
		kind: 'page',
		text: 'What [[Ada Lovelace]] wrote of the [[Analytical Engine]], read again.\n\n## Three things\n\n- It **weaves algebraical patterns**.\n- [x] Found the table of operations\n- [ ] Ask [[Somebody New]] about the Bernoulli numbers\n\n> The Analytical Engine has no pretensions whatever to originate anything.'
	});
	await take('tour-home', '/');
	await take('thing-light', ada);
	await take('tour-palette', '/things', async () => {
		await palette();
		await page.getByRole('dialog').getByRole('combobox').fill('Lovelase');
	});
	await take('tour-capture', '/things', async () => {
		await palette();
		await page.getByRole('dialog').getByRole('combobox').fill('Ada Lovelace · residence: St James’s Square');
	});
	await take('tour-things', '/things');
	await take('tour-graph', '/graph?of=Ada%20Lovelace');
	await take('tour-note', `/notes/${note.note_id}`);
	await take('tour-review', '/review');
	await take('tour-history', '/history');
	await take('tour-settings', '/settings');
	const client = await letAgentIn(page);
	await take('agents-light');
	await client.close();
	await page.emulateMedia({ colorScheme: 'dark' });
	await take('tour-dark', ada);
	await page.setViewportSize(NARROW);
	await take('tour-small', ada);
} finally {
	await browser.close();
	server.kill('SIGTERM');
	await new Promise((resolve) => (server.exitCode === null ? server.once('close', resolve) : resolve(undefined)));
	rmSync(state, { recursive: true, force: true });
}
