/** An open page hears of what changes it, and is left alone by the rest: what events say of a commit against what pages show before and after. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import type { Door, OperationName } from '../../src/lib/contract';
import type { ChangedEvent } from '../../src/lib/notebook/notebook';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { tellsOf, type ThingPage } from '../../src/lib/ui/state/dossier-rows';
import { fact, got, openDesk, relate, set, type Desk } from '../door/support';
import { learn, nextCall, nothingKnown, perform, randomOf, type Call } from '../support/fuzz';
import { createTestEnv, START } from '../support/notebooks';

vi.setConfig({ testTimeout: 120_000 });

const open = (seed = 1): Promise<Desk> => openDesk(() => Promise.resolve(createMemoryStore()), createTestEnv(seed));

interface Open {
	id: string;
	page: ThingPage;
	own: ReadonlySet<string>;
}

async function openPage(me: Door, id: string): Promise<Open> {
	const page = await got(me.get_dossier({ entity_id: id, history: true, limit: 1000 }));
	return { id, page, own: new Set([id, ...page.family.rows.map((row) => row.id)]) };
}

async function openPages(me: Door): Promise<Open[]> {
	const ids: string[] = [];
	for (const trash of [false, true]) {
		const { entities } = await got(me.list_entities({ limit: 500, trash }));
		ids.push(...entities.map(({ id }) => id));
	}
	return Promise.all(ids.map((id) => openPage(me, id)));
}

/** What commits say while something is done. */
async function heardOf(desk: Desk, work: () => Promise<unknown>): Promise<ChangedEvent[]> {
	const heard: ChangedEvent[] = [];
	const stop = desk.notebook.on((event) => event.type === 'changed' && heard.push(event));
	await work();
	stop();
	return heard;
}

describe('told by name', () => {
	/** Which of the open pages hear of it. */
	async function tellingOf(desk: Desk, work: () => Promise<unknown>): Promise<string[]> {
		const pages = await openPages(desk.me);
		const events = await heardOf(desk, work);
		const told = pages.filter(({ page, own }) => events.some((event) => tellsOf(page, own, event)));
		return told.map(({ page }) => page.entity?.name ?? '').sort();
	}

	async function four(): Promise<Desk> {
		const desk = await open();
		for (const name of ['Ada', 'Bo', 'Cy', 'Di']) await fact(desk.me, name, `${name} likes tea`, { type: 'person' });
		return desk;
	}

	test('a fact about one that mentions another; its end, and the undo of that', async () => {
		const desk = await four();
		let id = '';
		const mention = async () => {
			id = await fact(desk.me, 'Bo', 'Met Ada', { mentions: [{ entity: 'Ada', role: 'friend' }] });
		};
		expect(await tellingOf(desk, mention)).toEqual(['Ada', 'Bo']);
		let change = '';
		const end = async () => (change = (await got(desk.me.end_fact({ fact_id: id }))).change_id ?? '');
		expect(await tellingOf(desk, end)).toEqual(['Ada', 'Bo']);
		expect(await tellingOf(desk, () => got(desk.me.undo({ change_id: change })))).toEqual(['Ada', 'Bo']);
		expect(await tellingOf(desk, () => got(desk.me.forget({ fact_id: id })))).toEqual(['Ada', 'Bo']);
	});

	test('a relation, at both of its ends and at no other page that shows one of them', async () => {
		const desk = await four();
		await relate(desk.me, 'Cy', 'knows', 'Bo');
		expect(await tellingOf(desk, () => relate(desk.me, 'Bo', 'knows', 'Ada'))).toEqual(['Ada', 'Bo']);
		expect(await tellingOf(desk, () => set(desk.me, 'Bo', 'town', 'Oslo'))).toEqual(['Bo']);
		const rename = () => got(desk.me.rename_entity({ entity: 'Bo', new_name: 'Bob' }));
		expect(await tellingOf(desk, rename)).toEqual(['Ada', 'Bo', 'Cy']);
	});

	test('[N6] what is said of one row, at the pages of all of them', async () => {
		const desk = await four();
		await got(desk.me.merge_entities({ entity: 'Ada', other: 'Cy' }));
		const [event] = await heardOf(desk, () => relate(desk.me, 'Bo', 'knows', 'Ada'));
		const rows = (await got(desk.me.get_entity({ name: 'Ada' }))).entities.map(({ id }) => id);
		expect(rows).toHaveLength(2);
		expect(event?.concerns).toEqual(expect.arrayContaining(rows));
		const [own] = await heardOf(desk, () => fact(desk.me, 'Cy', 'Sings'));
		expect(new Set([...Object.keys(own?.shelves ?? {}), ...(own?.concerns ?? [])])).toEqual(new Set(rows));
	});

	test('an item of Review that is put off, or brought in again, is no commit and yet told', async () => {
		const desk = await four();
		const told: unknown[] = [];
		desk.notebook.on((event) => void told.push(event));
		await got(desk.me.set_aside({ item_id: 'duplicate:a:b' }));
		await got(desk.me.set_aside({ item_id: 'duplicate:a:b', back: true }));
		expect(told).toEqual([
			{ type: 'set_aside', item_id: 'duplicate:a:b' },
			{ type: 'set_aside', item_id: 'duplicate:a:b' }
		]);
	});

	test('a note that names it, and a namesake', async () => {
		const desk = await four();
		expect(await tellingOf(desk, () => got(desk.me.add_note({ text: 'On [[Ada]]' })))).toEqual(['Ada']);
		const namesake = () => fact(desk.me, 'Ada', 'Is a language', { type: 'language' });
		expect(await tellingOf(desk, namesake)).toEqual(['Ada']);
	});
});

