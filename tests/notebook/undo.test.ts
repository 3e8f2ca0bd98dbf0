/** Taking back (J4): as if it had not been made, for every operation, for sessions, for undoes themselves, and for what others still name. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { operationNames, operations, type OperationName } from '../../src/lib/contract';
import type { Result } from '../../src/lib/domain/result';
import { entitySubject } from '../../src/lib/domain/subject';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { rebuildProjections } from '../../src/lib/notebook/rebuild';
import { changes, fact, got, openDesk, refused, relate, set, type Desk } from '../door/support';
import { createDevice, livingOf, projectionOf } from '../support/devices';
import { begin, perform, stepArbitrary, UNDO } from '../support/histories';

vi.setConfig({ testTimeout: 60_000 });

const desk = (): Promise<Desk> => openDesk(() => Promise.resolve(createMemoryStore()));
const steps = (least: number, most: number) =>
	fc.noBias(fc.array(stepArbitrary(2), { minLength: least, maxLength: most }));

describe('the law', () => {
	test('[J4] projection(S + c + undo c) = projection(S), and the undo undone gives c back', async () => {
		await fc.assert(
			fc.asyncProperty(steps(4, 16), steps(1, 8), async (before, tried) => {
				const devices = [createDevice(1), createDevice(2, 40)];
				await begin(devices);
				for (const step of before) await perform(devices, step);
				for (const step of tried) {
					const device = devices[step.device];
					if (!device) continue;
					const state = await livingOf(device.store);
					const change = await perform(devices, step);
					if (!change) continue;
					const after = await livingOf(device.store);
					const undo = await device.undo(change.id);
					expect(await livingOf(device.store)).toEqual(state);
					await device.undo(undo.id);
					expect(await livingOf(device.store)).toEqual(after);
				}
			}),
			{ numRuns: 100, seed: 4 }
		);
	});

	test('[J4] many at once: what a device did since is taken back in one', async () => {
		await fc.assert(
			fc.asyncProperty(steps(3, 10), steps(2, 14), async (before, session) => {
				const device = createDevice(1);
				await begin([device]);
				for (const step of before) await perform([device], { ...step, device: 0 });
				const state = await livingOf(device.store);
				const made = [];
				for (const step of session) made.push(await perform([device], { ...step, device: 0 }));
				await device.undo(...made.flatMap((change) => change?.id ?? []));
				expect(await livingOf(device.store)).toEqual(state);
			}),
			{ numRuns: 100, seed: 44 }
		);
	});

	test('[J4] what is written after it is as if it had not been', async () => {
		await fc.assert(
			fc.asyncProperty(steps(3, 10), stepArbitrary(1), steps(1, 8), async (before, tried, later) => {
				const device = createDevice(1);
				await begin([device]);
				for (const step of before) await perform([device], { ...step, device: 0 });
				const change = await perform([device], tried);
				if (!change) return;
				const undo = await device.undo(change.id);
				// Whoever takes back these two as well is another story.
				for (const step of later)
					if (step.act < UNDO || step.act >= UNDO + 4) await perform([device], { ...step, device: 0 });
				const without = createDevice(2);
				const all = await device.changes();
				await without.take(all.filter(({ id }) => id !== change.id && id !== undo.id));
				expect(await livingOf(without.store)).toEqual(await livingOf(device.store));
			}),
			{ numRuns: 100, seed: 444 }
		);
	});
});

describe('an entity lives while any effective claim names it', () => {
	const create = async (name = 'Bo') => {
		const device = createDevice(1);
		const made = await device.write((writer) => writer.create(name, 'person', true));
		const [bo] = made.claims.map(({ subject }) => subject.split(':')[1] ?? '');
		const ada = await device.write((writer) => writer.create('Ada', null, true));
		const adaId = ada.claims[0]?.subject.split(':')[1] ?? '';
		const relating = () =>
			device.write(async (writer) => {
				await writer.bench.fetch([bo ?? '', adaId]);
				await writer.claim(`r:${adaId}:${bo}:knows`, {
					verb: 'relate',
					source_ref: writer.ref(adaId),
					target_ref: writer.ref(bo ?? ''),
					relation: 'knows',
					confidence: 1,
					origin: 'user'
				});
			});
		return { device, made, bo: bo ?? '', relating };
	};

	test('[J4] undone, it stays mentioned only, by the name and type that others give it', async () => {
		const { device, made, bo, relating } = await create();
		await relating();
		await device.undo(made.id);
		expect((await device.row(entitySubject(bo)))?.state).toMatchObject({
			name: 'Bo',
			type: 'person',
			mentioned: true,
			ghost: true
		});
		expect(await device.store.read((tx) => tx.shelvesByKeys(['bo']))).toHaveLength(1);
	});

	test('[J4] and goes when they are taken back too, and comes when one of them does', async () => {
		const { device, made, bo, relating } = await create();
		const related = await relating();
		await device.undo(made.id);
		const undo = await device.undo(related.id);
		expect((await device.row(entitySubject(bo)))?.state).toBeNull();
		expect(await device.store.read((tx) => tx.shelvesByKeys(['bo']))).toEqual([]);
		await device.undo(undo.id);
		expect((await device.row(entitySubject(bo)))?.state).toMatchObject({ ghost: true });
	});

	test('[J4] what is said of it then makes it anew, and does not bring back what was undone', async () => {
		const { device, made, bo, relating } = await create();
		await relating();
		await device.write((writer) =>
			writer.claim(entitySubject(bo), { verb: 'describe', description: 'undone with it' })
		);
		await device.undo(made.id);
		await device.write((writer) => writer.claim(entitySubject(bo), { verb: 'rename', name: 'Bob' }));
		expect((await device.row(entitySubject(bo)))?.state).toMatchObject({
			name: 'Bob',
			aliases: ['Bo'],
			mentioned: true
		});
		expect((await device.row(entitySubject(bo)))?.state).not.toHaveProperty('ghost');
		const before = await projectionOf(device.store);
		await rebuildProjections(device.store);
		expect(await projectionOf(device.store)).toEqual(before);
	});

	test('[J4] a note that was corrected names its things no more', async () => {
		const { device, made, bo } = await create();
		const write = (mentions: boolean) =>
			device.write(async (writer) => {
				await writer.bench.fetch([bo]);
				await writer.claim('n:note:', {
					verb: 'write-note',
					text: mentions ? 'of [[Bo]]' : 'of nobody',
					note_kind: 'page',
					channel: 'default',
					mentions: mentions ? [writer.ref(bo)] : []
				});
			});
		await write(true);
		await device.undo(made.id);
		expect((await device.row(entitySubject(bo)))?.state).toMatchObject({ ghost: true });
		await write(false);
		expect((await device.row(entitySubject(bo)))?.state).toBeNull();
		const before = await projectionOf(device.store);
		await rebuildProjections(device.store);
		expect(await projectionOf(device.store)).toEqual(before);
	});

	test('[J4] through the door: what an agent made and the person speaks of is still there', async () => {
		const { me, bot } = await desk();
		const made = await got(bot.remember({ facts: [{ entity: 'Acme', type: 'company', content: 'Makes anvils' }] }));
		await relate(me, 'Ada', 'works at', 'Acme');
		await got(bot.undo({ change_id: made.change_id ?? '' }));
		const acme = await got(me.get_entity({ name: 'acme' }));
		expect(acme).toMatchObject({ found: true, entity: { name: 'Acme', type: 'company' }, facts: [] });
		const listed = await got(me.list_entities({}));
		expect(listed.entities.find(({ name }) => name === 'Acme')).toMatchObject({ mentioned_only: true, fact_count: 0 });
		await set(me, 'Acme', 'motto', 'More anvils');
		expect(await got(me.get_entity({ name: 'Acme' }))).toMatchObject({ facts: [{ content: 'motto: More anvils' }] });
	});
});

describe('[J3] a fact that was replaced, when the one that replaced it goes', () => {
	/** Tea is replaced by coffee, which was said before: what says it can be taken back alone. */
	async function replaced() {
		const at = await desk();
		const tea = await fact(at.me, 'Ada', 'Likes tea');
		const { change_id, facts } = await got(at.me.remember({ facts: [{ entity: 'Ada', content: 'Likes coffee' }] }));
		await got(at.me.replace_fact({ fact_id: tea, content: 'Likes coffee' }));
		const told = async () => (await got(at.me.get_entity({ name: 'Ada' }))).facts.map(({ content }) => content);
		const found = async (query: string) => (await got(at.me.memory_search({ query }))).hits.map(({ text }) => text);
		expect(await told()).toEqual(['Likes coffee']);
		expect(await found('tea')).toEqual([]);
		return { ...at, tea, said: change_id ?? '', coffee: facts[0]?.id ?? '', told, found };
	}
	const asRebuilt = async ({ store }: Desk) => {
		const before = await projectionOf(store);
		await rebuildProjections(store);
		expect(await projectionOf(store)).toEqual(before);
	};

	test('undone, it gives the old one back; the undo undone, it takes it again', async () => {
		const at = await replaced();
		const { change_id } = await got(at.me.undo({ change_id: at.said }));
		expect(await at.told()).toEqual(['Likes tea']);
		expect(await at.found('tea')).toEqual(['Likes tea']);
		const { entity } = await got(at.me.get_entity({ name: 'Ada' }));
		expect((await got(at.me.get_dossier({ entity_id: entity?.id ?? '' }))).about).toMatchObject([
			{ id: at.tea, status: 'current', replaced_by: null }
		]);
		await asRebuilt(at);
		await got(at.me.undo({ change_id: change_id ?? '' }));
		expect(await at.told()).toEqual(['Likes coffee']);
		expect(await at.found('tea')).toEqual([]);
		await asRebuilt(at);
	});

	test('forgotten too', async () => {
		const at = await replaced();
		await got(at.me.forget({ fact_id: at.coffee }));
		expect(await at.told()).toEqual(['Likes tea']);
		await asRebuilt(at);
	});

	test('what was said of the old one since stands: confirmed it is one fact, ended it stays so', async () => {
		const at = await replaced();
		await got(at.me.undo({ change_id: at.said }));
		await got(at.bot.remember({ facts: [{ entity: 'Ada', content: 'likes  tea' }] }));
		expect(await at.told()).toEqual(['Likes tea']);
		await got(at.me.end_fact({ fact_id: at.tea }));
		expect(await at.told()).toEqual([]);
		await asRebuilt(at);
	});

	test('one of another thing stands by the word that it replaces', async () => {
		const { me } = await desk();
		const tea = await fact(me, 'Ada', 'Likes tea');
		const said = await got(me.remember({ facts: [{ entity: 'Bo', content: 'Likes coffee' }] }));
		const replaced = await got(me.remember({ facts: [{ entity: 'Bo', content: 'Likes coffee', replaces: tea }] }));
		const told = async (name: string) => (await got(me.get_entity({ name }))).facts.map(({ content }) => content);
		await got(me.undo({ change_id: said.change_id ?? '' }));
		expect([await told('Ada'), await told('Bo')]).toEqual([[], ['Likes coffee']]);
		await got(me.undo({ change_id: replaced.change_id ?? '' }));
		expect([await told('Ada'), await told('Bo')]).toEqual([['Likes tea'], []]);
	});

	test('called wrong or ended, it leaves the old one replaced', async () => {
		const at = await replaced();
		await got(at.me.retract_fact({ fact_id: at.coffee }));
		expect(await at.told()).toEqual([]);
	});
});

