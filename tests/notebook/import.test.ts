/** Imports as the notebook does them (J2, N8, E2, F5): what unites, what stays apart, what is cut off, what is taken back. Formats: tests/transfer. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Door } from '../../src/lib/contract';
import { rebuildProjections } from '../../src/lib/notebook/rebuild';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { Store } from '../../src/lib/store/store';
import {
	changes,
	contents,
	fact,
	got,
	names,
	openDesk,
	refused,
	relate,
	set,
	stored,
	type Desk
} from '../door/support';
import { copyOf, livingOf, projectionOf } from '../support/devices';
import { createTestEnv } from '../support/notebooks';

vi.setConfig({ testTimeout: 60_000 });

const entity = (name: string, entityType: string, ...observations: string[]) =>
	JSON.stringify({ type: 'entity', name, entityType, observations });
const relation = (from: string, relationType: string, to: string) =>
	JSON.stringify({ type: 'relation', from, to, relationType });
const file = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

const open = (store: Store = createMemoryStore(), seed = 1): Promise<Desk> =>
	openDesk(() => Promise.resolve(store), createTestEnv(seed));

const preview = (door: Door, source: string, more: object = {}) =>
	got(door.import_preview({ source, name: 'memory.jsonl', ...more }));

async function run(door: Door, source: string, more: object = {}) {
	const { preview_id } = await preview(door, source, more);
	return got(door.import_run({ preview_id }));
}

const office = file(
	entity('Jeff', 'person', 'Prefers dark mode', 'Uses TypeScript'),
	relation('Jeff', 'works_at', 'Acme Corp'),
	entity('Sarah', 'person', 'Likes tea'),
	relation('Sarah', 'manages', 'Jeff'),
	entity('jeff', 'person', 'Is tall'),
	entity('Jeff', 'Person', 'uses  typescript', 'Has a cat')
);

describe('within a file', () => {
	test('[N8] names match by spelling: repeats unite, what differs in case stays two rows', async () => {
		const { me } = await open();
		const source = file(
			entity('documentation', 'topic', 'lower'),
			entity('Documentation', 'topic', 'upper'),
			entity('documentation', 'Topic', 'lower', 'again'),
			relation('Documentation', 'explains', 'documentation')
		);
		expect((await preview(me, source)).counts).toMatchObject({
			entities_new: 2,
			united: 1,
			observations_new: 3,
			observations_known: 1,
			relations_new: 1
		});
		await run(me, source);
		const upper = await got(me.get_entity({ name: 'Documentation' }));
		const lower = await got(me.get_entity({ name: 'documentation' }));
		expect([names(upper.entities), names(lower.entities)]).toEqual([
			['Documentation', 'documentation'],
			['documentation', 'Documentation']
		]);
		expect(contents(upper.facts).sort()).toEqual(['again', 'lower', 'upper']);
		expect((await got(me.list_entities({}))).total).toBe(2);
	});

	test('[N8] one name under two types is two things', async () => {
		const { me } = await open();
		const source = file(entity('Mercury', 'planet', 'Is hot'), entity('Mercury', 'project', 'Is late'));
		await run(me, source);
		expect((await got(me.get_entity({ name: 'Mercury', type: 'project' }))).facts).toMatchObject([
			{ content: 'Is late' }
		]);
		expect((await got(me.list_entities({}))).total).toBe(2);
	});

	test('[E2] absent ends of relations are made, mentioned only; a file may describe them later', async () => {
		const { me } = await open();
		expect((await preview(me, office)).counts).toMatchObject({ entities_new: 3, mentioned_only: 1, united: 1 });
		await run(me, office);
		const listed = async () =>
			Object.fromEntries((await got(me.list_entities({}))).entities.map((each) => [each.name, each.mentioned_only]));
		expect(await listed()).toEqual({ Jeff: false, Sarah: false, jeff: false, 'Acme Corp': true });
		await run(me, file(entity('Acme Corp', 'company', 'Makes anvils')));
		expect(await listed()).toMatchObject({ 'Acme Corp': false });
		expect((await got(me.get_entity({ name: 'Acme Corp' }))).entity).toMatchObject({ type: 'company' });
	});

	test('[E2] an end spelled a little otherwise is the thing of the file, when only one is meant', async () => {
		const { me } = await open();
		await run(
			me,
			file(
				entity('STG-Orders', 'service', 'x'),
				relation('stg_orders', 'feeds', 'Reports'),
				relation('a b', 'is', 'A-B')
			)
		);
		const { edges } = await got(me.search_relationships({ channel_id: 'default', entities: ['STG-Orders'] }));
		expect(edges).toMatchObject([{ source: 'STG-Orders', target: 'Reports' }]);
	});

	test('[E2] a relation of a thing to itself is refused with its line', async () => {
		const { me } = await open();
		const seen = await preview(me, file(entity('A', 'x', 'y'), relation('A', 'is', 'A'), relation('A', '!!', 'B')));
		expect(seen.refused.map(({ line }) => line)).toEqual([2]);
		expect(seen.counts).toMatchObject({ relations_new: 1 });
	});

	test('the order of the lines changes nothing of what is known', async () => {
		const lines = office.trim().split('\n');
		const known = async (source: string) => {
			const { me } = await open();
			await run(me, source);
			const { entities } = await got(me.list_entities({ sort: 'name' }));
			const things = await Promise.all(entities.map(({ id }) => got(me.get_dossier({ entity_id: id }))));
			return things
				.map(({ entity: thing, about, relations }) => ({
					name: thing?.name,
					type: thing?.type?.toLowerCase(),
					about: contents(about)
						.map((each) => each.toLowerCase().replace(/\s+/g, ' '))
						.sort(),
					relations: relations.map((each) => `${each.direction} ${each.relation} ${each.entity.name}`).sort()
				}))
				.sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
		};
		const expected = await known(office);
		await fc.assert(
			fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: lines.length }), async (shuffled) => {
				expect(await known(file(...shuffled))).toEqual(expected);
			}),
			{ numRuns: 15, seed: 5 }
		);
	});
});

describe('against the notebook', () => {
	test('[N8] by the row spelled so, else as a write', async () => {
		const at = await open();
		await fact(at.me, 'STG-Orders', 'Was here first');
		await run(
			at.me,
			file(entity('stg_orders', 'service', 'Came with a file'), entity('stg orders!', 'service', 'Is another'))
		);
		expect(names((await got(at.me.list_entities({}))).entities).sort()).toEqual(['STG-Orders', 'stg orders!']);
		const { facts } = await got(at.me.get_entity({ name: 'STG-Orders' }));
		expect(contents(facts).sort()).toEqual(['Came with a file', 'Was here first']);
	});

	test('[N8] a source that holds both spellings keeps them two, whichever is in the notebook', async () => {
		const at = await open();
		await fact(at.me, 'documentation', 'Was here first');
		await run(at.me, file(entity('Documentation', 'topic', 'upper'), entity('documentation', 'topic', 'lower')));
		const { entities } = await got(at.me.list_entities({ sort: 'created' }));
		expect(names(entities).sort()).toEqual(['Documentation', 'documentation']);
		const lower = entities.find(({ name }) => name === 'documentation')?.id ?? '';
		expect(contents((await got(at.me.get_dossier({ entity_id: lower }))).about).sort()).toEqual([
			'Was here first',
			'lower'
		]);
	});

	test('[F5] the same file again writes nothing', async () => {
		const at = await open();
		const first = await run(at.me, office);
		expect(first.action).toBe('imported');
		const before = await projectionOf(at.store);
		const again = await preview(at.me, office);
		expect(again.counts).toMatchObject({ entities_new: 0, observations_new: 0, relations_new: 0, mentioned_only: 0 });
		const second = await got(at.me.import_run({ preview_id: again.preview_id }));
		expect(second).toMatchObject({ action: 'unchanged', changes: 0 });
		expect(await projectionOf(at.store)).toEqual(before);
		expect(await changes(at)).toBe(first.changes);
	});

	test('[F5] what another file says too is one fact with one more source', async () => {
		const at = await open();
		await run(at.me, office);
		await run(at.me, file(entity('Jeff', 'person', 'PREFERS dark mode')), { name: 'other.jsonl' });
		const { entity: jeff } = await got(at.me.get_entity({ name: 'Jeff' }));
		const { about } = await got(at.me.get_dossier({ entity_id: jeff?.id ?? '' }));
		expect(about.filter(({ content }) => /dark mode/i.test(content))).toMatchObject([
			{ content: 'Prefers dark mode', source: 'memory.jsonl', confirmed_by: ['person'] }
		]);
	});

	test('[F6] what was called wrong or ended is not brought back by a file', async () => {
		const at = await open();
		const source = file(entity('Sarah', 'person', 'Likes tea'), relation('Sarah', 'manages', 'Jeff'));
		await run(at.me, source);
		const { facts } = await got(at.me.get_entity({ name: 'Sarah' }));
		await got(at.me.retract_fact({ fact_id: facts[0]?.id ?? '' }));
		await got(at.me.end_relation({ fromEntity: 'Sarah', relation: 'manages', toEntity: 'Jeff' }));
		expect(await run(at.me, source)).toMatchObject({ action: 'unchanged' });
		expect(await got(at.me.get_entity({ name: 'Sarah' }))).toMatchObject({ facts: [], relationships: [] });
	});

	test('[P2] imported values stand low: the person’s word is not touched, and their source is the file', async () => {
		const at = await open();
		await run(at.me, office);
		const [first] = (await got(at.me.get_entity({ name: 'Sarah' }))).facts;
		expect(first).toMatchObject({ content: 'Likes tea', source: 'memory.jsonl', by: 'person', confidence: 1 });
		const [head] = await at.store.read((tx) => tx.headsBefore(undefined, 1));
		expect(head).toMatchObject({ via: 'import', who: 'person' });
	});

	test('[N7] into the channel that is given', async () => {
		const { me } = await open();
		const { channel_id } = await got(me.create_channel({ name: 'Work' }));
		await run(me, office, { channel_id });
		expect((await got(me.list_entities({ channel_id }))).total).toBe(4);
		expect((await got(me.list_entities({ channel_id: 'default' }))).total).toBe(0);
		await got(me.remember({ facts: [{ entity: 'Jeff', content: 'Is at home too' }], channel_id: 'default' }));
		expect(await run(me, office, { channel_id })).toMatchObject({ action: 'unchanged' });
	});

	test('nothing understood is an error', async () => {
		const { me } = await open();
		expect(await refused(me.import_preview({ source: 'half a {"line', name: 'x.jsonl' }))).toMatchObject({
			code: 'invalid_parameter',
			parameter: 'source'
		});
	});
});

describe('one undo for all', () => {
	test('[J4] the notebook is as before, of things that were there too', async () => {
		const at = await open();
		await fact(at.me, 'Jeff', 'Prefers dark mode', { type: 'person' });
		await relate(at.me, 'Sarah', 'manages', 'Jeff');
		const before = await livingOf(at.store);
		const overview = await got(at.me.get_overview({}));
		const { session } = await run(at.me, office);
		expect(await livingOf(at.store)).not.toEqual(before);
		const undo = await got(at.me.undo({ session }));
		expect(undo.skipped).toEqual([]);
		expect(await livingOf(at.store)).toEqual(before);
		const { entities, facts, relations, values } = await got(at.me.get_overview({}));
		expect({ entities, facts, relations, values }).toEqual({
			entities: overview.entities,
			facts: overview.facts,
			relations: overview.relations,
			values: overview.values
		});
		await got(at.me.undo({ change_id: undo.change_id ?? '' }));
		expect(await run(at.me, office)).toMatchObject({ action: 'unchanged' });
	});

	test('[J4] what the person, or another file, says too stays', async () => {
		const at = await open();
		const { session } = await run(at.me, office);
		await fact(at.me, 'Jeff', 'Prefers dark mode');
		await run(at.me, file(entity('Sarah', 'person', 'Likes tea')), { name: 'other.jsonl' });
		await got(at.me.undo({ session }));
		expect(contents((await got(at.me.get_entity({ name: 'Jeff' }))).facts)).toEqual(['Prefers dark mode']);
		expect((await got(at.me.get_entity({ name: 'Sarah' }))).facts).toMatchObject([
			{ content: 'Likes tea', source: 'other.jsonl' }
		]);
	});

	test('[J4] what was written on imported things since keeps them, mentioned only', async () => {
		const at = await open();
		const { session } = await run(at.me, office);
		await set(at.me, 'Sarah', 'town', 'Oslo');
		await got(at.me.undo({ session }));
		expect(names((await got(at.me.list_entities({}))).entities)).toEqual(['Sarah']);
		expect(contents((await got(at.me.get_entity({ name: 'Sarah' }))).facts)).toEqual(['town: Oslo']);
	});
});

/** Large enough for three changes; the first thing is related to the last. */
const large = file(
	relation('T0', 'ends at', 'T2'),
	...[0, 1, 2].flatMap((i) => [
		entity(`T${i}`, 'thing', `fact of ${i}`),
		...Array.from({ length: i < 2 ? 4000 : 5 }, (_, j) => relation(`T${i}`, `relation ${j}`, 'Hub'))
	]),
	relation('T0', 'never described', 'Nobody')
);

