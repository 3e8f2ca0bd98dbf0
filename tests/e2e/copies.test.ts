/** Copies that leave through Settings: the official memory.jsonl says what came in; a journal makes the same notebook elsewhere. */
import { expect, test, type Browser } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { cjkMarkdownFile, duplicatesFile } from '../support/memory-files';
import { saveCopy } from './support/export-screen';
import { chooseAtFirstRun, runImport } from './support/import-screen';
import { openTab, type Tab } from './support/tabs';
import { ThingScreen } from './support/thing-screen';

/* ---- a memory.jsonl as the official server reads it ---- */

interface Graph {
	/** Observations by name and type. */
	entities: Map<string, string[]>;
	relations: string[];
}

interface Line {
	type: string;
	name: string;
	entityType: string;
	observations: string[];
	from: string;
	to: string;
	relationType: string;
}

/** Every line must be one of the two; repeats of a name under one type count as one, whatever the type's case. */
function readGraph(file: string): Graph {
	const entities = new Map<string, Set<string>>();
	const relations = new Set<string>();
	for (const text of file.split('\n').filter((line) => line.trim())) {
		const line = JSON.parse(text) as Line;
		if (line.type === 'relation') relations.add(`${line.from} · ${line.relationType} · ${line.to}`);
		else {
			expect(line.type).toBe('entity');
			const key = `${line.name} · ${line.entityType.toLowerCase()}`;
			entities.set(key, new Set([...(entities.get(key) ?? []), ...line.observations]));
		}
	}
	const sorted = [...entities].map(([key, said]) => [key, [...said].sort()] as const);
	return { entities: new Map(sorted.sort(([a], [b]) => (a < b ? -1 : 1))), relations: [...relations].sort() };
}

const given = [duplicatesFile(), cjkMarkdownFile()].join('\n');
/** Ends of relations that no line of the file describes: in the notebook they are things too. */
const mentioned = ['Lighthouse board', '灯塔-日志', 'board8-pin-map'];

async function importGiven(tab: Tab): Promise<void> {
	await chooseAtFirstRun(tab.keys, { name: 'memory.jsonl', text: given });
	await runImport(tab.keys);
}

test('memory.jsonl in and out: the same entities, observations and relations', async ({ context, baseURL }) => {
	const tab = await openTab(context, baseURL);
	await importGiven(tab);
	const { name, text } = await saveCopy(tab.keys, 'memory');
	expect(name).toMatch(/^memory-.*\.jsonl$/);
	const [before, after] = [readGraph(given), readGraph(text)];
	for (const end of mentioned) expect(after.entities.get(`${end} · `)).toEqual([]);
	for (const end of mentioned) after.entities.delete(`${end} · `);
	expect(after).toEqual(before);
	expect(tab.complaints).toEqual([]);
});

/** Another person's browser, or the same one after all was lost. */
async function anotherProfile(browser: Browser, baseURL: string | undefined): Promise<Tab> {
	return openTab(await browser.newContext(), baseURL);
}

/** The list of things as it stands, row by row. */
async function listOfThings({ keys, page }: Tab): Promise<string[]> {
	await keys.go(strings.nav.things);
	const rows = page.getByRole('main').getByRole('row');
	await expect(page.getByRole('rowheader').first()).toBeVisible();
	return rows.allInnerTexts();
}

test('a journal restored in another profile: the same things, with their history, and the same files out of it', async ({
	context,
	browser,
	baseURL
}) => {
	const tab = await openTab(context, baseURL);
	const here = new ThingScreen(tab.page);
	await importGiven(tab);
	await tab.keys.open('tide-gauge');
	for (const value of ['in service', 'out of order']) {
		await here.addValue(tab.keys, 'status', value);
		await tab.keys.press('Escape');
		await expect(here.value('status')).toContainText(value);
	}
	await here.addFact(tab.keys, 'Was said in the first notebook');
	const journal = await saveCopy(tab.keys, 'journal');
	const memory = await saveCopy(tab.keys, 'memory');

	const restored = await anotherProfile(browser, baseURL);
	const there = new ThingScreen(restored.page);
	await chooseAtFirstRun(restored.keys, journal, strings.first.restoreWhat);
	await runImport(restored.keys);
	expect(await listOfThings(restored)).toEqual(await listOfThings(tab));
	await restored.keys.open('tide-gauge');
	await tab.keys.open('tide-gauge');
	await expect(there.fact('Was said in the first notebook')).toBeVisible();
	expect(await there.facts.getByRole('listitem').allInnerTexts()).toEqual(
		await here.facts.getByRole('listitem').allInnerTexts()
	);
	await restored.keys.enter(there.slot('status').getByRole('button', { name: strings.thing.showHistory('status') }));
	await expect(there.slot('status').getByRole('listitem')).toContainText(['out of order', 'in service']);
	expect((await saveCopy(restored.keys, 'memory')).text).toBe(memory.text);
	const changes = (text: string) => text.split('\n').filter((line) => line.startsWith('{"n":'));
	expect(changes((await saveCopy(restored.keys, 'journal')).text)).toEqual(changes(journal.text));
	expect([tab.complaints, restored.complaints]).toEqual([[], []]);
	await restored.page.context().close();
});