/** A notebook with something of everything, and the calls that write: each is taken back in turn. */
async function furnished() {
	const at = await desk();
	const { me, bot } = at;
	const tea = await fact(me, 'Ada', 'Likes tea', { mentions: [{ entity: 'Bo', role: 'host' }] });
	const coffee = await fact(me, 'Ada', 'Likes coffee');
	await set(me, 'Ada', 'home town', 'Oslo');
	await set(bot, 'Ada', 'home town', 'Bergen');
	await set(bot, 'Ada', 'phone', '12');
	await got(me.memory_set_add({ entity: 'Ada', attribute: 'langs', member: 'Norwegian' }));
	await got(me.memory_set_add({ entity: 'Ada', attribute: 'langs', member: 'English' }));
	await relate(me, 'Ada', 'knows', 'Bo', { context: 'met in Oslo', strength: 0.5 });
	await got(me.add_alias({ entity: 'Ada', alias: 'Countess' }));
	await set(me, 'Eve', 'home town', 'Vardø');
	await set(me, 'Eva', 'home town', 'Vadsø');
	await got(me.merge_entities({ entity: 'Eve', other: 'Eva' }));
	const { note_id } = await got(me.add_note({ text: 'About [[Ada]].', title: 'A note' }));
	const { channel_id } = await got(me.create_channel({ name: 'Work' }));
	const told = await fact(me, 'Ada', 'Walked with Bo');
	const bos = (await got(me.get_entity({ name: 'Bo' }))).entity?.id ?? '';
	return { ...at, told, bos, tea, coffee, note_id, channel_id };
}
type Furnished = Awaited<ReturnType<typeof furnished>>;

