/** Whoever counts things counts what the list of things shows (N6): a thing of several rows once, whatever was joined, taken apart or removed. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { typeKey } from '../../src/lib/domain/name';
import type { Id } from '../../src/lib/domain/model';
import { TypeTally } from '../../src/lib/notebook/type-tally';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { got, openDesk, type Desk } from '../door/support';
import { openNotebook, person } from '../support/notebooks';

vi.setConfig({ testTimeout: 120_000 });

const TYPES = [null, 'person', 'Person', 'firm'];

interface Step {
	act: 'merge' | 'unmerge' | 'distinct' | 'remove' | 'type' | 'undo';
	a: number;
	b: number;
}

const step: fc.Arbitrary<Step> = fc.record({
	act: fc.constantFrom('merge', 'merge', 'merge', 'unmerge', 'distinct', 'remove', 'type', 'undo'),
	a: fc.nat(100),
	b: fc.nat(100)
});

interface Known {
	ids: Id[];
	changes: Id[];
	declarations: string[];
}

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

async function begin(desk: Desk, types: readonly number[]): Promise<Known> {
	const { channel_id } = await got(desk.me.create_channel({ name: 'Home' }));
	const known: Known = { ids: [], changes: [], declarations: [] };
	for (const [i, type] of types.entries()) {
		const { facts } = await got(
			desk.me.remember({
				facts: [{ entity: `Thing ${String(i)}`, type: at(TYPES, type), content: `Is number ${String(i)}` }],
				channel_id: i % 3 ? 'default' : channel_id
			})
		);
		known.ids.push(facts[0]?.entity_id ?? '');
	}
	return known;
}

/** What cannot be done is refused, and changes nothing. */
async function perform({ me }: Desk, known: Known, { act, a, b }: Step): Promise<void> {
	const [one = '', other = ''] = [at(known.ids, a), at(known.ids, b)];
	const pair = { entity: 'any', entity_id: one, other: 'any', other_id: other };
	const answer =
		act === 'merge'
			? await me.merge_entities({ ...pair, despite: b % 2 === 0 })
			: act === 'distinct'
				? await me.mark_distinct(pair)
				: act === 'unmerge'
					? await me.unmerge_entities({ declaration: at(known.declarations, a) ?? 'none' })
					: act === 'remove'
						? await me.remove_entity({ entity: 'any', entity_id: one })
						: act === 'type'
							? await me.set_entity({ entity: 'any', entity_id: one, new_type: at(TYPES, b) ?? 'place' })
							: await me.undo({ change_id: at(known.changes, a) ?? 'none' });
	if (!answer.ok) return;
	if (typeof answer.value.change_id === 'string') known.changes.push(answer.value.change_id);
	if ('declaration' in answer.value && typeof answer.value.declaration === 'string')
		known.declarations.push(answer.value.declaration);
}

async function counted(me: Desk['me'], channel?: Id) {
	const narrow = channel === undefined ? {} : { channel_id: channel };
	const { types, total } = await got(me.list_types(narrow));
	const { entities } = await got(me.get_overview(narrow));
	const { channels } = await got(me.list_channels(narrow));
	return { types, total, entities, inChannels: channels.reduce((sum, { entity_count }) => sum + entity_count, 0) };
}

async function expectCounts(me: Desk['me'], channel?: Id): Promise<void> {
	const narrow = channel === undefined ? {} : { channel_id: channel };
	const { types, total, entities, inChannels } = await counted(me, channel);
	const list = await got(me.list_entities({ ...narrow, limit: 500 }));
	expect({ total, entities, inChannels }).toEqual({
		total: list.total,
		entities: list.total,
		inChannels: list.total
	});
	for (const type of ['person', 'firm', 'place']) {
		const { total: listed } = await got(me.list_entities({ ...narrow, type, limit: 500 }));
		expect([type, types.find((each) => each.type !== null && typeKey(each.type) === type)?.count ?? 0]).toEqual([
			type,
			listed
		]);
	}
}

test('[N6] counts are the lengths of the lists, in all and in each channel, after any merges, reversals and removals', async () => {
	let joined = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.nat(3), { minLength: 4, maxLength: 9 }),
			fc.array(step, { minLength: 3, maxLength: 14 }),
			async (types, steps) => {
				const desk = await openDesk(() => Promise.resolve(createMemoryStore()));
				const known = await begin(desk, types);
				for (const each of steps) await perform(desk, known, each);
				const channels = [undefined, 'default', (await got(desk.me.list_channels({}))).channels[1]?.channel_id];
				for (const channel of channels) await expectCounts(desk.me, channel);
				// Built anew they count alike (J7).
				const anew = await openNotebook(desk.store);
				expect(await counted(anew.notebook.door(person))).toEqual(await counted(desk.me));
				joined += known.declarations.length;
				desk.notebook.close();
			}
		),
		{ numRuns: 150, seed: 11 }
	);
	expect(joined).toBeGreaterThan(100);
});

test('[N6] a thing counts once under each type that one of its rows has, and under none only when none has one', () => {
	const tally = new TypeTally();
	const families = [[null, 'firm', 'Firm', 'person'], [null, null], ['person']].map((types) =>
		types.map((type) => ({ type }))
	);
	for (const { type } of families.flat()) tally.count(type, 1);
	const told = [
		{ type: 'person', count: 2 },
		{ type: null, count: 1 },
		{ type: 'firm', count: 1 }
	];
	expect(tally.list(families)).toEqual(told);
	expect(tally.list(families), 'asking changes nothing').toEqual(told);
	expect(tally.list([])).toEqual([
		{ type: null, count: 3 },
		{ type: 'Firm', count: 2 },
		{ type: 'person', count: 2 }
	]);
});