const known = async ({ me }: Desk) => {
	const { entities, facts, relations } = await got(me.get_overview({}));
	return { entities, facts, relations };
};
const whole = { entities: 5, facts: 3, relations: 8007 };

/** A store whose nth relaxed write fails: the middle of a bulk import. */
function cutOff(inner: Store, at: number): Store {
	let writes = 0;
	return {
		...inner,
		write: (work, durability) =>
			durability === 'relaxed' && ++writes === at
				? inner.write(async (tx) => {
						await work(tx);
						throw new DOMException('the page was killed', 'AbortError');
					})
				: inner.write(work, durability)
	};
}

let left: Promise<Store> | undefined;

/** A store that an import was cut off in, with two of its three changes written. */
const cutOffStore = async (): Promise<Store> =>
	copyOf(
		await (left ??= (async () => {
			const inner = createMemoryStore();
			const { me } = await open(cutOff(inner, 3));
			const { preview_id } = await preview(me, large);
			expect(await refused(me.import_run({ preview_id }))).toMatchObject({ code: 'storage_unavailable' });
			return inner;
		})())
	);

describe('an import that is cut off', () => {
	test('[J2][J4] is told of at the next start; what its relations name has a row, as a rebuild would give it; undone, nothing is left', async () => {
		const store = await cutOffStore();
		const at = await open(store, 2);
		expect((await got(at.me.get_overview({}))).unfinished_imports).toMatchObject([
			{ name: 'memory.jsonl', changes: 2 }
		]);
		const end = await got(at.me.get_entity({ name: 'T2' }));
		expect(end).toMatchObject({
			found: true,
			facts: [],
			relationships: [{ direction: 'in', relation: 'ends at', entity: 'T0' }]
		});
		expect((await got(at.me.list_entities({ contains: 'T2' }))).entities).toMatchObject([{ mentioned_only: true }]);
		expect((await got(at.me.find_entities({ query: 'Nobody' }))).entities).toMatchObject([{ name: 'Nobody' }]);
		const before = await projectionOf(store);
		await rebuildProjections(store);
		expect(await projectionOf(store)).toEqual(before);
		const [unfinished] = (await got(at.me.get_overview({}))).unfinished_imports;
		await got(at.me.undo({ session: unfinished?.session ?? '' }));
		expect(await livingOf(store)).toEqual({});
		expect((await got(at.me.get_overview({}))).unfinished_imports).toEqual([]);
	});

	test('[J2] the same file again goes on where it stopped', async () => {
		const store = await cutOffStore();
		const at = await open(store, 2);
		await run(at.me, large);
		expect(await known(at)).toEqual(whole);
		expect((await got(at.me.list_entities({ contains: 'T2' }))).entities).toMatchObject([
			{ mentioned_only: false, type: 'thing' }
		]);
		expect(await run(at.me, large)).toMatchObject({ action: 'unchanged' });
	});

	test('[J2] in the middle of the app’s life, too', async () => {
		const store = createMemoryStore();
		const at = await open(cutOff(store, 2));
		const { preview_id } = await preview(at.me, large);
		await refused(at.me.import_run({ preview_id }));
		expect((await got(at.me.get_overview({}))).unfinished_imports).toMatchObject([{ changes: 1 }]);
		expect((await got(at.me.get_entity({ name: 'T2' }))).found).toBe(true);
		await run(at.me, large);
		expect(await known(at)).toEqual(whole);
	});

	test('[J4][J7] what another worker writes meanwhile on a thing that so far is only named is not lost', async () => {
		const store = createMemoryStore();
		const env = createTestEnv();
		const at = await openDesk(() => Promise.resolve(store), env);
		const { preview_id } = await preview(at.me, large);
		let other: Promise<unknown> | undefined;
		const writeElsewhere = async () => {
			const there = await open(store, 2); // to it the import looks cut off, and the end of its relation gets a row
			await fact(there.me, 'T2', 'Said meanwhile');
		};
		at.notebook.on((event) => {
			if (event.type === 'progress' && event.phase === 'writing') other ??= writeElsewhere();
		});
		const { breathe } = env;
		env.breathe = async () => {
			await other;
			await breathe.call(env);
		};
		await got(at.me.import_run({ preview_id }));
		await other;
		const kept = await projectionOf(store);
		expect(contents((await got((await open(store, 3)).me.get_entity({ name: 'T2' }))).facts).sort()).toEqual([
			'Said meanwhile',
			'fact of 2'
		]);
		await rebuildProjections(store);
		expect(await projectionOf(store)).toEqual(kept);
	});

	test('[J2] cancelled: what is written stands whole, its relations’ ends have rows, and undo takes it back', async () => {
		const at = await open();
		const { preview_id } = await preview(at.me, large);
		const off = at.notebook.on((event) => {
			if (event.type === 'progress' && event.phase === 'writing') void at.me.import_cancel({ preview_id });
		});
		const ran = await got(at.me.import_run({ preview_id }));
		off();
		expect(ran).toMatchObject({ cancelled: true, action: 'imported' });
		expect(await known(at)).not.toEqual(whole);
		expect(await got(at.me.get_entity({ name: 'T2' }))).toMatchObject({
			found: true,
			relationships: [{ entity: 'T0' }]
		});
		expect((await got(at.me.find_entities({ query: 'T2' }))).entities[0]).toMatchObject({ name: 'T2' });
		expect((await got(at.me.get_overview({}))).unfinished_imports).toEqual([]);
		await got(at.me.undo({ session: ran.session }));
		expect(await livingOf(at.store)).toEqual({});
		await run(at.me, large);
		expect(await known(at)).toEqual(whole);
	});

	test('[J2] cancelled, it answers what it wrote', async () => {
		const at = await open();
		const { preview_id } = await preview(at.me, large);
		const off = at.notebook.on((event) => {
			if (event.type === 'progress' && event.phase === 'writing') void at.me.import_cancel({ preview_id });
		});
		const { counts } = await got(at.me.import_run({ preview_id }));
		off();
		const { entities, facts, relations } = await known(at);
		expect(counts).toMatchObject({ observations_new: facts, relations_new: relations });
		expect(counts.entities_new + counts.mentioned_only).toBe(entities);
		expect((await got(at.me.list_entities({}))).entities.filter((each) => each.mentioned_only)).toHaveLength(
			counts.mentioned_only
		);
		expect(relations).toBeLessThan(whole.relations);
	});

	test('a preview that was let go of is gone', async () => {
		const { me } = await open();
		const { preview_id } = await preview(me, office);
		expect(await got(me.import_cancel({ preview_id }))).toEqual({ cancelled: true, was: 'previewed' });
		expect(await refused(me.import_run({ preview_id }))).toMatchObject({ code: 'not_found' });
		expect(await got(me.import_cancel({ preview_id }))).toEqual({ cancelled: false, was: 'unknown' });
	});
});