type Answer = Promise<Result<object>>;

const changeOf = (answer: object): string =>
	'change_id' in answer && typeof answer.change_id === 'string' ? answer.change_id : '';

const writing: Partial<Record<OperationName, (at: Furnished) => Answer>> = {
	remember: ({ me, tea }) =>
		me.remember({
			facts: [
				{ entity: 'Ada', content: 'LIKES tea', source: 'a letter' },
				{ entity: 'Cy', type: 'person', content: 'Is new', mentions: [{ entity: 'Ada', role: 'friend' }] },
				{ entity: 'Ada', content: 'Likes green tea', replaces: tea }
			],
			relations: [
				{ from: 'Ada', relation: 'KNOWS', to: 'Bo', context: 'seen again' },
				{ from: 'Bo', relation: 'knows', to: 'Di' }
			],
			values: [
				{ entity: 'Ada', attribute: 'phone', value: '13' },
				{ entity: 'Bo', attribute: 'phone', value: '14' }
			],
			note: 'Whence it is: [[Bo]]'
		}),
	memory_fact_set: ({ me }) =>
		me.memory_fact_set({ entity: 'Ada', attribute: 'home town', value: 'Tromsø', freshness_class: 'slow' }),
	memory_set_add: ({ me }) => me.memory_set_add({ entity: 'Ada', attribute: 'langs', member: 'German' }),
	memory_set_remove: ({ me }) => me.memory_set_remove({ entity: 'Ada', attribute: 'langs', member: 'English' }),
	memory_fact_resolve: ({ me }) =>
		me.memory_fact_resolve({ entity: 'Ada', attribute: 'home town', accept: true, keep_both: true }),
	relate_entities: ({ me }) =>
		me.relate_entities({ fromEntity: 'Ada', relation: 'knows', toEntity: 'Bo', strength: 0.9 }),
	end_relation: ({ me }) => me.end_relation({ fromEntity: 'Ada', relation: 'knows', toEntity: 'Bo', wrong: true }),
	end_fact: ({ me, tea }) => me.end_fact({ fact_id: tea }),
	retract_fact: ({ me }) => me.retract_fact({ entity: 'Ada', attribute: 'home town' }),
	replace_fact: ({ me, coffee }) => me.replace_fact({ fact_id: coffee, content: 'Likes cocoa' }),
	weigh_fact: ({ me, coffee }) => me.weigh_fact({ fact_id: coffee, importance: 0.9 }),
	rename_entity: ({ me }) => me.rename_entity({ entity: 'Ada', new_name: 'Augusta' }),
	add_alias: ({ me }) => me.add_alias({ entity: 'Bo', alias: 'Bob' }),
	remove_alias: ({ me }) => me.remove_alias({ entity: 'Ada', alias: 'Countess' }),
	merge_entities: ({ me }) => me.merge_entities({ entity: 'Ada', other: 'Bo' }),
	unmerge_entities: ({ me }) => me.unmerge_entities({ entity: 'Eve', other: 'Eva' }),
	link_mentions: async ({ me, bos, told }) => me.link_mentions({ entity_id: bos, ids: [told] }),
	mark_distinct: ({ me }) => me.mark_distinct({ entity: 'Ada', other: 'Bo' }),
	set_entity: ({ me }) => me.set_entity({ entity: 'Ada', new_type: 'person', description: 'The first' }),
	remove_entity: ({ me }) => me.remove_entity({ entity: 'Bo' }),
	introduce_person: ({ me }) => me.introduce_person({ name: 'Ada' }),
	add_note: ({ me }) => me.add_note({ text: 'Another [[Bo]].' }),
	correct_note: ({ me, note_id }) => me.correct_note({ note_id, text: 'About nobody.' }),
	create_channel: ({ me }) => me.create_channel({ name: 'Home' }),
	rename_channel: ({ me, channel_id }) => me.rename_channel({ channel_id, name: 'Labour' }),
	create_entities: ({ me }) =>
		me.create_entities({ entities: [{ name: 'Cy', entityType: 'person', observations: ['Is new'] }] }),
	create_relations: ({ me }) => me.create_relations({ relations: [{ from: 'Bo', to: 'Di', relationType: 'knows' }] }),
	add_observations: ({ me }) =>
		me.add_observations({ observations: [{ entityName: 'Ada', contents: ['LIKES tea', 'Likes cocoa'] }] }),
	delete_entities: ({ me }) => me.delete_entities({ entityNames: ['Bo', 'Eva'] }),
	delete_observations: ({ me }) =>
		me.delete_observations({ deletions: [{ entityName: 'Ada', observations: ['Likes tea', 'phone: 12'] }] }),
	delete_relations: ({ me }) => me.delete_relations({ relations: [{ from: 'Ada', to: 'Bo', relationType: 'Knows' }] })
};

