/**
 * The story of an agent, from a bare profile: it is started by its own client, the person opens its link, pairs and approves by clicks, it
 * reads and writes while the page is reloaded and frozen, and all it did is taken back from the audit.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { ownBridge, type OwnBridge } from './support/agent-process';
import { collectComplaints } from './support/complaints';
import { findBarriers, findOverflow } from './support/look';

const words = strings.agents;

let bridge: OwnBridge;
test.beforeEach(async () => {
	bridge = await ownBridge();
});
test.afterEach(async ({ page }) => {
	await page.close();
	await bridge.close();
});

const card = (page: Page, name: string) => page.getByRole('article', { name });

/** The link that an agent is told to give to the person. */
async function linkFrom(answer: Promise<{ failed: boolean; value: Record<string, unknown> }>): Promise<string> {
	const { failed, value } = await answer;
	expect(failed).toBe(true);
	expect(value).toMatchObject({ error: 'storage_unavailable', reason: 'not_paired' });
	const link = /http:\/\/127\.0\.0\.1:\d+\/agents#pair=[\w-]+/.exec(JSON.stringify(value))?.[0];
	if (link === undefined) throw new Error(`no link in ${JSON.stringify(value)}`);
	return link;
}

async function pair(page: Page, link: string): Promise<void> {
	await page.goto(link);
	await page.getByRole('button', { name: words.pair }).click();
	await expect(page.getByText(words.states.connected)).toBeVisible();
}

async function paired(page: Page, name = 'claude-code', title = 'Claude Code') {
	const agent = await bridge.agent(name, title);
	await pair(page, await linkFrom(agent.call('get_entity', { name: 'Ada' })));
	return agent;
}

test('from a bare profile to an undone session', async ({ page, context }) => {
	const complaints = await collectComplaints(page, bridge.origin);
	const agent = await bridge.agent('claude-code', 'Claude Code');
	expect((await agent.client.listTools()).tools.length).toBeGreaterThan(10);
	const link = await linkFrom(agent.call('get_entity', { name: 'Ada' }));

	await test.step('the link asks, and nothing happens before the click', async () => {
		await page.goto(link);
		await expect(page.getByText(words.pairTitle)).toBeVisible();
		await expect(page).toHaveURL(`${bridge.origin}/agents`);
		await expect(page.getByText(words.states.unpaired)).toBeVisible();
		await page.getByRole('button', { name: words.pair }).click();
		await expect(page.getByText(words.states.connected)).toBeVisible();
		await expect(page.getByText(words.here('Claude Code'))).toBeVisible();
	});

	await test.step('the agent waits until it is approved', async () => {
		expect((await agent.call('get_entity', { name: 'Ada' })).value).toMatchObject({ error: 'authentication_missing' });
		await expect(card(page, 'Claude Code')).toContainText(words.asks);
		await card(page, 'Claude Code').getByRole('button', { name: words.approve }).click();
		await expect(card(page, 'Claude Code')).toContainText(words.rights.write);
		expect((await agent.call('get_entity', { name: 'Ada' })).value).toMatchObject({ found: false });
	});

	await test.step('it writes, and the four questions are answered', async () => {
		const wrote = await agent.call('remember', {
			facts: [{ entity: 'Ada', type: 'person', content: 'Wrote the first program' }],
			values: [{ entity: 'Ada', attribute: 'city', value: 'London' }],
			relations: [{ from: 'Ada', relation: 'works_with', to: 'Charles' }]
		});
		expect(wrote.failed).toBe(false);
		expect((await agent.call('get_entity', { name: 'ada' })).value).toMatchObject({ found: true });
		expect((await agent.call('get_entity_context', { entityName: 'Ada' })).value).toMatchObject({
			ok: true,
			r: { out: [{ rel: 'works_with', to: 'Charles' }] }
		});
		expect((await agent.call('memory_fact_get', { entity: 'Ada', attribute: 'city' })).value).toMatchObject({
			record: { value: 'London', by: 'agent:claude-code' }
		});
		const graph = await agent.call('search_relationships', { channel_id: 'default', entities: ['Ada', 'Charles'] });
		expect(graph.value).toMatchObject({ edges: [{ source: 'Ada', target: 'Charles' }] });
	});

	await test.step('a reload, and a page that is frozen, are not noticed', async () => {
		const calls = Array.from({ length: 20 }, (_, i) =>
			agent.call('memory_fact_set', { entity: 'Ada', attribute: `number ${String(i)}`, value: String(i) })
		);
		await page.reload();
		for (const answer of await Promise.all(calls)) expect(answer.failed).toBe(false);
		const session = await context.newCDPSession(page);
		await session.send('Page.setWebLifecycleState', { state: 'frozen' });
		expect((await agent.call('memory_fact_get', { entity: 'Ada', attribute: 'number 7' })).value).toMatchObject({
			record: { value: '7' }
		});
		await session.send('Page.setWebLifecycleState', { state: 'active' });
		const other = await context.newPage();
		await other.goto(`${bridge.origin}/things`);
		expect((await agent.call('get_entity', { name: 'Ada' })).failed).toBe(false);
		await page.close();
		expect((await agent.call('get_entity', { name: 'Ada' })).failed).toBe(false);
		page = other;
	});

	await test.step('all it did stands in the audit, and is taken back at once', async () => {
		await page.goto(`${bridge.origin}/agents`);
		const did = page.getByRole('region', { name: words.did });
		await did.getByRole('button', { name: strings.history.show }).first().click();
		await expect(did.getByTitle('memory_fact_set').first()).toBeVisible();
		await did.getByRole('button', { name: strings.history.undoSession }).first().click();
		// Its first request is from before it was let in; more than twenty changes by the person's own hand.
		await expect(did.getByText(strings.history.undone).first()).toBeVisible();
		expect((await agent.call('get_entity', { name: 'Ada' })).value).toMatchObject({ found: false });
	});
	// Neither app nor bridge has spoken to anything but this computer (what a page asks for elsewhere is a complaint).
	expect(complaints).toEqual([]);
	expect(bridge.sockets()).toEqual(['connect 127.0.0.1', 'listen 127.0.0.1']);
});