const journalOf = async ({ me }: Desk): Promise<string> => (await got(me.export({ format: 'journal' }))).blob.text();

async function lived(): Promise<Desk> {
	const at = await open();
	await run(at.me, office);
	const wrong = await fact(at.me, 'Sarah', 'Hates tea');
	await got(at.me.retract_fact({ fact_id: wrong }));
	await set(at.me, 'Sarah', 'town', 'Oslo');
	await set(at.bot, 'Sarah', 'town', 'Bergen');
	const { change_id } = await set(at.bot, 'Jeff', 'town', 'Tromsø');
	await got(at.bot.undo({ change_id: change_id ?? '' }));
	await got(at.me.memory_set_add({ entity: 'Jeff', attribute: 'langs', member: '日本語 🗾' }));
	await got(at.me.add_note({ text: 'About [[Jeff]] and e\u0301', title: 'Note' }));
	await got(at.me.rename_entity({ entity: 'Sarah', new_name: 'Sara' }));
	await got(at.me.introduce_person({ name: 'Zoe\u0308' }));
	return at;
}

async function answers({ me }: Desk) {
	const { storage: _storage, ...overview } = await got(me.get_overview({}));
	const { entities } = await got(me.list_entities({ sort: 'name' }));
	return {
		overview,
		entities,
		dossiers: await Promise.all(entities.map(({ id }) => got(me.get_dossier({ entity_id: id, history: true })))),
		things: await Promise.all(entities.map(({ name }) => got(me.get_entity({ name })))),
		history: await got(me.memory_history({ entity: 'Jeff' })),
		review: await got(me.list_review({})),
		notes: await got(me.list_notes({})),
		changes: await got(me.list_changes({ limit: 500 })),
		types: await got(me.list_types({}))
	};
}