/** They write otherwise: not to the journal, or many changes, or what nothing takes back. */
const others: OperationName[] = [
	'undo',
	'forget',
	'set_settings',
	'set_aside',
	'approve_agent',
	'revoke_agent',
	'answer_request',
	'record_use',
	'import_run',
	'import_cancel',
	'export_cancel',
	'load_sample'
];

/** A slot's history counts what was undone: that is no content. */
const withoutHistory = (answer: unknown): unknown =>
	JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'versions' ? undefined : value)));

/** What the app shows of all of it. */
const shown = async (at: Furnished): Promise<unknown> => withoutHistory(await asked(at));

async function asked({ me, channel_id }: Furnished) {
	const names = ['Ada', 'Bo', 'Cy', 'Di', 'Augusta', 'Bob', 'Countess', 'Eve', 'Eva', 'User'];
	const { entities } = await got(me.list_entities({}));
	const { changes: _changes, recent: _recent, last_change: _last, ...overview } = await got(me.get_overview({}));
	return {
		overview,
		entities,
		things: await Promise.all(names.map((name) => got(me.get_entity({ name })))),
		dossiers: await Promise.all(entities.map(({ id }) => got(me.get_dossier({ entity_id: id, history: true })))),
		graph: await got(me.search_relationships({ channel_id: 'default', entities: ['Ada', 'Bo', 'Di'], hops: 3 })),
		review: await got(me.list_review({})),
		notes: await got(me.list_notes({})),
		channels: await got(me.list_channels({})),
		types: await got(me.list_types({})),
		found: await got(me.find_entities({ query: 'Aug' })),
		words: await got(me.memory_search({ query: 'likes tea' })),
		work: await got(me.list_entities({ channel_id }))
	};
}