/** Relations come in no order. */
const unordered = (page: ThingPage): unknown => ({
	...page,
	relations: page.relations.map((each) => JSON.stringify(each)).sort()
});

describe('after any call', () => {
	/** Calls that join and part things, beside those of the fuzz. */
	const joining = (random: () => number, ids: readonly string[]): Call => {
		const one = () => ids[Math.floor(random() * ids.length)] ?? '';
		const args = { entity: 'any', entity_id: one(), other: 'any', other_id: one() };
		const operations: OperationName[] = ['merge_entities', 'merge_entities', 'unmerge_entities', 'mark_distinct'];
		return { by: 'me', operation: operations[Math.floor(random() * operations.length)] ?? 'merge_entities', args };
	};

	test.each([1, 2, 3, 4, 5, 6])('[N6][E5] a page that shows something else had heard of it (seed %d)', async (seed) => {
		const desk = await open(seed);
		const random = randomOf(seed * 77);
		const known = nothingKnown();
		let [shown, heard] = [0, 0];
		for (let i = 0; i < 150; i++) {
			desk.env.at = START + i * 60_000;
			const pages = await openPages(desk.me);
			const call =
				random() < 0.15
					? joining(
							random,
							pages.map(({ id }) => id)
						)
					: { ...nextCall(random, known), by: 'me' as const };
			const events = await heardOf(desk, async () => {
				const answer = await perform(desk.me, call);
				if (answer.ok) learn(known, answer.value);
			});
			for (const { id, page, own } of pages) {
				const after = (await openPage(desk.me, id)).page;
				const isOther = !isDeepStrictEqual(unordered(after), unordered(page));
				const isTold = events.some((event) => tellsOf(page, own, event));
				if (isOther) expect({ call, page: page.entity?.name, isTold }).toMatchObject({ isTold: true });
				if (isOther) shown++;
				else if (isTold && !page.entity?.removed) heard++;
			}
		}
		expect(shown).toBeGreaterThan(50);
		expect(heard, 'pages that were read again for nothing').toBeLessThan(shown);
	});
});
