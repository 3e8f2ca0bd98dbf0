/**
 * The story of the first Commonplace, with nothing but a keyboard: a memory file comes in, is searched with a typo, read, added to,
 * contradicted, settled, looked back at, drawn, taken back; then the network goes and the server stops, and everything is there.
 * A second tab, opened before any of it, shows each write at once.
 */
import { expect, test } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { duplicatesFile } from '../support/memory-files';
import { builtFolder, ownServer, type OwnServer } from '../support/own-server';
import { contradict } from './support/agent';
import { saveCopy } from './support/export-screen';
import { chooseAtFirstRun, chooseInImport, counted, runImport, told } from './support/import-screen';
import { drawn, rowsOf, ThingScreen } from './support/thing-screen';
import { goOffline, openTab } from './support/tabs';

let server: OwnServer;
test.beforeEach(async () => {
	server = await ownServer();
	await server.start(await builtFolder());
});
test.afterEach(() => server.stop());

const { first, import: words, thing: said } = strings;
const HALF = '{"type":"entity","name":"half a li';
const HELD = 'Is held to account by the test_suite every night';
const STURDY = 'Keeps going in any weather';

test('the story: keyboard only, two tabs, then without network and server', async ({ context }) => {
	const tab = await openTab(context, server.origin);
	const other = await openTab(context, server.origin);
	const { page, keys } = tab;
	const [here, there] = [new ThingScreen(page), new ThingScreen(other.page)];
	const inBoth = (check: (screen: ThingScreen) => Promise<unknown>) => Promise.all([here, there].map(check));

	await test.step('a memory file: its dry run, then the import', async () => {
		await chooseAtFirstRun(keys, { name: 'memory.jsonl', text: `${duplicatesFile()}\n${HALF}` });
		expect(await counted(page, words.would)).toEqual([
			...told({ entities_new: 7, united: 2, observations_new: 14, observations_known: 3 }),
			...told({ relations_new: 5, relations_known: 2, mentioned_only: 1 })
		]);
		const refused = page
			.getByRole('region', { name: words.refused(1) })
			.getByRole('row')
			.last();
		await expect(refused).toContainText('17');
		await expect(refused).toContainText(HALF);
		await expect(there.title).toHaveText(first.title);
		await runImport(keys);
		expect(await counted(page, words.did)).toEqual(expect.arrayContaining(told({ observations_new: 14 })));
		await expect(there.title).not.toHaveText(first.title);
	});

	await test.step('a typo in the box finds the thing', async () => {
		await keys.go(strings.nav.home);
		await keys.tabTo(page.getByRole('main').getByRole('combobox', { name: strings.box.label }));
		await keys.type('tyde-guage');
		await expect(keys.chosen).toContainText('tide-gauge');
		await keys.press('Enter');
		await expect(here.title).toHaveText('tide-gauge');
		for (const fact of ['Reads harbour sensors', 'Written in Go', 'Samples every 500 ms'])
			await expect(here.fact(fact)).toHaveCount(1);
		await other.keys.open('tide-gauge');
	});

	await test.step('a fact that names another thing; there it is a mention', async () => {
		await keys.press('f');
		await keys.write(page.getByLabel(said.factLabel('tide-gauge')), 'Is held to account by the @test_su');
		await expect(page.getByRole('option', { selected: true })).toContainText('test_suite');
		await keys.press('Enter');
		await keys.type(' every night');
		await keys.press('Enter', 'Escape');
		await inBoth((screen) => expect(screen.fact(HELD)).toBeVisible());
		await keys.enter(here.fact(HELD).getByRole('link', { name: 'test_suite' }));
		await expect(here.title).toHaveText('test_suite');
		await expect(here.mentions).toContainText(HELD);
		await expect(here.mentions).toContainText(said.aboutOther('tide-gauge'));
		await keys.open('tide-gauge');
	});

	await test.step('a value', async () => {
		await here.addValue(keys, 'status', 'in service');
		await keys.press('Escape');
		await inBoth((screen) => expect(screen.value('status')).toContainText('in service'));
	});

	await test.step('an agent says otherwise: both stand', async () => {
		const copy = await saveCopy(keys, 'journal');
		const claim = { entity: 'tide-gauge', attribute: 'status', value: 'out of order', source: 'the harbour log' };
		const text = await contradict(copy.text, 'Claude Code', claim);
		await chooseInImport(keys, { name: copy.name, text });
		expect(await counted(page, words.would)).toEqual(expect.arrayContaining(told({ changes_new: 1 })));
		await runImport(keys);
		await expect(page.getByRole('link', { name: /^Review/ })).toHaveAccessibleName(/decisions wait/);
		await keys.open('tide-gauge');
		await inBoth(async (screen) => {
			for (const shown of [said.contested, 'in service', 'out of order', 'Claude Code'])
				await expect(screen.slot('status')).toContainText(shown);
		});
	});

	await test.step('settled with one key, and looked back at where it stands', async () => {
		await keys.press('2');
		await inBoth(async (screen) => {
			await expect(screen.slot('status')).not.toContainText(said.contested);
			await expect(screen.value('status')).toContainText('out of order');
		});
		await keys.enter(here.slot('status').getByRole('button', { name: said.showHistory('status') }));
		const versions = here.slot('status').getByRole('listitem');
		await expect(versions).toHaveCount(2);
		for (const shown of ['out of order', said.status['current'] ?? '', 'Claude Code', 'the harbour log'])
			await expect(versions.first()).toContainText(shown);
		for (const shown of ['in service', said.status['superseded'] ?? '', strings.who.you])
			await expect(versions.last()).toContainText(shown);
	});

	await test.step('its neighbourhood: drawn, and in words', async () => {
		await drawn(here.around.getByRole('application'));
		await keys.enter(here.around.getByRole('button', { name: said.asTable }));
		const table = here.around.getByRole('table');
		await expect(table).toBeVisible();
		expect(await rowsOf(table)).toEqual(
			expect.arrayContaining([
				'tide-gauge · contains · gauge_package',
				'tide-gauge · includes · Documentation',
				'tide-gauge · needs · documentation'
			])
		);
		await keys.enter(here.around.getByRole('link', { name: said.openGraph }));
		await drawn(page.getByRole('application', { name: /tide-gauge/ }));
		await expect.poll(() => rowsOf(page.getByRole('table'))).toContain('gauge_package · reports_to · Lighthouse board');
	});

	await test.step('taken back by key, done again, taken back', async () => {
		await keys.open('tide-gauge');
		await keys.press('ControlOrMeta+z');
		await inBoth((screen) => expect(screen.slot('status')).toContainText(said.contested));
		await keys.press('ControlOrMeta+Shift+Z');
		await inBoth((screen) => expect(screen.slot('status')).not.toContainText(said.contested));
		await keys.press('ControlOrMeta+z');
		await inBoth((screen) => expect(screen.slot('status')).toContainText(said.contested));
	});

	expect([tab.complaints, other.complaints]).toEqual([[], []]);

	await test.step('no network, no server: all of it is there and takes more', async () => {
		await goOffline(tab, server);
		await expect(here.title).toHaveText('tide-gauge');
		for (const fact of ['Samples every 500 ms', HELD]) await expect(here.fact(fact)).toBeVisible();
		await expect(here.relations).toContainText('gauge_package');
		await drawn(here.around.getByRole('application'));
		await expect(here.slot('status')).toContainText(said.contested);
		await keys.press('1');
		await inBoth(async (screen) => {
			await expect(screen.slot('status')).not.toContainText(said.contested);
			await expect(screen.value('status')).toContainText('in service');
		});
		await here.addFact(keys, STURDY);
		await expect(there.fact(STURDY)).toBeVisible();
		await keys.open('test_suite', 'test siute');
		await expect(here.mentions).toContainText(HELD);
	});
});