describe('a restore that is cut off', () => {
	/** The journal of a notebook with so many changes. */
	const journalOfMany = async (count: number) => {
		const at = await open();
		for (let i = 0; i < count; i++) await set(at.me, 'Ada', 'number', String(i));
		return { at, journal: await journalOf(at) };
	};

	/** A store that fails when so many changes have been put. */
	function failingAfter(inner: Store, most: number): Store {
		let put = 0;
		return {
			...inner,
			write: (work, durability) =>
				inner.write(
					(tx) =>
						work({
							...tx,
							putChange(head, claims) {
								if (++put > most) throw new DOMException('the page was killed', 'AbortError');
								return tx.putChange(head, claims);
							}
						}),
					durability
				)
		};
	}

	test('[J2] is told of; one undo takes back what it brought; the same journal again goes on', async () => {
		const { at, journal } = await journalOfMany(120);
		const store = createMemoryStore();
		const to = await open(failingAfter(store, 70), 2);
		const { preview_id } = await preview(to.me, journal);
		await refused(to.me.import_run({ preview_id }));
		const later = await open(store, 3);
		const [unfinished] = (await got(later.me.get_overview({}))).unfinished_imports;
		expect(unfinished).toMatchObject({ changes: 50 });
		const { change_id } = await got(later.me.undo({ session: unfinished?.session ?? '' }));
		expect(await livingOf(store)).toEqual({});
		expect((await got(later.me.get_overview({}))).unfinished_imports).toEqual([]);
		await got(later.me.undo({ change_id: change_id ?? '' }));
		expect(await run(later.me, journal)).toMatchObject({ counts: { changes_new: 70, changes_known: 50 } });
		expect(await livingOf(store)).toEqual(await livingOf(at.store));
		expect((await got(later.me.get_overview({}))).unfinished_imports).toEqual([]);
	});

	test('[J2] cancelled, it answers what it brought', async () => {
		const { journal } = await journalOfMany(60);
		const to = await open(createMemoryStore(), 2);
		const { preview_id } = await preview(to.me, journal);
		const off = to.notebook.on((event) => {
			if (event.type === 'progress' && event.phase === 'writing') void to.me.import_cancel({ preview_id });
		});
		const ran = await got(to.me.import_run({ preview_id }));
		off();
		expect(ran).toMatchObject({ cancelled: true, changes: 50, counts: { changes_new: 50, changes_known: 0 } });
		expect(await changes(to)).toBe(50);
		await got(to.me.undo({ session: ran.session }));
		expect(await livingOf(to.store)).toEqual({});
	});
});