test('what an agent writes comes alive on the page that is open, and is called by its title', async ({ page }) => {
	const agent = await paired(page);
	await agent.call('list_channels');
	await card(page, 'Claude Code').getByRole('button', { name: words.approve }).click();
	await expect(card(page, 'Claude Code')).toContainText(words.rights.write);
	await agent.call('remember', { facts: [{ entity: 'Ada', content: 'Came first' }] });
	await page.getByRole('link', { name: 'See' }).click();
	await expect(page.locator('.fact', { hasText: 'Came first' })).toBeVisible();
	await agent.call('remember', { facts: [{ entity: 'Ada', content: 'Came later' }] });
	const row = page.locator('.fact[data-just-written="claude-code"]', { hasText: 'Came later' });
	await expect(row).toBeVisible();
	await expect(row.getByText('Claude Code')).toBeVisible();
	await expect(row).toHaveCount(0, { timeout: 30_000 });
	await expect(page.locator('.fact', { hasText: 'Came later' })).toBeVisible();
});

test('a day of an agent, seen live in two tabs: every write in both, without a reload, under its name', async ({
	page,
	context
}) => {
	const agent = await paired(page);
	await agent.call('list_channels');
	await card(page, 'Claude Code').getByRole('button', { name: words.approve }).click();
	await expect(card(page, 'Claude Code')).toContainText(words.rights.write);
	await agent.call('remember', { facts: [{ entity: 'Ada', type: 'person', content: 'Came first' }] });
	await page.getByRole('link', { name: 'See' }).click();
	await expect(page.locator('.fact', { hasText: 'Came first' })).toBeVisible();
	const other = await context.newPage();
	await other.goto(page.url());
	const both = [page, other];
	const inBoth = (check: (tab: Page) => Promise<unknown>) => Promise.all(both.map(check));

	for (const content of ['Wrote letters', 'Read Euclid', 'Drew a table'])
		await agent.call('remember', { facts: [{ entity: 'Ada', content }] });
	await agent.call('memory_fact_set', { entity: 'Ada', attribute: 'city', value: 'London' });
	await agent.call('memory_set_add', { entity: 'Ada', attribute: 'languages', member: 'French' });
	await agent.call('relate_entities', { fromEntity: 'Ada', relation: 'works with', toEntity: 'Charles' });
	await inBoth(async (tab) => {
		for (const fact of ['Wrote letters', 'Read Euclid', 'Drew a table'])
			await expect(tab.locator('.fact', { hasText: fact })).toContainText('Claude Code');
		await expect(tab.locator('[data-attribute="city"]')).toContainText('London');
		await expect(tab.locator('[data-attribute="languages"]')).toContainText('French');
		await expect(tab.getByRole('region', { name: /^Relations/ })).toContainText('Charles');
	});
	await agent.call('memory_fact_set', { entity: 'Ada', attribute: 'city', value: 'Paris' });
	await inBoth((tab) => expect(tab.locator('[data-attribute="city"]')).toContainText('Paris'));
	// Said by the person, it waits for them.
	await page.getByRole('button', { name: strings.edit('city') }).click();
	await page.getByRole('textbox', { name: 'city' }).fill('Rome');
	await page.keyboard.press('Enter');
	await inBoth((tab) => expect(tab.locator('[data-attribute="city"]')).toContainText('Rome'));
	await agent.call('memory_fact_set', { entity: 'Ada', attribute: 'city', value: 'Oslo' });
	await inBoth(async (tab) => {
		await expect(tab.locator('[data-attribute="city"]')).toContainText(strings.thing.contested);
		await expect(tab.getByRole('link', { name: /^Review/ })).toHaveAccessibleName(/1/);
	});
});

