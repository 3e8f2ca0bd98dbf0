/** merge_entities, unmerge_entities, mark_distinct, preview_merge through the door, and what every reading makes of them (N2, N3, N6). */
import { beforeEach, describe, expect, test } from 'vitest';
import {
	changes,
	contents,
	current,
	fact,
	got,
	names,
	openDesk,
	refused,
	relate,
	set,
	type Desk,
	type OpenStore
} from './support';

export function familySuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const merge = (entity: string, other: string, more: object = {}, door = desk.me) =>
		got(door.merge_entities({ entity, other, ...more }));
	const about = async (name: string, more: object = {}) => got(desk.me.get_entity({ name, ...more }));
	const aboutFacts = async (name: string) => contents((await about(name)).facts).sort();

	/** Two spellings of one firm, each with a fact, a value and relations of its own. */
	async function twoFirms() {
		await fact(desk.me, 'Acme Corp', 'Makes anvils', { type: 'company' });
		await fact(desk.me, 'ACME Corporation', 'Ships to roadrunners');
		await set(desk.me, 'Acme Corp', 'seat', 'Oslo');
		await set(desk.me, 'ACME Corporation', 'seat', 'Bergen');
		await set(desk.me, 'ACME Corporation', 'phone', '12');
		await relate(desk.me, 'Jeff', 'works at', 'Acme Corp');
		await relate(desk.me, 'Jeff', 'works at', 'ACME Corporation');
		await relate(desk.me, 'ACME Corporation', 'owns', 'The Yard');
	}

	describe('[N6] a merge is a declaration', () => {
		test('either name leads to the whole, and no row is rewritten', async () => {
			await twoFirms();
			const { declaration, entities, action } = await merge('Acme Corp', 'ACME Corporation');
			expect(action).toBe('merged');
			expect(declaration).toMatch(/\.0$/u);
			expect(names(entities).sort()).toEqual(['ACME Corporation', 'Acme Corp']);
			const wanted = ['Makes anvils', 'Ships to roadrunners', 'phone: 12', 'seat: Oslo'];
			expect(await aboutFacts('acme corp')).toEqual(wanted);
			expect(await aboutFacts('ACME Corporation')).toEqual(wanted);
			expect((await about('ACME Corporation')).entity).toMatchObject({ name: 'ACME Corporation' });
			expect(names((await about('ACME Corporation')).entities).sort()).toEqual(['ACME Corporation', 'Acme Corp']);
		});

		test('two values: the second in order is the contender, and settling it settles it for both', async () => {
			await twoFirms();
			await merge('Acme Corp', 'ACME Corporation');
			const seat = await current(desk.me, 'ACME Corporation', 'seat');
			expect(seat.record).toMatchObject({ value: 'Oslo' });
			expect(seat.contenders).toMatchObject([{ value: 'Bergen', why: 'merged' }]);
			const { items } = await got(desk.me.list_review({ kind: 'conflict' }));
			expect(items).toMatchObject([{ attribute: 'seat', contender: { value: 'Bergen' } }]);
			await got(desk.me.memory_fact_resolve({ entity: 'Acme Corp', attribute: 'seat', accept: true }));
			expect(await current(desk.me, 'Acme Corp', 'seat')).toMatchObject({
				record: { value: 'Bergen' },
				contenders: []
			});
			expect(await got(desk.me.list_review({}))).toMatchObject({ items: [] });
		});

		test('sets unite, and a set takes a single in', async () => {
			await got(desk.me.memory_set_add({ entity: 'Ada', attribute: 'langs', member: 'Norwegian' }));
			await got(desk.me.memory_set_add({ entity: 'Countess', attribute: 'langs', member: 'English' }));
			await set(desk.me, 'Lovelace', 'langs', 'French');
			await merge('Ada', 'Countess');
			await merge('Lovelace', 'Countess');
			const { record } = await current(desk.me, 'Lovelace', 'langs');
			expect(record).toMatchObject({ kind: 'set' });
			expect(record?.kind === 'set' && [...record.members].sort()).toEqual(['English', 'French', 'Norwegian']);
			await got(desk.me.memory_set_remove({ entity: 'Ada', attribute: 'langs', member: 'English' }));
			const after = await current(desk.me, 'Countess', 'langs');
			expect(after.record?.kind === 'set' && [...after.record.members].sort()).toEqual(['French', 'Norwegian']);
		});

		test('a value written to either is written over what the whole says', async () => {
			await twoFirms();
			await merge('Acme Corp', 'ACME Corporation');
			expect(await set(desk.me, 'ACME Corporation', 'seat', 'Tromsø')).toMatchObject({
				action: 'superseded',
				before: { value: 'Oslo' }
			});
			expect(await current(desk.me, 'Acme Corp', 'seat')).toMatchObject({ record: { value: 'Tromsø' } });
			expect(await set(desk.bot, 'Acme Corp', 'seat', 'Vardø')).toMatchObject({ action: 'contested' });
			await got(desk.me.end_fact({ entity: 'Acme Corp', attribute: 'phone' }));
			expect(await current(desk.me, 'ACME Corporation', 'phone')).toMatchObject({ record: null });
		});

		test('equal relations show once, those between the two not at all, and nothing is related to itself (E2)', async () => {
			await twoFirms();
			await relate(desk.me, 'ACME Corporation', 'formerly', 'Acme Corp');
			await merge('Acme Corp', 'ACME Corporation');
			const shown = (await about('Acme Corp')).relationships.map(
				({ relation, direction, entity }) => `${direction} ${relation} ${entity}`
			);
			expect(shown.sort()).toEqual(['in works at Jeff', 'out owns The Yard']);
			expect((await about('Jeff')).relationships).toHaveLength(1);
			const self = await refused(
				desk.me.relate_entities({ fromEntity: 'Acme Corp', relation: 'owns', toEntity: 'ACME Corporation' })
			);
			expect(self).toMatchObject({ code: 'invalid_parameter' });
		});

		test('the graph has one node for it (E3)', async () => {
			await twoFirms();
			await merge('Acme Corp', 'ACME Corporation');
			const around = await got(desk.me.search_relationships({ channel_id: 'default', entities: ['Jeff'], hops: 2 }));
			expect(
				names(around.nodes)
					.map((name) => name.replace(/acme.*/iu, 'acme'))
					.sort()
			).toEqual(['Jeff', 'The Yard', 'acme']);
			expect(around.edges).toHaveLength(2);
			const path = await got(
				desk.me.search_relationships({ channel_id: 'default', entities: ['Acme Corp', 'The Yard'] })
			);
			expect(path.text).toContain('directly');
			expect(path.nodes).toHaveLength(3);
		});

		test('a search by words finds the value that the whole has, once, and not the one that waits', async () => {
			await twoFirms();
			await set(desk.me, 'Acme Corp', 'phone', '12');
			await merge('Acme Corp', 'ACME Corporation');
			const { hits } = await got(desk.me.memory_search({ query: 'phone 12' }));
			expect(hits.filter(({ kind }) => kind === 'value')).toHaveLength(1);
			const seats = await got(desk.me.memory_search({ query: 'seat' }));
			expect(seats.hits.map(({ text }) => text).join()).not.toContain('Bergen');
		});

		test('a sentence that stands at both shows once, with everyone who said it (F5)', async () => {
			await fact(desk.me, 'Ada', 'Likes tea');
			await fact(desk.bot, 'Countess', 'likes  TEA');
			await merge('Ada', 'Countess');
			expect(await aboutFacts('Ada')).toEqual(['Likes tea']);
		});

		test('lists, search by name and near names have one line for it', async () => {
			await twoFirms();
			await merge('Acme Corp', 'ACME Corporation');
			const { entities } = await got(desk.me.list_entities({}));
			expect(names(entities).filter((name) => /acme/iu.test(name))).toHaveLength(1);
			const found = await got(desk.me.find_entities({ query: 'acme' }));
			expect(found.entities).toHaveLength(1);
			expect((await got(desk.me.find_entities({ query: 'ACME Corporation' }))).entities[0]).toMatchObject({
				name: 'ACME Corporation',
				why: 'exact'
			});
		});

		test('it is counted as the one line that the list has for it, under the type of each row and by either name', async () => {
			await twoFirms();
			await got(desk.me.set_entity({ entity: 'ACME Corporation', new_type: 'organization' }));
			await merge('Acme Corp', 'ACME Corporation');
			const { types, total } = await got(desk.me.list_types({}));
			expect(total).toBe(3);
			expect(types).toEqual([
				{ type: null, count: 2 },
				{ type: 'company', count: 1 },
				{ type: 'organization', count: 1 }
			]);
			for (const narrow of [{ type: 'company' }, { type: 'organization' }, { contains: 'corporation' }])
				expect(await got(desk.me.list_entities(narrow))).toMatchObject({ total: 1 });
			expect(await got(desk.me.get_overview({}))).toMatchObject({ entities: 3 });
			expect((await got(desk.me.list_channels({}))).channels).toMatchObject([{ entity_count: 3 }]);
		});

		test('removed it is gone whole, and undo brings all of it back (E5)', async () => {
			await twoFirms();
			await merge('Acme Corp', 'ACME Corporation');
			const { change_id } = await got(desk.me.remove_entity({ entity: 'Acme Corp' }));
			expect((await about('ACME Corporation')).found).toBe(false);
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect(await aboutFacts('ACME Corporation')).toHaveLength(4);
		});

		test('again is no second declaration; the same entity twice is refused; an unknown one is not found', async () => {
			await twoFirms();
			await merge('Acme Corp', 'ACME Corporation');
			const before = await changes(desk);
			expect(await merge('ACME Corporation', 'Acme Corp')).toMatchObject({ action: 'unchanged', declaration: null });
			expect(await changes(desk)).toBe(before);
			expect(await refused(desk.me.merge_entities({ entity: 'Jeff', other: 'jeff' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'other'
			});
			expect(await refused(desk.me.merge_entities({ entity: 'Jeff', other: 'Nobody' }))).toMatchObject({
				code: 'not_found'
			});
		});
	});

	describe('[N2] names of a family', () => {
		test('an alias or a fold of two rows of one family is not ambiguous', async () => {
			await fact(desk.me, 'MR-412', 'Is a board');
			await fact(desk.me, 'MR!412', 'Is a board too');
			expect((await about('mr_412')).did_you_mean?.map(({ why }) => why)).toEqual(['ambiguous', 'ambiguous']);
			await merge('MR-412', 'MR!412');
			expect(await aboutFacts('mr_412')).toEqual(['Is a board', 'Is a board too']);
		});

		test('[N3] namesakes declared the same answer as one; a third of the name stays another', async () => {
			const make = async (type: string, content: string) => fact(desk.me, 'Mercury', content, { type });
			await make('planet', 'Is the innermost');
			await make('god', 'Has winged shoes');
			await make('deity', 'Is quick');
			const ids = (await about('Mercury')).entities;
			const idOf = (type: string) => ids.find((row) => row.type === type)?.id ?? '';
			await merge('Mercury', 'Mercury', { entity_id: idOf('god'), other_id: idOf('deity') });
			expect((await about('Mercury')).facts).toHaveLength(3);
			expect(contents((await about('Mercury', { type: 'god' })).facts).sort()).toEqual([
				'Has winged shoes',
				'Is quick'
			]);
			const around = await got(desk.me.search_relationships({ channel_id: 'default', entities: ['Mercury'] }));
			expect(around.nodes).toHaveLength(2);
		});

		test('by its id, a row answers with the whole, itself first', async () => {
			await twoFirms();
			const { ids } = await merge('Acme Corp', 'ACME Corporation');
			for (const entity_id of ids) {
				const answer = await about('Acme', { entity_id });
				expect(answer.entity?.id).toBe(entity_id);
				expect(answer.facts).toHaveLength(4);
			}
		});
	});

	describe('[N6] unmerge', () => {
		test('everything is as before, and what was written to either since stays where it was written', async () => {
			await twoFirms();
			const before = await Promise.all(['Acme Corp', 'ACME Corporation'].map(aboutFacts));
			const { declaration } = await merge('Acme Corp', 'ACME Corporation');
			expect(await got(desk.me.unmerge_entities({ declaration: declaration ?? '' }))).toMatchObject({
				action: 'unmerged',
				declarations: [declaration]
			});
			expect(await Promise.all(['Acme Corp', 'ACME Corporation'].map(aboutFacts))).toEqual(before);
			await merge('Acme Corp', 'ACME Corporation');
			await fact(desk.me, 'ACME Corporation', 'Has a new sign');
			await set(desk.me, 'Acme Corp', 'colour', 'red');
			await got(desk.me.unmerge_entities({ entity: 'ACME Corporation', other: 'Acme Corp' }));
			expect(await aboutFacts('Acme Corp')).toEqual([...(before[0] ?? []), 'colour: red'].sort());
			expect(await aboutFacts('ACME Corporation')).toEqual([...(before[1] ?? []), 'Has a new sign'].sort());
		});

		test('in the middle of a merge of merges, the rest stays together', async () => {
			for (const name of ['A1', 'A2', 'A3', 'A4']) await fact(desk.me, name, `Is ${name}`);
			await merge('A1', 'A2');
			const middle = await merge('A2', 'A3');
			await merge('A3', 'A4');
			expect(await aboutFacts('A1')).toHaveLength(4);
			await got(desk.me.unmerge_entities({ declaration: middle.declaration ?? '' }));
			expect(await aboutFacts('A1')).toEqual(['Is A1', 'Is A2']);
			expect(await aboutFacts('A4')).toEqual(['Is A3', 'Is A4']);
		});

		test('of two that only others tie, it asks which declaration', async () => {
			for (const name of ['A1', 'A2', 'A3']) await fact(desk.me, name, `Is ${name}`);
			await merge('A1', 'A2');
			const { declaration } = await merge('A2', 'A3');
			const error = await refused(desk.me.unmerge_entities({ entity: 'A1', other: 'A3' }));
			expect(error).toMatchObject({ code: 'ambiguous_name' });
			expect(error.hint).toContain(declaration);
			expect(await refused(desk.me.unmerge_entities({}))).toMatchObject({ parameter: 'declaration' });
			expect(await refused(desk.me.unmerge_entities({ declaration: 'x.0' }))).toMatchObject({ code: 'not_found' });
		});
	});

	test('[N6] History names both, here and on the device that took the journal in', async () => {
		await twoFirms();
		const { declaration } = await merge('Acme Corp', 'ACME Corporation');
		await got(desk.me.unmerge_entities({ declaration: declaration ?? '' }));
		await got(desk.me.mark_distinct({ entity: 'Acme Corp', other: 'ACME Corporation' }));
		const { blob } = await got(desk.me.export({ format: 'journal' }));
		const other = await openDesk(open);
		const { preview_id } = await got(other.me.import_preview({ source: blob }));
		await got(other.me.import_run({ preview_id }));
		for (const { me } of [desk, other]) {
			const { changes: told } = await got(me.list_changes({ limit: 3 }));
			expect(told.map(({ summary }) => summary.map(({ verb, text }) => `${verb} ${text}`))).toEqual([
				['distinct Acme Corp · ACME Corporation'],
				['unmerge Acme Corp · ACME Corporation'],
				['merge Acme Corp · ACME Corporation']
			]);
		}
	});

	describe('[N6] in a file', () => {
		const parsed = async (blob: Blob) =>
			(await blob.text())
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as Record<string, unknown>);

		test('memory.jsonl: one entity under the primary’s name, all that is known of it once; comes back so', async () => {
			await twoFirms();
			for (const name of ['Acme Corp', 'ACME Corporation']) {
				await fact(desk.me, name, 'Has a big sign');
				await got(desk.me.memory_set_add({ entity: name, attribute: 'sells', member: `${name} anvils` }));
			}
			await relate(desk.me, 'Acme Corp', 'owns', 'The Yard');
			await relate(desk.me, 'Acme Corp', 'formerly', 'ACME Corporation');
			await fact(desk.me, 'Acme Corp', 'Is the older name');
			await merge('Acme Corp', 'ACME Corporation');
			const { blob, counts } = await got(desk.me.export({ format: 'memory' }));
			const lines = await parsed(blob);
			expect(lines.filter(({ type }) => type === 'entity')).toHaveLength(3);
			const told = [
				'Has a big sign',
				'Is the older name',
				'Makes anvils',
				'Ships to roadrunners',
				'phone: 12',
				'seat: Oslo',
				'sells: Acme Corp anvils, ACME Corporation anvils'
			];
			const firm = lines.find(({ name }) => name === 'Acme Corp');
			expect({ ...firm, observations: (firm?.observations as string[]).sort() }).toEqual({
				type: 'entity',
				name: 'Acme Corp',
				entityType: 'company',
				observations: told
			});
			expect(lines.filter(({ type }) => type === 'relation')).toEqual([
				{ type: 'relation', from: 'Acme Corp', to: 'The Yard', relationType: 'owns' },
				{ type: 'relation', from: 'Jeff', to: 'Acme Corp', relationType: 'works at' }
			]);
			expect(counts).toMatchObject({ lines: 5, entities: 3, facts: told.length, relations: 2 });
			const other = await openDesk(open);
			const { preview_id } = await got(other.me.import_preview({ source: blob, name: 'memory.jsonl' }));
			await got(other.me.import_run({ preview_id }));
			expect((await got(other.me.list_entities({}))).total).toBe(3);
			const again = await got(other.me.export({ format: 'memory' }));
			const sorted = (all: Record<string, unknown>[]) => all.map((line) => JSON.stringify(line)).sort();
			const unordered = (all: Record<string, unknown>[]) =>
				sorted(all.map((line) => ({ ...line, observations: [(line.observations ?? []) as string[]].flat().sort() })));
			expect(unordered(await parsed(again.blob))).toEqual(unordered(lines));
		});

		test('memory.jsonl: taken apart before, they are two', async () => {
			await twoFirms();
			const { declaration } = await merge('Acme Corp', 'ACME Corporation');
			await got(desk.me.unmerge_entities({ declaration: declaration ?? '' }));
			const lines = await parsed((await got(desk.me.export({ format: 'memory' }))).blob);
			expect(lines.filter(({ type }) => type === 'entity')).toHaveLength(4);
			expect(lines.filter(({ type }) => type === 'relation')).toHaveLength(3);
		});

		test('the journal keeps both rows and the declaration: taken apart where it was restored, each is what it was', async () => {
			await twoFirms();
			const before = await Promise.all(['Acme Corp', 'ACME Corporation'].map(aboutFacts));
			const { declaration } = await merge('Acme Corp', 'ACME Corporation');
			const { blob, counts } = await got(desk.me.export({ format: 'journal' }));
			expect(counts.entities).toBe(3);
			desk = await openDesk(open);
			const { preview_id } = await got(desk.me.import_preview({ source: blob }));
			await got(desk.me.import_run({ preview_id }));
			expect((await got(desk.me.list_entities({}))).total).toBe(3);
			await got(desk.me.unmerge_entities({ declaration: declaration ?? '' }));
			expect(await Promise.all(['Acme Corp', 'ACME Corporation'].map(aboutFacts))).toEqual(before);
		});
	});

	describe('[N6] not the same', () => {
		test('is remembered; a merge of such a pair asks first, and may be told despite', async () => {
			await twoFirms();
			const { mark } = await got(desk.me.mark_distinct({ entity: 'Acme Corp', other: 'ACME Corporation' }));
			expect(await got(desk.me.mark_distinct({ entity: 'ACME Corporation', other: 'Acme Corp' }))).toMatchObject({
				action: 'unchanged',
				mark
			});
			expect(await refused(desk.me.merge_entities({ entity: 'Acme Corp', other: 'ACME Corporation' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'despite'
			});
			expect(await merge('Acme Corp', 'ACME Corporation', { despite: true })).toMatchObject({ action: 'merged' });
			expect(await aboutFacts('Acme Corp')).toHaveLength(4);
		});

		test('also by way of others', async () => {
			for (const name of ['A1', 'A2', 'A3']) await fact(desk.me, name, `Is ${name}`);
			await merge('A1', 'A2');
			await got(desk.me.mark_distinct({ entity: 'A2', other: 'A3' }));
			expect(await refused(desk.me.merge_entities({ entity: 'A1', other: 'A3' }))).toMatchObject({
				parameter: 'despite'
			});
		});

		test('of what is declared the same it is refused, with what to call first', async () => {
			await twoFirms();
			await merge('Acme Corp', 'ACME Corporation');
			const error = await refused(desk.me.mark_distinct({ entity: 'Acme Corp', other: 'ACME Corporation' }));
			expect(error).toMatchObject({ code: 'invalid_parameter' });
			expect(error.hint).toContain('unmerge_entities');
		});
	});

	describe('[P3] an agent', () => {
		test('joins what its own name made, and asks the person for anything else', async () => {
			await fact(desk.bot, 'Acme Corp', 'Makes anvils');
			await fact(desk.bot, 'Acme Corporation', 'Makes anvils too');
			await fact(desk.me, 'Acme Ltd', 'Is mine');
			expect(await merge('Acme Corp', 'Acme Corporation', {}, desk.bot)).toMatchObject({ action: 'merged' });
			expect(await refused(desk.bot.merge_entities({ entity: 'Acme Corp', other: 'Acme Ltd' }))).toMatchObject({
				code: 'needs_confirmation'
			});
			const mine = await merge('Acme Ltd', 'Acme Corp');
			expect(await refused(desk.bot.unmerge_entities({ declaration: mine.declaration ?? '' }))).toMatchObject({
				code: 'needs_confirmation'
			});
		});
	});

	describe('preview_merge', () => {
		test('tells what unites, what conflicts, what both have, and writes nothing', async () => {
			await twoFirms();
			await set(desk.me, 'Acme Corp', 'phone', '12');
			await relate(desk.me, 'Acme Corp', 'formerly', 'ACME Corporation');
			const { entities } = await got(desk.me.list_entities({ contains: 'acme' }));
			const [one, other] = entities.map(({ id }) => id);
			const before = await changes(desk);
			const told = await got(desk.me.preview_merge({ entity_id: one ?? '', other_id: other ?? '' }));
			expect(told).toMatchObject({ found: true, same: false, marked: null, between: 1 });
			expect(told.values.map(({ attribute, outcome, value }) => [attribute, outcome, value]).sort()).toEqual([
				['phone', 'same', '12'],
				['seat', 'conflict', 'Oslo']
			]);
			expect(told.shared_relations).toEqual([{ relation: 'works at', direction: 'in', entity: 'Jeff' }]);
			expect(await changes(desk)).toBe(before);
			await got(desk.me.mark_distinct({ entity: 'Acme Corp', other: 'ACME Corporation' }));
			const marked = await got(desk.me.preview_merge({ entity_id: one ?? '', other_id: other ?? '' }));
			expect(marked.marked).toMatchObject({ by: 'person' });
		});
	});

	test('the page of either is that of the whole, with the declarations that make it so', async () => {
		await twoFirms();
		const { ids, declaration } = await merge('Acme Corp', 'ACME Corporation');
		for (const entity_id of ids) {
			const page = await got(desk.me.get_dossier({ entity_id }));
			expect(page.entity?.id).toBe(entity_id);
			expect(page.family.rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
			expect(page.family.declarations).toMatchObject([{ declaration, by: 'person' }]);
			expect(page.about).toHaveLength(2);
			expect(page.relations).toHaveLength(2);
			expect(page.slots.map(({ attribute }) => attribute).sort()).toEqual(['phone', 'seat']);
			expect(page.namesakes).toEqual([]);
		}
		const told = await Promise.all(ids.map(async (entity_id) => got(desk.me.list_changes({ entity_id }))));
		const all = await got(desk.me.list_changes({}));
		for (const { changes } of told) {
			expect(changes[0]).toMatchObject({ operation: 'merge_entities' });
			expect(changes).toEqual(all.changes); // of either row, latest first
		}
	});
}
