/**
 * The other kinds of memory files that people have, each by keyboard from the first screen to its things and offline; and the files of
 * the folder that COMMONPLACE_SAMPLES names, where there is one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { cjkMarkdownFile, inlineRelationsFile, objectObservationsFile } from '../support/memory-files';
import { builtFolder, ownServer, type OwnServer } from '../support/own-server';
import { chooseAtFirstRun, chooseInImport, counted, findNothingNew, runImport, told } from './support/import-screen';
import type { GivenFile } from './support/keyboard';
import { goOffline, openTab } from './support/tabs';
import { ThingScreen } from './support/thing-screen';

let server: OwnServer;
test.beforeEach(async () => {
	server = await ownServer();
	await server.start(await builtFolder());
});
test.afterEach(() => server.stop());

const words = strings.import;

interface Told extends GivenFile {
	/** Of the report, before anything is written. */
	would: Record<string, number>;
	/** What the line said that cannot be taken. */
	refused?: string;
	/** A thing of the file: what is typed for it, one of its facts, a thing it is related to. */
	typed: string;
	thing: string;
	fact: string;
	related: string;
}

const files: Told[] = [
	{
		name: 'object-observations.jsonl',
		text: objectObservationsFile(),
		would: { entities_new: 3, observations_new: 5, relations_new: 2 },
		typed: 'HabrourKit',
		thing: 'HarbourKit',
		fact: 'Draws charts of tides',
		related: 'TideChart'
	},
	{
		name: 'cjk-markdown.jsonl',
		text: cjkMarkdownFile(),
		would: { entities_new: 2, observations_new: 2, relations_new: 3, mentioned_only: 2 },
		typed: '港口-服务-部暑',
		thing: '港口-服务-部署',
		fact: '每次 `run deploy` 之后必须重启',
		related: '灯塔-日志'
	},
	{
		name: 'inline-relations.jsonl',
		text: inlineRelationsFile(),
		would: { entities_new: 4, observations_new: 5, relations_new: 5, mentioned_only: 2 },
		refused: 'Copy this into',
		typed: 'Berth_Alocation',
		thing: 'Berth_Allocation',
		fact: 'Ships are given berths by draught',
		related: 'D03_Overview'
	}
];

for (const { name, text, would, refused, typed, thing, fact, related } of files)
	test(`${name}: in, found with a typo, added to, the same again doubles nothing, offline`, async ({ context }) => {
		const tab = await openTab(context, server.origin);
		const { page, keys } = tab;
		const here = new ThingScreen(page);
		await chooseAtFirstRun(keys, { name, text });
		expect(await counted(page, words.would)).toEqual(told(would));
		const lines = page.getByRole('main').getByRole('table').getByRole('row');
		await expect(lines).toHaveCount(refused ? 2 : 0);
		if (refused) await expect(lines.last()).toContainText(refused);
		await runImport(keys);
		await keys.open(thing, typed);
		await expect(here.fact(fact)).toBeVisible();
		await expect(here.relations).toContainText(related);
		await here.addFact(keys, 'Was looked at by hand');
		await keys.press('ControlOrMeta+z');
		await expect(here.fact('Was looked at by hand')).toBeHidden();
		await chooseInImport(keys, { name, text });
		await findNothingNew(keys);
		expect(tab.complaints).toEqual([]);
		await goOffline(tab, server);
		await keys.open(thing, typed);
		await expect(here.fact(fact)).toBeVisible();
	});

function samples(): GivenFile[] {
	const folder = process.env['COMMONPLACE_SAMPLES'];
	if (!folder || !existsSync(folder)) return [];
	const names = readdirSync(folder).filter((name) => /\.(jsonl|ndjson|json)$/.test(name));
	return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** The last two letters changed about. */
const mistyped = (name: string): string => {
	const letters = [...name];
	return [...letters.slice(0, -2), ...letters.slice(-2).reverse()].join('');
};

for (const file of samples())
	test(`a real file, ${file.name}: in, every thing listed, found with a typo, the same again doubles nothing, offline`, async ({
		context
	}) => {
		const tab = await openTab(context, server.origin);
		const { page, keys } = tab;
		await chooseAtFirstRun(keys, file);
		const [things = ''] = await counted(page, words.would);
		await runImport(keys);
		await keys.enter(page.getByRole('link', { name: words.see }));
		const rows = page.getByRole('main').getByRole('rowheader').getByRole('link');
		await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(Number.parseInt(things, 10));
		const name = (await rows.first().textContent()) ?? '';
		await keys.open(name, mistyped(name));
		await chooseInImport(keys, file);
		await findNothingNew(keys);
		expect(tab.complaints).toEqual([]);
		await goOffline(tab, server);
		await keys.open(name, mistyped(name));
	});
