/** Out in formats of other programs and in again, through Settings and Import; the parts that read and write them are there offline. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { builtFolder, ownServer, type OwnServer } from '../support/own-server';
import { chooseAtFirstRun, chooseInImport, counted, findNothingNew, runImport, told } from './support/import-screen';
import { goOffline, openTab, type Tab } from './support/tabs';
import { ThingScreen } from './support/thing-screen';

let server: OwnServer;
test.beforeEach(async () => {
	server = await ownServer();
	await server.start(await builtFolder());
});
test.afterEach(() => server.stop());

const { import: words, settings } = strings;

const memory = [
	{
		type: 'entity',
		name: 'Ann',
		entityType: 'person',
		observations: ['Likes tea', 'Begins with = and ends\nbelow']
	},
	{ type: 'entity', name: 'Oslo', entityType: 'city', observations: ['Is cold'] },
	{ type: 'relation', from: 'Ann', to: 'Oslo', relationType: 'lives in' }
]
	.map((line) => JSON.stringify(line))
	.join('\n');

interface Saved {
	name: string;
	bytes: Buffer;
}

async function exportAs({ keys, page }: Tab, format: string): Promise<Saved> {
	await keys.go(strings.nav.settings);
	const saving = page.waitForEvent('download');
	const title = settings.formats[format]?.title ?? format;
	await keys.enter(page.getByRole('button', { name: settings.exportTo(title), exact: true }));
	const saved = await saving;
	return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

/** Everything there is, as JSON-LD says it: without ids and times. */
async function graphOf(page: Page): Promise<unknown[]> {
	return page.evaluate(async () => {
		const { commonplace } = window as unknown as {
			commonplace: { export: (args: object) => Promise<{ ok: true; value: { blob: Blob } }> };
		};
		const { value } = await commonplace.export({ format: 'json-ld' });
		const text = (await value.blob.text()).replace(
			/"@id":"[^"]*",?|"dateCreated":"[^"]*",?|"source":"[^"]*",?|,(?=})/g,
			''
		);
		return (JSON.parse(text.replace(/,\s*}/g, '}')) as { '@graph': { name: string }[] })['@graph'].sort((a, b) =>
			a.name < b.name ? -1 : 1
		);
	});
}

async function giveAtImport({ keys, page }: Tab, { name, bytes }: Saved): Promise<void> {
	await keys.command(strings.commands.import);
	const asked = page.waitForEvent('filechooser');
	await keys.enter(page.getByRole('button', { name: words.choose, exact: true }));
	await (await asked).setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
	await expect(page.getByRole('region', { name: words.would })).toBeVisible();
}

test('Markdown out, into an empty profile offline, the same there; and one undo', async ({ context, browser }) => {
	const tab = await openTab(context, server.origin);
	await chooseAtFirstRun(tab.keys, { name: 'memory.jsonl', text: memory });
	await runImport(tab.keys);
	await tab.page.evaluate(async () => {
		const { commonplace } = window as unknown as { commonplace: { remember: (args: object) => Promise<unknown> } };
		await commonplace.remember({ facts: [{ entity: 'Ann', content: 'Sails to [[Oslo]]', mentions: [] }] });
	});
	const saved = await exportAs(tab, 'markdown');
	expect(saved.name).toMatch(/^commonplace-.*\.zip$/);
	const before = await graphOf(tab.page);

	const other = await browser.newContext();
	const there = await openTab(other, server.origin);
	await expect(there.page.getByRole('heading', { level: 1, name: strings.first.title })).toBeVisible();
	await goOffline(there, server);
	await giveAtImport(there, saved);
	expect(await counted(there.page, words.would)).toEqual(
		told({ entities_new: 2, observations_new: 4, relations_new: 1 })
	);
	await expect(there.page.getByRole('rowheader', { name: 'things/Ann.md' })).toBeVisible();
	await runImport(there.keys);
	expect(await graphOf(there.page)).toEqual(before);
	await there.keys.enter(there.page.getByRole('button', { name: words.undo, exact: true }));
	await expect(there.page.getByText(words.undone).first()).toBeVisible();
	expect(await graphOf(there.page)).toEqual([]);
	await other.close();
});

test('a table in: its header is told, values and lists are kept, the same again doubles nothing', async ({
	context
}) => {
	const tab = await openTab(context, server.origin);
	const { page, keys } = tab;
	const text = 'Name;Type;City;tags[]\r\nAnn;person;Oslo;a; b\r\n;person;Rome;\r\n"Ben";person;\'=1+1;x\r\n';
	await chooseAtFirstRun(keys, { name: 'people.csv', text });
	expect(await counted(page, words.would)).toEqual(told({ entities_new: 2, values_new: 4 }));
	await expect(page.getByRole('main')).toContainText('header: Name, Type, City, tags[]');
	await expect(page.getByRole('main').getByRole('row', { name: /"Name" is empty/ })).toBeVisible();
	await runImport(keys);
	await keys.open('Ben');
	await expect(page.getByRole('main')).toContainText('=1+1');
	await chooseInImport(keys, { name: 'people.csv', text });
	await findNothingNew(keys);
	expect(tab.complaints).toEqual([]);
});