test('what it may not do by itself waits for a click, and is done as it', async ({ page }) => {
	const agent = await paired(page);
	await agent.call('list_channels');
	await card(page, 'Claude Code').getByRole('button', { name: words.approve }).click();
	await expect(card(page, 'Claude Code')).toContainText(words.rights.write);
	await page.evaluate(() =>
		(globalThis as unknown as { commonplace: { remember(args: object): Promise<unknown> } }).commonplace.remember({
			facts: [{ entity: 'Vault', content: 'Holds gold' }]
		})
	);
	const full = await bridge.agent('claude-code', 'Claude Code', ['--toolset', 'full']);
	const asked = await full.call('forget', { entity: 'Vault' });
	expect(asked.value).toMatchObject({ error: 'needs_confirmation' });
	const waits = page.getByRole('region', { name: words.requests });
	await expect(waits).toContainText('Forgetting "Vault" for good.');
	await waits.getByRole('button', { name: strings.review.approve }).click();
	await expect(waits).toHaveCount(0);
	expect((await full.call('forget', { entity: 'Vault' })).value).toMatchObject({ action: 'forgotten' });
	expect((await full.call('get_entity', { name: 'Vault' })).value).toMatchObject({ found: false });
});

test('paused, narrowed and shut out hold at once', async ({ page }) => {
	const agent = await paired(page);
	await agent.call('list_channels');
	const it = card(page, 'Claude Code');
	await it.getByRole('radio', { name: words.rights.read }).check();
	await it.getByRole('button', { name: words.approve }).click();
	await expect(it).toContainText(words.rights.read);
	const write = () => agent.call('memory_fact_set', { entity: 'Ada', attribute: 'city', value: 'Oslo' });
	expect((await write()).value).toMatchObject({ error: 'channel_access_denied' });
	await it.getByRole('button', { name: words.change }).click();
	await it.getByRole('radio', { name: words.rights.ask }).check();
	await it.getByRole('button', { name: strings.save }).click();
	await expect(it).toContainText(words.rights.ask);
	expect((await write()).value).toMatchObject({ action: 'contested' });
	await page.getByRole('switch', { name: words.letIn }).click();
	await expect(page.getByRole('switch', { name: words.letIn })).toHaveAttribute('aria-checked', 'false');
	expect((await write()).value).toMatchObject({ error: 'memory_not_enabled' });
	await page.getByRole('switch', { name: words.letIn }).click();
	await expect(page.getByRole('switch', { name: words.letIn })).toHaveAttribute('aria-checked', 'true');
	await it.getByRole('button', { name: words.revoke }).click();
	await expect(it).toContainText(words.shutOut);
	expect((await write()).value).toMatchObject({ error: 'authentication_missing' });
	// By mistake: it may again what it might, and no more.
	const toast = page.locator('.toast', { hasText: words.revoked('Claude Code') });
	await toast.getByRole('button', { name: strings.undo.undo }).click();
	await expect(it).toContainText(words.rights.ask);
	expect((await write()).value).toMatchObject({ action: 'contested' });
});

test('the audit tells what waits from what was refused, in words, and can be narrowed', async ({ page }) => {
	const agent = await paired(page);
	await agent.call('list_channels');
	const it = card(page, 'Claude Code');
	await it.getByRole('radio', { name: words.rights.ask }).check();
	await it.getByRole('button', { name: words.approve }).click();
	await expect(it).toContainText(words.rights.ask);
	const facts = [
		{ entity: 'Ada', content: 'Wrote the notes' },
		{ entity: '', content: 'of nobody' }
	];
	expect((await agent.call('remember', { facts })).value).toMatchObject({ error: 'needs_confirmation' });
	await agent.call('get_entity', { name: 'Ada' });
	await agent.call('get_entity', { name: '' });

	const waits = page.getByRole('region', { name: words.requests });
	await expect(waits).toContainText('Ada: Wrote the notes');
	const did = page.getByRole('region', { name: words.did });
	await did.getByRole('button', { name: strings.history.show }).click();
	const calls = did.locator('details');
	await expect(calls.filter({ hasText: words.came.waits })).toHaveCount(1);
	await expect(calls.filter({ hasText: words.came.failed })).toHaveCount(1);
	await did.getByRole('radio', { name: words.show.waits }).check();
	await expect(calls).toHaveCount(1);
	await did.getByRole('radio', { name: words.show.trouble }).check();
	await expect(calls).toHaveCount(1);
	await expect(calls).toContainText(words.came.failed);
	await did.getByRole('radio', { name: words.show.all }).check();

	await waits.getByRole('button', { name: strings.review.approve }).click();
	const news = page.getByRole('region', { name: strings.nav.news });
	await expect(news).toContainText(strings.review.partly(1, 2));
	await expect(calls.filter({ hasText: words.came.allowed })).toHaveCount(1);
	await expect(calls.filter({ hasText: words.came.partly })).toHaveCount(1);
});