describe('every operation that writes', () => {
	test('[J4] is tried here, or is none that undo is for', () => {
		const writes = operationNames.filter((name) => operations[name].effect !== 'read');
		expect([...Object.keys(writing), ...others].sort()).toEqual([...writes].sort());
	});

	test.each(Object.entries(writing))('[J4] %s, undone, leaves no trace in what is shown', async (_name, write) => {
		const at = await furnished();
		const [before, living] = [await shown(at), await livingOf(at.store)];
		const change_id = changeOf(await got(write(at)));
		expect(change_id).not.toBe('');
		const after = await livingOf(at.store);
		expect(after).not.toEqual(living);
		const undo = await got(at.me.undo({ change_id }));
		expect(undo).toMatchObject({ action: 'undone', undone: [change_id], skipped: [] });
		expect(await livingOf(at.store)).toEqual(living);
		expect(await shown(at)).toEqual(before);
		await got(at.me.undo({ change_id: undo.change_id ?? '' }));
		expect(await livingOf(at.store)).toEqual(after);
	});
});

describe('a version that was seen', () => {
	test('[J1][J4] of a thing and of a note is the present one again when what came after is undone', async () => {
		const { me } = await desk();
		await fact(me, 'Ada', 'Likes tea');
		const { entity } = await got(me.get_entity({ name: 'Ada' }));
		const dossier = await got(me.get_dossier({ entity_id: entity?.id ?? '' }));
		const { note_id } = await got(me.add_note({ text: 'first' }));
		const { note } = await got(me.get_note({ note_id }));
		const rename = { entity: 'Ada', new_name: 'Augusta', expected_version: dossier.entity?.version };
		const correct = { note_id, text: 'second', expected_version: note?.version };
		for (const write of [() => me.rename_entity(rename), () => me.correct_note(correct)]) {
			const { change_id } = await got<{ change_id: string | null }>(write());
			await got(me.undo({ change_id: change_id ?? '' }));
			const again = await got<{ change_id: string | null }>(write());
			expect(again.change_id).not.toBeNull();
			expect(await refused(write())).toMatchObject({
				code: expect.stringMatching(/version_conflict|not_found/) as string
			});
		}
	});

	test('[S7] what a slot remembers of values goes with the undo of what it remembers', async () => {
		const { me, bot } = await desk();
		await set(me, 'Ada', 'town', 'Oslo');
		await set(bot, 'Ada', 'town', 'Bergen');
		const rejected = await got(me.memory_fact_resolve({ entity: 'Ada', attribute: 'town', accept: false }));
		const why = async () => {
			await set(bot, 'Ada', 'town', 'Bergen', { confidence: 0.9 });
			return (await got(me.memory_fact_get({ entity: 'Ada', attribute: 'town' }))).contenders.map((each) => each.why);
		};
		expect(await why()).toEqual(['rejected_before']);
		await got(me.undo({ change_id: rejected.resolved ? (rejected.change_id ?? '') : '' }));
		expect(await why()).toEqual(['weaker']);
	});
});