describe('a journal, out and in again', () => {
	test('[J3] into an empty notebook: every answer is equal', async () => {
		const from = await lived();
		const to = await open(createMemoryStore(), 7);
		const source = await journalOf(from);
		const seen = await preview(to.me, source);
		expect(seen).toMatchObject({ format: 'journal', counts: { changes_known: 0 } });
		const ran = await got(to.me.import_run({ preview_id: seen.preview_id }));
		expect(ran.counts.changes_new).toBe(await changes(from));
		expect(await projectionOf(to.store)).toEqual(await projectionOf(from.store));
		expect(await answers(to)).toEqual(await answers(from));
		expect(await journalOf(to)).toBe(await journalOf(from));
	});

	test('[J3] again it brings nothing; and one undo takes back what it brought', async () => {
		const from = await lived();
		const to = await open(createMemoryStore(), 7);
		await fact(to.me, 'Own', 'Was here first');
		const before = await livingOf(to.store);
		const { session } = await run(to.me, await journalOf(from));
		expect(await run(to.me, await journalOf(from))).toMatchObject({ action: 'unchanged', counts: { changes_new: 0 } });
		await got(to.me.undo({ session }));
		expect(await livingOf(to.store)).toEqual(before);
	});

	test('[J3] two notebooks that hand each other their journals come to the same', async () => {
		const one = await lived();
		const two = await open(createMemoryStore(), 7);
		await run(two.me, await journalOf(one));
		await set(one.me, 'Sara', 'town', 'Bodø');
		await set(two.me, 'Sara', 'town', 'Molde');
		await got(two.me.remove_entity({ entity: 'Acme Corp' }));
		const [a, b] = [await journalOf(one), await journalOf(two)];
		await run(one.me, b);
		await run(two.me, a);
		expect(await projectionOf(one.store)).toEqual(await projectionOf(two.store));
		const { record, contenders } = await got(one.me.memory_fact_get({ entity: 'Sara', attribute: 'town' }));
		expect([record && 'value' in record && record.value, ...contenders.map(({ value }) => value)].sort()).toEqual([
			'Bodø',
			'Molde'
		]);
	});

	test('[J5] husks beat content: an old copy brings nothing back, and a new one takes it away elsewhere', async () => {
		const one = await lived();
		const old = await journalOf(one);
		const two = await open(createMemoryStore(), 7);
		await run(two.me, old);
		await got(one.me.forget({ entity: 'Sara', attribute: 'town' }));
		expect(await stored(one)).not.toContain('Bergen');
		expect(await run(one.me, old)).toMatchObject({ action: 'unchanged' });
		expect(await stored(one)).not.toContain('Bergen');
		expect(await stored(two)).toContain('Bergen');
		await run(two.me, await journalOf(one));
		expect(await stored(two)).not.toContain('Bergen');
		expect(await projectionOf(two.store)).toEqual(await projectionOf(one.store));
	});
});
