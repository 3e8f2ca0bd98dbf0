/** The worker behind real tabs: one for all of them, one for each, and what happens when it or its tab dies. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';

// The service worker is another test's; here it would only keep the network busy.
test.use({ serviceWorkers: 'block' });

const { problems } = strings;
const role = { entity: 'Jeff', attribute: 'role' };
const designer = { ok: true, value: { record: { value: 'designer' } } };

/** Ends the shared workers of a page's context, as running out of memory would. */
async function killWorkers(browser: Browser, page: Page): Promise<number> {
	const own = await page.context().newCDPSession(page);
	const { targetInfo } = await own.send('Target.getTargetInfo');
	const session = await browser.newBrowserCDPSession();
	const { targetInfos } = await session.send('Target.getTargets');
	const workers = targetInfos.filter(
		({ type, browserContextId }) => type === 'shared_worker' && browserContextId === targetInfo.browserContextId
	);
	for (const { targetId } of workers) await session.send('Target.closeTarget', { targetId });
	await session.detach();
	return workers.length;
}

test('the door for scripts: frozen, one method for each operation, with help', async ({ page }) => {
	await page.goto('/');
	expect(await call(page, 'get_entity', { name: 'Nobody' })).toMatchObject({ ok: true, value: { found: false } });
	const seen = await page.evaluate(() => ({
		frozen: Object.isFrozen(window.commonplace),
		methods: Object.keys(window.commonplace),
		help: window.commonplace.help()
	}));
	expect(seen.frozen).toBe(true);
	expect(seen.methods).toContain('get_entity_context');
	expect(seen.help.map(({ name }) => name)).toEqual(seen.methods.filter((name) => name !== 'help'));
	expect(seen.help.find(({ name }) => name === 'get_entity')).toMatchObject({ changes: false });
	for (const { description } of seen.help) expect(description.length).toBeGreaterThan(20);
});

test('[P1] what a script writes is the person’s, marked, in the session of the day', async ({ page }) => {
	await page.goto('/');
	await call(page, 'memory_fact_set', { ...role, value: 'designer' });
	const changes = await call(page, 'list_changes', {});
	const session = await page.evaluate(() => JSON.parse(localStorage.getItem('cp-session') ?? '{}') as { id: string });
	expect(changes).toMatchObject({ ok: true, value: { changes: [{ session: session.id }] } });
});

test('two tabs share one worker; the one that made it is closed and the other goes on', async ({
	page,
	context,
	browser
}) => {
	await page.goto('/');
	await call(page, 'memory_fact_set', { ...role, value: 'designer' });
	const second = await context.newPage();
	await second.goto('/');
	expect(await call(second, 'memory_fact_get', role)).toMatchObject(designer);
	await page.close();
	expect(await call(second, 'memory_fact_set', { ...role, value: 'designer' })).toMatchObject({
		value: { action: 'confirmed' }
	});
	expect(await killWorkers(browser, second)).toBe(1);
});

test('the tab that the worker lives in crashes: the other tab has a new one', async ({ page, context }) => {
	await page.goto('/');
	await call(page, 'memory_fact_set', { ...role, value: 'designer' });
	const second = await context.newPage();
	await second.goto('/');
	expect(await call(second, 'memory_fact_get', role)).toMatchObject(designer);
	const crashed = page.waitForEvent('crash');
	await page.goto('chrome://crash').catch(() => undefined);
	await crashed;
	expect(await call(second, 'memory_fact_get', role)).toMatchObject(designer);
});

test('[J6] the worker is killed under a burst of writes: every call ends, every write is there once', async ({
	page,
	browser
}) => {
	await page.goto('/');
	await call(page, 'get_entity', { name: 'Jeff' });
	const writes = page.evaluate(() =>
		Promise.all(
			Array.from({ length: 60 }, (_, i) =>
				window.commonplace.remember({ facts: [{ entity: 'Jeff', content: `Fact number ${i}` }] })
			)
		)
	);
	expect(await killWorkers(browser, page)).toBe(1);
	for (const answer of await writes) expect(answer).toMatchObject({ ok: true });
	const context = await call(page, 'get_entity_context', { entityName: 'Jeff', maxObs: 100 });
	const observations = context.ok && 'o' in context.value ? context.value.o : [];
	expect([...observations].sort()).toEqual(Array.from({ length: 60 }, (_, i) => `Fact number ${i}`).sort());
});

test('without SharedWorker each tab has a worker of its own, and they know of each other’s writes', async ({
	context
}) => {
	await context.addInitScript(() => {
		Reflect.deleteProperty(globalThis, 'SharedWorker');
	});
	const [one, two] = [await context.newPage(), await context.newPage()];
	await Promise.all([one.goto('/'), two.goto('/')]);
	for (const page of [one, two]) {
		await call(page, 'get_entity', { name: 'Ada' });
		expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
			expect.stringContaining('notebook.worker')
		]);
	}
	await call(one, 'remember', { facts: [{ entity: 'Ada Lovelace', content: 'Wrote the first program' }] });
	await expect
		.poll(() => call(two, 'find_entities', { query: 'Ada Lovelase' }))
		.toMatchObject({ value: { entities: [{ name: 'Ada Lovelace' }] } });
	await call(two, 'memory_fact_set', { entity: 'Ada Lovelace', attribute: 'born', value: '1815' });
	await one.reload();
	expect(await call(one, 'memory_fact_get', { entity: 'Ada Lovelace', attribute: 'born' })).toMatchObject({
		value: { record: { value: '1815' } }
	});
});

test('what goes wrong in the worker outside of a call is said in the console, once in a toast, and whole in Settings', async ({
	page
}) => {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.addInitScript(() => {
		Reflect.deleteProperty(globalThis, 'SharedWorker');
	});
	const said = page.waitForEvent('console', (message) => message.type() === 'error');
	await page.goto('/');
	await call(page, 'get_entity', { name: 'Jeff' });
	await page.workers()[0]?.evaluate(() => void Promise.reject(new Error('a fault of the test')));
	expect((await said).text()).toContain('a fault of the test');
	expect(await call(page, 'get_entity', { name: 'Jeff' })).toMatchObject({ ok: true });

	const news = page.getByRole('region', { name: strings.nav.news });
	await expect(news).toContainText(problems.toast.text);
	await news.getByRole('button', { name: problems.look }).click();
	const section = page.getByRole('region', { name: problems.title });
	await expect(section).toContainText('a fault of the test');
	await section.getByRole('button', { name: problems.copy }).click();
	await expect(section.getByRole('button', { name: problems.copied })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/a fault of the test[^]*\n\s+at /);
	await page.workers()[0]?.evaluate(() => void Promise.reject(new Error('another fault')));
	await expect(section).toContainText('another fault');
	await expect(news).not.toContainText(problems.toast.text);
});

test('a reload, and all tabs closed and opened again, find everything', async ({ page, context }) => {
	await page.goto('/');
	await call(page, 'memory_fact_set', { ...role, value: 'designer' });
	await page.reload();
	expect(await call(page, 'memory_fact_get', role)).toMatchObject(designer);
	await page.close();
	const again = await context.newPage();
	await again.goto('/');
	expect(await call(again, 'memory_fact_get', role)).toMatchObject(designer);
});
