/** The app's own reads through the door: tables, changes, notes, the page of a thing, the overview, settings, the sample. */
import { beforeEach, describe, expect, test } from 'vitest';
import { agent } from '../support/notebooks';
import { changes, fact, got, names, openDesk, relate, set, type Desk, type OpenStore } from './support';

export function tablesSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	describe('tables', () => {
		beforeEach(async () => {
			await fact(desk.me, 'Beta', 'one', { type: 'Software System' });
			await fact(desk.me, 'Beta', 'two');
			await fact(desk.me, 'alpha 10', 'one', { type: 'person' });
			await fact(desk.me, 'alpha 9', 'one', { type: 'software-system' });
			await relate(desk.me, 'alpha 9', 'knows', 'Gamma');
		});
		const list = async (more: object = {}) => names((await got(desk.me.list_entities(more))).entities);

		test('what is said of a thing last brings it first: a value, a contender, a relation; taken back, it goes where it was', async () => {
			const before = await list({});
			const oldest = before.at(-1) ?? '';
			const { change_id } = await set(desk.me, oldest, 'colour', 'red');
			expect((await list({}))[0]).toBe(oldest);
			const other = (await list({})).at(-1) ?? '';
			await set(desk.me, other, 'colour', 'blue');
			await set(desk.bot, oldest, 'colour', 'green');
			expect((await list({}))[0]).toBe(oldest);
			await relate(desk.me, other, 'stands beside', oldest);
			expect((await list({}))[0]).toBe(other);
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect((await list({}))[0]).toBe(other);
		});

		test('list_entities: sorted, filtered, paged', async () => {
			expect(await list({ sort: 'name' })).toEqual(['alpha 9', 'alpha 10', 'Beta', 'Gamma']);
			expect(await list({ sort: 'name', descending: true })).toEqual(['Gamma', 'Beta', 'alpha 10', 'alpha 9']);
			expect((await list({ sort: 'facts' }))[0]).toBe('Beta');
			expect(new Set((await list({ sort: 'relations' })).slice(0, 2))).toEqual(new Set(['alpha 9', 'Gamma']));
			expect((await list({ sort: 'created' }))[0]).toBe('Gamma');
			expect(await list({ type: 'SOFTWARE_SYSTEM', sort: 'name' })).toEqual(['alpha 9', 'Beta']);
			expect(await list({ contains: 'ALPHA', sort: 'name' })).toEqual(['alpha 9', 'alpha 10']);
			const first = await got(desk.me.list_entities({ sort: 'name', limit: 3 }));
			expect(first).toMatchObject({ total: 4, left_out: 1 });
			expect(await list({ sort: 'name', limit: 3, cursor: first.cursor })).toEqual(['Gamma']);
		});

		test('of a type: its attributes most used first, values as columns, in their order, those without one last', async () => {
			const type = 'person';
			for (const [name, age] of [
				['Ann', '9'],
				['Bo', '10'],
				['Cy', null]
			] as const) {
				await fact(desk.me, name, 'is here', { type });
				if (age) await set(desk.me, name, 'age', age);
			}
			await set(desk.me, 'Ann', 'city', 'Oslo');
			await got(desk.me.memory_set_add({ entity: 'Bo', attribute: 'langs', member: 'Dutch' }));
			await got(desk.me.memory_set_add({ entity: 'Bo', attribute: 'langs', member: 'Hindi' }));
			expect((await got(desk.me.list_attributes({ type }))).attributes).toEqual([
				{ attribute: 'age', count: 2 },
				{ attribute: 'city', count: 1 },
				{ attribute: 'langs', count: 1 }
			]);
			expect((await got(desk.me.list_attributes({ type: 'software-system' }))).attributes).toEqual([]);
			const asked = { type, attributes: ['AGE', 'langs'], sort_attribute: 'age' };
			const { entities } = await got(desk.me.list_entities(asked));
			expect(entities.slice(0, 2).map(({ name, values }) => [name, values])).toEqual([
				['Ann', ['9', null]],
				['Bo', ['10', 'Dutch, Hindi']]
			]);
			expect(names((await got(desk.me.list_entities({ ...asked, descending: true }))).entities).slice(0, 2)).toEqual([
				'Bo',
				'Ann'
			]);
		});

		test('counts of what is current', async () => {
			const { entities } = await got(desk.me.list_entities({ sort: 'name' }));
			expect(entities.map(({ fact_count, relation_count }) => [fact_count, relation_count])).toEqual([
				[1, 1],
				[1, 0],
				[2, 0],
				[0, 1]
			]);
			await got(desk.me.end_fact({ fact_id: (await got(desk.me.get_entity({ name: 'alpha 10' }))).facts[0]?.id }));
			expect((await got(desk.me.list_entities({ contains: 'alpha 10' }))).entities).toMatchObject([{ fact_count: 0 }]);
		});

		test('list_types by type key; null for those without; by channel', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await got(desk.me.remember({ channel_id, facts: [{ entity: 'W', type: 'person', content: 'x' }] }));
			expect((await got(desk.me.list_types({}))).types).toEqual([
				{ type: 'Software System', count: 2 },
				{ type: 'person', count: 2 },
				{ type: null, count: 1 }
			]);
			expect((await got(desk.me.list_types({ channel_id }))).types).toEqual([{ type: 'person', count: 1 }]);
			expect((await got(desk.me.list_types({ channel_id: 'default' }))).types).toContainEqual({
				type: 'person',
				count: 1
			});
		});

		test('list_changes: latest first; by author, session, thing and time; get_change whole', async () => {
			const { change_id } = await set(desk.bot, 'Beta', 'owner', 'Ann');
			const all = await got(desk.me.list_changes({}));
			expect(all.changes).toHaveLength(6);
			expect(all.changes[0]).toMatchObject({
				change_id,
				by: 'agent:helper',
				operation: 'memory_fact_set',
				undone: false,
				undoable: true,
				entities: [{ name: 'Beta' }]
			});
			expect((await got(desk.me.list_changes({ by: 'agent:helper' }))).changes).toHaveLength(1);
			expect((await got(desk.me.list_changes({ by: 'person' }))).changes).toHaveLength(5);
			expect((await got(desk.me.list_changes({ entity: 'beta' }))).changes).toHaveLength(3);
			expect(
				(await got(desk.me.list_changes({ session: '00000000-0000-7000-8000-000000000006' }))).changes
			).toHaveLength(1);
			expect((await got(desk.me.list_changes({ since: all.changes[0]?.at }))).changes).toHaveLength(1);
			expect((await got(desk.me.list_changes({ until: all.changes[0]?.at }))).changes).toHaveLength(5);
			const first = await got(desk.me.list_changes({ limit: 4 }));
			const rest = await got(desk.me.list_changes({ limit: 4, cursor: first.cursor }));
			expect([...first.changes, ...rest.changes].map((each) => each.change_id)).toEqual(
				all.changes.map((each) => each.change_id)
			);
			expect(await got(desk.me.get_change({ change_id: change_id ?? '' }))).toMatchObject({
				found: true,
				change: {
					change_id,
					claims: [{ kind: 'slot', verb: 'set', attribute: 'owner', confidence: 0.8, origin: 'agent' }]
				}
			});
			expect(await got(desk.me.get_change({ change_id: 'nothing' }))).toEqual({ found: false, change: null });
		});

		describe('[N7] the changes of one channel', () => {
			const listed = async (channel_id: string, more: object = {}) =>
				(await got(desk.me.list_changes({ channel_id, ...more }))).changes.map(({ change_id }) => change_id);
			let work: string;
			let made: string | null;
			beforeEach(async () => {
				({ channel_id: work, change_id: made } = await got(desk.me.create_channel({ name: 'work' })));
			});
			const write = async (channel_id: string, content: string) =>
				(await got(desk.me.remember({ channel_id, facts: [{ entity: 'Ann', content }] }))).change_id;

			test('what was written there, its making and renaming, notes too', async () => {
				const fact = await write(work, 'leads');
				await write('default', 'sings');
				const note = await got(desk.me.add_note({ channel_id: work, text: 'On [[Ann]]' }));
				const renamed = await got(desk.me.rename_channel({ channel_id: work, name: 'Office' }));
				const all = [renamed.change_id, note.change_id, fact, made];
				expect(await listed(work)).toEqual(all);
				expect(await listed(work, { entity: 'Ann' })).toEqual([note.change_id, fact]);
				const first = await got(desk.me.list_changes({ channel_id: work, limit: 1 }));
				expect(await listed(work, { limit: 1, cursor: first.cursor })).toEqual(all.slice(1, 2));
				expect(await listed('default')).toHaveLength(6);
			});

			test('an undo is about what it takes back, in every channel of that', async () => {
				const session = '00000000-0000-7000-8000-0000000000aa';
				const visit = desk.door({ ...agent('helper'), session });
				const here = await got(visit.remember({ channel_id: work, facts: [{ entity: 'Ann', content: 'leads' }] }));
				await got(visit.remember({ channel_id: 'default', facts: [{ entity: 'Bo', content: 'sings' }] }));
				const { change_id: both } = await got(desk.me.undo({ session }));
				expect(await listed(work)).toEqual([both, here.change_id, made]);
				expect((await listed('default'))[0]).toBe(both);
				const { change_id: again } = await got(desk.me.undo({ change_id: both ?? '' }));
				expect((await listed(work))[0]).toBe(again);
				const other = await write('default', 'paints');
				await got(desk.me.undo({ change_id: other ?? '' }));
				expect(await listed(work)).toHaveLength(4);
			});

			test('forgetting part of a thing is about its channel', async () => {
				await write(work, 'leads');
				await set(desk.me, 'Ann', 'phone', '12', { channel_id: work });
				const { change_id } = await got(desk.me.forget({ channel_id: work, entity: 'Ann', attribute: 'phone' }));
				expect(await listed(work)).toContain(change_id);
				expect(await listed('default')).not.toContain(change_id);
			});

			test('an import', async () => {
				const source = JSON.stringify({
					type: 'entity',
					name: 'Acme',
					entityType: 'company',
					observations: ['Is old']
				});
				const { preview_id } = await got(desk.me.import_preview({ source, channel_id: work }));
				await got(desk.me.import_run({ preview_id, idempotency_key: 'k' }));
				expect(await listed(work)).toHaveLength(2);
				expect(await listed('default')).toHaveLength(5);
			});

			test('get_change finds it there only', async () => {
				const change_id = (await write(work, 'leads')) ?? '';
				expect(await got(desk.me.get_change({ change_id, channel_id: work }))).toMatchObject({ found: true });
				expect(await got(desk.me.get_change({ change_id, channel_id: 'default' }))).toEqual({
					found: false,
					change: null
				});
			});
		});

		test('list_changes fills its pages with what it answers', async () => {
			for (let i = 0; i < 40; i++) await set(desk.bot, 'Beta', 'owner', `Owner ${String(i)}`);
			const page = await got(desk.me.list_changes({ budget: 3_000 }));
			expect(new TextEncoder().encode(JSON.stringify(page.changes)).length / 3).toBeGreaterThan(2_600);
			expect(page.left_out).toBe(45 - page.changes.length);
		});

		test('an undo is a change that says what it took back', async () => {
			const { change_id } = await set(desk.bot, 'Beta', 'owner', 'Ann');
			const undone = await got(desk.me.undo({ change_id: change_id ?? '' }));
			const [latest, before] = (await got(desk.me.list_changes({}))).changes;
			expect(latest).toMatchObject({ change_id: undone.change_id, undoes: [change_id] });
			expect(before).toMatchObject({ change_id, undone: true, undoable: false });
			expect((await got(desk.me.get_change({ change_id: change_id ?? '' }))).change).toMatchObject({
				undone_by: undone.change_id
			});
		});

		test('list_notes: latest first, by kind and by thing', async () => {
			await got(desk.me.add_note({ text: 'On [[Beta]]', kind: 'page', title: 'First' }));
			const { note_id } = await got(
				desk.me.remember({ facts: [{ entity: 'Beta', content: 'from a note' }], note: 'Second' })
			);
			await got(desk.me.add_note({ text: 'Third', kind: 'daily' }));
			expect((await got(desk.me.list_notes({}))).notes.map(({ excerpt }) => excerpt)).toEqual([
				'Third',
				'Second',
				'On [[Beta]]'
			]);
			expect((await got(desk.me.list_notes({ kind: 'page' }))).notes).toMatchObject([{ title: 'First' }]);
			const entity_id = (await got(desk.me.get_entity({ name: 'Beta' }))).entity?.id ?? '';
			expect((await got(desk.me.list_notes({ entity_id }))).notes.map(({ excerpt }) => excerpt)).toEqual([
				'Second',
				'On [[Beta]]'
			]);
			expect((await got(desk.me.get_note({ note_id: note_id ?? '' }))).note?.facts).toMatchObject([
				{ content: 'from a note' }
			]);
		});

		test('get_dossier: the page of a thing', async () => {
			await set(desk.me, 'Beta', 'owner', 'Ann');
			await set(desk.bot, 'Beta', 'owner', 'Bob');
			await fact(desk.bot, 'Ann', 'Broke Beta', { mentions: [{ entity: 'Beta', role: 'victim' }] });
			await fact(desk.me, 'Beta', 'the other', { type: 'person' });
			const entity_id = (await got(desk.me.get_entity({ name: 'Beta', type: 'software system' }))).entity?.id ?? '';
			const page = await got(desk.me.get_dossier({ entity_id }));
			expect(page).toMatchObject({
				found: true,
				entity: { name: 'Beta', mentioned_only: false, removed: false, is_person: false, by: 'person' },
				namesakes: [{ type: 'person', why: 'namesake' }],
				slots: [{ attribute: 'owner', record: { value: 'Ann' }, contenders: [{ value: 'Bob' }] }],
				about: [{ content: 'two' }, { content: 'one' }],
				mentions: [
					{
						content: 'Broke Beta',
						mentions: [
							{ name: 'Ann', role: 'subject' },
							{ name: 'Beta', role: 'victim' }
						]
					}
				],
				relations: [],
				totals: { about: 2, mentions: 1, relations: 0, notes: 0 }
			});
			expect(await got(desk.me.get_dossier({ entity_id: 'nobody' }))).toMatchObject({ found: false, entity: null });
		});

		test('get_dossier with history shows what is no longer so', async () => {
			await got(desk.me.end_fact({ fact_id: await fact(desk.me, 'Beta', 'was red') }));
			const entity_id = (await got(desk.me.get_entity({ name: 'Beta' }))).entity?.id ?? '';
			expect((await got(desk.me.get_dossier({ entity_id }))).about.map(({ status }) => status)).toEqual([
				'current',
				'current'
			]);
			expect(
				(await got(desk.me.get_dossier({ entity_id, history: true }))).about.map(({ status }) => status).sort()
			).toEqual(['current', 'current', 'ended']);
		});
	});

	describe('the notebook as a whole', () => {
		test('get_overview: empty, then counted', async () => {
			expect(await got(desk.me.get_overview({}))).toMatchObject({
				entities: 0,
				facts: 0,
				values: 0,
				relations: 0,
				notes: 0,
				changes: 0,
				review: 0,
				empty: true,
				person: null,
				recent: [],
				last_change: null
			});
			await fact(desk.me, 'User', 'rows');
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			await relate(desk.me, 'Jeff', 'knows', 'User');
			await got(desk.me.add_note({ text: 'x' }));
			await got(desk.me.end_fact({ fact_id: await fact(desk.me, 'Jeff', 'was small') }));
			expect(await got(desk.me.get_overview({}))).toMatchObject({
				entities: 2,
				facts: 1,
				values: 1,
				relations: 1,
				notes: 1,
				changes: 7,
				review: 1,
				empty: false,
				person: { name: 'User' }
			});
		});

		test('[N7] get_overview of one channel', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await fact(desk.me, 'Jeff', 'at home');
			await got(
				desk.me.remember({
					channel_id,
					facts: [{ entity: 'Ann', content: 'at work' }],
					values: [{ entity: 'Ann', attribute: 'role', value: 'lead' }],
					relations: [{ from: 'Ann', relation: 'leads', to: 'Bob' }],
					note: 'at work'
				})
			);
			const work = await got(desk.me.get_overview({ channel_id }));
			expect(work).toMatchObject({ entities: 2, facts: 1, values: 1, relations: 1, notes: 1 });
			expect(names(work.recent).sort()).toEqual(['Ann', 'Bob']);
			expect(await got(desk.me.get_overview({ channel_id: 'default' }))).toMatchObject({
				entities: 1,
				facts: 1,
				values: 0,
				relations: 0,
				notes: 0,
				recent: [{ name: 'Jeff' }]
			});
		});

		test('settings: what is not named stays', async () => {
			expect(await got(desk.me.get_settings({}))).toEqual({
				compact_responses: true,
				agents_enabled: true,
				web_agents: false,
				home_channel: 'default'
			});
			expect(await got(desk.me.set_settings({ compact_responses: false }))).toEqual({
				compact_responses: false,
				agents_enabled: true,
				web_agents: false,
				home_channel: 'default'
			});
			expect(await got(desk.me.set_settings({}))).toMatchObject({ compact_responses: false });
			expect(await changes(desk)).toBe(0);
		});

		test('the sample: things, a conflict, a set, an echo; one undo takes all of it back', async () => {
			const { session, facts } = await got(desk.me.load_sample({}));
			expect(facts).toBeGreaterThan(25);
			expect((await got(desk.me.list_review({}))).counts.conflict).toBeGreaterThan(0);
			expect((await got(desk.me.get_entity({ name: 'Mercury' }))).entities).toHaveLength(2);
			await got(desk.me.undo({ session }));
			expect((await got(desk.me.list_entities({}))).total).toBe(0);
			expect(await got(desk.me.get_overview({}))).toMatchObject({
				entities: 0,
				facts: 0,
				values: 0,
				relations: 0,
				review: 0
			});
		});
	});
}