describe('what several have said', () => {
	test('[J4] a fact that the person said too stays when an agent takes its own word back', async () => {
		const { me, bot } = await desk();
		const made = await got(
			bot.remember({
				facts: [{ entity: 'Ada', type: 'person', content: 'Likes tea', mentions: [{ entity: 'Bo', role: 'host' }] }]
			})
		);
		expect((await got(me.remember({ facts: [{ entity: 'Ada', content: 'likes TEA' }] }))).facts).toMatchObject([
			{ action: 'confirmed' }
		]);
		await got(bot.undo({ change_id: made.change_id ?? '' }));
		const { facts, entity } = await got(me.get_entity({ name: 'Ada' }));
		expect(facts).toMatchObject([{ content: 'likes TEA', by: 'person', confidence: 1 }]);
		expect(entity).toMatchObject({ name: 'Ada', type: 'person' });
		expect((await got(me.get_entity({ name: 'Bo' }))).found).toBe(false); // only the agent spoke of him
	});

	test('[J4] and so do a value and a relation', async () => {
		const { me, bot } = await desk();
		const value = await set(bot, 'Ada', 'town', 'Oslo');
		const relation = await relate(bot, 'Ada', 'knows', 'Bo');
		await set(me, 'Ada', 'town', 'Oslo');
		await relate(me, 'Ada', 'knows', 'Bo');
		for (const { change_id } of [value, relation]) await got(bot.undo({ change_id: change_id ?? '' }));
		expect(await got(me.get_entity({ name: 'Ada' }))).toMatchObject({
			facts: [{ content: 'town: Oslo', by: 'person' }],
			relationships: [{ relation: 'knows', entity: 'Bo' }]
		});
	});
});