test('two agents at once; no tab; the hub killed: each says what is so, and all goes on', async ({ page, context }) => {
	const first = await paired(page);
	const second = await bridge.agent('codex', 'Codex');
	for (const [agent, title] of [
		[first, 'Claude Code'],
		[second, 'Codex']
	] as const) {
		await agent.call('list_channels');
		await card(page, title).getByRole('button', { name: words.approve }).click();
		await expect(card(page, title)).toContainText(words.rights.write);
	}
	const both = await Promise.all(
		[first, second].flatMap((agent, i) =>
			Array.from({ length: 10 }, (_, n) =>
				agent.call('remember', { facts: [{ entity: 'Ada', content: `fact ${String(n)} of ${String(i)}` }] })
			)
		)
	);
	expect(both.filter(({ failed }) => failed)).toEqual([]);
	const pid = await bridge.hubPid();
	if (pid === undefined) throw new Error('no hub');
	const during = [first, second].map((agent) => agent.call('get_entity', { name: 'Ada' }));
	process.kill(pid, 'SIGKILL');
	for (const answer of await Promise.all(during)) expect(answer.value).toMatchObject({ found: true });
	expect(await bridge.hubPid()).not.toBe(pid);
	// The worker outlives its last tab for a while: until then it goes on answering.
	await context.close();
	await expect
		.poll(async () => (await first.call('get_entity', { name: 'Ada' })).value, { timeout: 60_000 })
		.toMatchObject({ error: 'storage_unavailable', reason: 'no_page' });
});

test('a code that is wrong or was used pairs nobody, and says so', async ({ page, context }) => {
	const agent = await bridge.agent('claude-code');
	const link = await linkFrom(agent.call('list_channels'));
	await page.goto(link.replace(/pair=.*/, `pair=${'A'.repeat(22)}`));
	await page.getByRole('button', { name: words.pair }).click();
	await expect(page.getByRole('alert')).toContainText('not valid');
	await expect(page.getByText(words.states.connected)).toHaveCount(0);
	await pair(page, link);
	const stranger = await context.browser()?.newContext();
	const elsewhere = await stranger?.newPage();
	if (!stranger || !elsewhere) throw new Error('no browser');
	await elsewhere.goto(link);
	await elsewhere.getByRole('button', { name: words.pair }).click();
	await expect(elsewhere.getByRole('alert')).toContainText('not valid');
	await stranger.close();
});

test('a memory file from the terminal is shown in the app before anything is written', async ({ page }) => {
	const file = join(bridge.state, 'mémoire.jsonl');
	const lines = [
		{ type: 'entity', name: 'Ada', entityType: 'person', observations: ['Wrote the first program'] },
		{ type: 'entity', name: 'Charles', entityType: 'person', observations: [] },
		{ type: 'relation', from: 'Ada', to: 'Charles', relationType: 'works_with' }
	];
	writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
	const said = await bridge.run('import', file);
	const link = /http:\S+#file=[\w-]+/.exec(said)?.[0];
	if (link === undefined) throw new Error(said);
	await page.goto(link);
	await expect(page.getByText('mémoire.jsonl')).toBeVisible();
	await expect(page).toHaveURL(`${bridge.origin}/import`);
	await page.getByRole('button', { name: strings.import.run }).click();
	await expect(page.getByText(`${strings.import.done}: mémoire.jsonl`)).toBeVisible();
	await page.goto('about:blank');
	await page.goto(link);
	await expect(page.getByRole('alert')).toContainText(strings.import.lentGone);
});

for (const colorScheme of ['light', 'dark'] as const)
	test(`the screen is clean for everyone (${colorScheme}), also small`, async ({ page }) => {
		await page.emulateMedia({ colorScheme });
		const agent = await paired(page);
		await agent.call('list_channels');
		await expect(card(page, 'Claude Code')).toContainText(words.asks);
		expect(await findBarriers(page)).toEqual([]);
		await card(page, 'Claude Code').getByRole('button', { name: words.approve }).click();
		await agent.call('get_entity', { name: 'Ada' });
		await page.getByRole('button', { name: strings.history.show }).first().click();
		await page.setViewportSize({ width: 360, height: 780 });
		expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
	});