test('a folder of notes from elsewhere: front matter, links, lists', async ({ context }) => {
	const folder = await mkdtemp(join(tmpdir(), 'notes-'));
	await writeFile(
		join(folder, 'Ann.md'),
		'---\ntype: person\nrole: captain\nport: "[[Oslo]]"\n---\n# Ann\n\n- Sails with [[Ben]]\n- Likes tea\n'
	);
	await writeFile(join(folder, 'Oslo.md'), 'A city by the sea.\n');
	await writeFile(join(folder, '2026-01-05.md'), 'Met [[Ann]].\n');
	const tab = await openTab(context, server.origin);
	const { page, keys } = tab;
	await expect(page.getByRole('heading', { level: 1, name: strings.first.title })).toBeVisible();
	await page.evaluate(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
	await keys.command(strings.commands.import);
	const asked = page.waitForEvent('filechooser');
	await keys.enter(page.getByRole('button', { name: words.chooseFolder }));
	await (await asked).setFiles(folder);
	expect(await counted(page, words.would)).toEqual(
		told({ entities_new: 2, observations_new: 3, values_new: 1, relations_new: 2, notes_new: 1, mentioned_only: 1 })
	);
	await runImport(keys);
	await keys.open('Ann');
	const here = new ThingScreen(page);
	await expect(here.fact('Likes tea')).toBeVisible();
	await expect(here.relations).toContainText('Oslo');
	await expect(here.relations).toContainText('Ben');
	expect(tab.complaints).toEqual([]);
	await rm(folder, { recursive: true });
});

test('Markdown into a folder: a new one each time, nothing that lies there is touched', async ({ context }) => {
	const tab = await openTab(context, server.origin);
	const { page, keys } = tab;
	await chooseAtFirstRun(keys, { name: 'memory.jsonl', text: memory });
	await runImport(keys);
	// No test can answer the browser's own dialog: a folder of the origin stands in for the one that a person would choose.
	await page.evaluate(() => Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() }));
	await keys.go(strings.nav.settings);
	const button = page.getByRole('button', { name: settings.intoFolderOf('Markdown') });
	for (const n of [1, 2]) {
		await keys.enter(button);
		await expect(page.getByRole('region', { name: settings.exports })).toContainText(
			n === 1 ? ': 2 files' : '-2: 2 files'
		);
	}
	const text = await page.evaluate(async () => {
		const root = await navigator.storage.getDirectory();
		const date = new Date().toISOString().slice(0, 10);
		const folder = await (await root.getDirectoryHandle(`commonplace-markdown-${date}-2`)).getDirectoryHandle('things');
		return (await (await folder.getFileHandle('Ann.md')).getFile()).text();
	});
	expect(text).toContain('- lives in: [[Oslo]]');
	expect(tab.complaints).toEqual([]);
});

test('GraphML is well-formed and says what there is', async ({ context }) => {
	const odd = { type: 'entity', name: '<b> & "x" ]]> \u0007', entityType: 'a&b', observations: [] };
	const edge = { type: 'relation', from: 'Ann', to: odd.name, relationType: '<knows>' };
	const tab = await openTab(context, server.origin);
	await chooseAtFirstRun(tab.keys, {
		name: 'memory.jsonl',
		text: [memory, JSON.stringify(odd), JSON.stringify(edge)].join('\n')
	});
	await runImport(tab.keys);
	const { bytes } = await exportAs(tab, 'graphml');
	const seen = await tab.page.evaluate((text) => {
		const xml = new DOMParser().parseFromString(text, 'application/xml');
		const all = (name: string) => [...xml.getElementsByTagNameNS('http://graphml.graphdrawing.org/xmlns', name)];
		const ids = new Set(all('node').map((node) => node.getAttribute('id')));
		return {
			errors: xml.getElementsByTagName('parsererror').length,
			labels: all('node').map((node) => node.querySelector('data[key=label]')?.textContent),
			edges: all('edge').map((edge) => ['source', 'target'].every((end) => ids.has(edge.getAttribute(end)))),
			relations: all('edge').map((edge) => edge.querySelector('data[key=relation]')?.textContent)
		};
	}, bytes.toString('utf8'));
	const { labels, relations, ...structure } = seen;
	expect(structure).toEqual({ errors: 0, edges: [true, true] });
	// What XML has no way to say is a sign for what cannot be said.
	expect(labels.sort()).toEqual(['<b> & "x" ]]> \uFFFD', 'Ann', 'Oslo']);
	expect(relations.sort()).toEqual(['<knows>', 'lives in']);
});