describe('undo through the door', () => {
	const sessionOf = async (at: Desk, change_id: string | null) =>
		(await got(at.me.get_change({ change_id: change_id ?? '' }))).change?.session ?? '';

	test('[J4] of a session: the changes it has at that moment; what was undone elsewhere is named as skipped', async () => {
		const at = await desk();
		const one = await set(at.bot, 'Ada', 'home town', 'Oslo');
		const two = await set(at.bot, 'Ada', 'phone', '12');
		await got(at.me.undo({ change_id: two.change_id ?? '' }));
		const undo = await got(at.me.undo({ session: await sessionOf(at, one.change_id) }));
		expect(undo.undone).toEqual([one.change_id]);
		expect(undo.skipped).toEqual([{ change_id: two.change_id, reason: 'it is undone already' }]);
		await set(at.bot, 'Ada', 'phone', '13');
		expect((await got(at.me.get_entity({ name: 'Ada' }))).facts.map(({ content }) => content)).toEqual(['phone: 13']);
	});

	test('[J4] of a session that undid something of its own: that does not come back', async () => {
		const at = await desk();
		await set(at.me, 'Ada', 'home town', 'Oslo');
		const before = await livingOf(at.store);
		const change = await set(at.bot, 'Ada', 'phone', '12');
		const first = await got(at.bot.undo({ change_id: change.change_id ?? '' }));
		const second = await got(at.bot.undo({ change_id: first.change_id ?? '' }));
		await got(at.bot.undo({ change_id: second.change_id ?? '' }));
		const undo = await got(at.me.undo({ session: await sessionOf(at, change.change_id) }));
		expect(undo.undone).toHaveLength(4);
		expect(await livingOf(at.store)).toEqual(before);
	});

	test('[J4] of a session that undid something older: that comes back', async () => {
		const at = await desk();
		const old = await set(at.bot, 'Ada', 'home town', 'Oslo');
		const before = await livingOf(at.store);
		const undo = await got(at.me.undo({ change_id: old.change_id ?? '' }));
		await got(at.me.undo({ session: await sessionOf(at, undo.change_id) }));
		expect(await livingOf(at.store)).toEqual(before);
	});

	test('[J4] an undo can be undone, and that too', async () => {
		const { me } = await desk();
		const current = async () => (await got(me.memory_fact_get({ entity: 'Ada', attribute: 'town' }))).record;
		let last = (await set(me, 'Ada', 'town', 'Oslo')).change_id ?? '';
		for (let i = 0; i < 5; i++) {
			last = (await got(me.undo({ change_id: last }))).change_id ?? '';
			expect((await current()) === null).toBe(i % 2 === 0);
		}
	});

	test('[J4] what was undone is listed so, and can be undone no more', async () => {
		const at = await desk();
		const { change_id } = await set(at.me, 'Ada', 'town', 'Oslo');
		const undo = await got(at.me.undo({ change_id: change_id ?? '' }));
		const list = (await got(at.me.list_changes({}))).changes;
		expect(list.map((change) => [change.change_id, change.undone, change.undoable])).toEqual([
			[undo.change_id, false, true],
			[change_id, true, false]
		]);
		expect((await got(at.me.get_change({ change_id: change_id ?? '' }))).change).toMatchObject({
			undone: true,
			undone_by: undo.change_id
		});
		const count = await changes(at);
		expect(await got(at.me.undo({ change_id: change_id ?? '' }))).toMatchObject({
			action: 'unchanged',
			change_id: null
		});
		expect(await changes(at)).toBe(count);
	});

	test('[J4] in the history of a slot an undone version stands as undone', async () => {
		const { me } = await desk();
		await set(me, 'Ada', 'town', 'Oslo');
		const { change_id } = await set(me, 'Ada', 'town', 'Bergen');
		await got(me.undo({ change_id: change_id ?? '' }));
		const { versions } = await got(me.memory_history({ entity: 'Ada', attribute: 'town' }));
		expect(versions.map(({ value, status }) => [value, status])).toEqual([
			['Oslo', 'current'],
			['Bergen', 'undone']
		]);
	});

	test('[J4] what nobody knows is not found', async () => {
		const { me } = await desk();
		expect(await refused(me.undo({ change_id: 'none' }))).toMatchObject({ code: 'not_found', parameter: 'change_id' });
		expect(await refused(me.undo({ session: 'none' }))).toMatchObject({ code: 'not_found', parameter: 'session' });
	});

	test('[P3] an agent undoes only what its own name wrote; anything else waits', async () => {
		const at = await desk();
		const mine = await set(at.me, 'Ada', 'town', 'Oslo');
		const own = await set(at.bot, 'Ada', 'phone', '12');
		const before = await projectionOf(at.store);
		for (const change_id of [mine.change_id ?? '', own.change_id ?? ''])
			expect(await refused(at.other.undo({ change_id }))).toMatchObject({ code: 'needs_confirmation' });
		expect(await projectionOf(at.store)).toEqual(before);
		expect(await got(at.bot.undo({ change_id: own.change_id ?? '' }))).toMatchObject({ action: 'undone' });
	});

	test('[E5] a thing in the Trash takes what is claimed of it elsewhere with it, and undo shows all', async () => {
		const at = await furnished();
		const before = await shown(at);
		const removed = await got(at.me.remove_entity({ entity: 'Bo' }));
		const graph = await got(at.me.search_relationships({ channel_id: 'default', entities: ['Ada'], hops: 2 }));
		expect(graph).toMatchObject({ nodes: [{ name: 'Ada' }], edges: [] });
		const ada = await got(at.me.get_entity({ name: 'Ada' }));
		expect(ada.relationships).toEqual([]);
		expect((await got(at.me.get_entity({ name: 'Bo' }))).found).toBe(false);
		expect((await got(at.me.list_entities({ trash: true }))).entities).toMatchObject([{ name: 'Bo' }]);
		// A new write by that name makes a new row.
		const anew = await got(at.me.remember({ facts: [{ entity: 'Bo', content: 'Another Bo' }] }));
		expect(anew.created).toHaveLength(1);
		await got(at.me.undo({ change_id: anew.change_id ?? '' }));
		await got(at.me.undo({ change_id: removed.change_id ?? '' }));
		expect(await shown(at)).toEqual(before);
	});
});
