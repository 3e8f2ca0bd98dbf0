/** Ending, retracting, replacing, notes and names through the door (F6, S9, N9, E5). */
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
	stored,
	type Desk,
	type OpenStore
} from './support';

export function closingSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const known = async (name: string): Promise<string[]> => contents((await got(desk.me.get_entity({ name }))).facts);

	describe('[F6] a fact', () => {
		test('ended: no longer there, and since when', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			expect(await got(desk.me.end_fact({ fact_id, until: '2025-06-01' }))).toMatchObject({
				action: 'ended',
				ids: [fact_id],
				content: 'lives in Bonn',
				until: '2025-06-01T00:00:00.000Z'
			});
			expect(await known('Jeff')).toEqual([]);
		});

		test('an end that is still to come is refused by name: what has ended is not shown any more', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'is on leave');
			await set(desk.me, 'Jeff', 'status', 'on leave');
			await relate(desk.me, 'Jeff', 'works at', 'Acme');
			for (const call of [
				desk.me.end_fact({ fact_id, until: '2026-03-01' }),
				desk.me.end_fact({ entity: 'Jeff', attribute: 'status', until: '2026-03-01' }),
				desk.me.end_relation({ fromEntity: 'Jeff', relation: 'works at', toEntity: 'Acme', until: '2026-03-01' })
			])
				expect(await refused(call)).toMatchObject({ code: 'invalid_parameter', parameter: 'until' });
			expect(await known('Jeff')).toEqual(['status: on leave', 'is on leave']);
		});

		test('[F7] an end before its beginning is refused with both named', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn', { valid_from: '2025-01-01' });
			const error = await refused(desk.me.end_fact({ fact_id, until: '2024-01-01' }));
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: 'until' });
			expect(error.message).toContain('2024-01-01');
			expect(error.message).toContain('2025-01-01');
			expect(await known('Jeff')).toEqual(['lives in Bonn']);
		});

		test('retracted', async () => {
			const fact_id = await fact(desk.bot, 'Jeff', 'is a pilot');
			expect(await got(desk.me.retract_fact({ fact_id, reason: 'he told me' }))).toMatchObject({
				action: 'retracted',
				content: 'is a pilot'
			});
			expect(await known('Jeff')).toEqual([]);
		});

		test('replaced: the new one has its mentions and importance', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'Met Ann in Oslo', {
				importance: 0.9,
				mentions: [{ entity: 'Ann', role: 'company' }]
			});
			const done = await got(desk.me.replace_fact({ fact_id, content: 'Met Ann in Bergen', source: 'diary' }));
			expect(done).toMatchObject({
				action: 'replaced',
				before: { value: 'Met Ann in Oslo' },
				ids: [fact_id, done.fact_id]
			});
			expect((await got(desk.me.get_entity({ name: 'Ann' }))).facts).toMatchObject([
				{ id: done.fact_id, content: 'Met Ann in Bergen', roles: ['company'], importance: 0.9, source: 'diary' }
			]);
		});

		test('replaced by its own text: confirmed, and still there', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'likes tea');
			expect(await got(desk.me.replace_fact({ fact_id, content: 'Likes tea', source: 'diary' }))).toMatchObject({
				action: 'confirmed',
				fact_id
			});
			expect(await known('Jeff')).toEqual(['likes tea']);
		});

		test('replaced by a text that was called wrong: an agent waits, and the old one stands', async () => {
			await got(desk.me.retract_fact({ fact_id: await fact(desk.bot, 'Jeff', 'has two cats') }));
			const fact_id = await fact(desk.bot, 'Jeff', 'has one cat');
			expect(await got(desk.bot.replace_fact({ fact_id, content: 'has two cats' }))).toMatchObject({
				action: 'contested',
				rejected_at: expect.any(String) as string
			});
			expect(await known('Jeff')).toEqual(['has one cat']);
		});

		test('an id that no current fact has is not_found, named', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			await got(desk.me.end_fact({ fact_id }));
			for (const id of [fact_id, 'nothing'])
				for (const call of [
					desk.me.end_fact({ fact_id: id }),
					desk.me.retract_fact({ fact_id: id }),
					desk.me.replace_fact({ fact_id: id, content: 'x' })
				]) {
					const error = await refused(call);
					expect(error).toMatchObject({ code: 'not_found', parameter: 'fact_id' });
					expect(error.message).toContain(id);
				}
		});

		test('another version than expected is version_conflict, with the version that stands', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			const { about } = await got(
				desk.me.get_dossier({ entity_id: (await got(desk.me.get_entity({ name: 'Jeff' }))).entity?.id ?? '' })
			);
			const version = about[0]?.version ?? '';
			for (const call of [
				desk.me.end_fact({ fact_id, expected_version: 'older' }),
				desk.me.retract_fact({ fact_id, expected_version: 'older' }),
				desk.me.replace_fact({ fact_id, content: 'x', expected_version: 'older' })
			])
				expect(await refused(call)).toMatchObject({ code: 'version_conflict', current_version: version });
			expect(await got(desk.me.end_fact({ fact_id, expected_version: version }))).toMatchObject({ action: 'ended' });
		});

		test('[N7] a fact of another channel than the one given is not found there', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			expect(await refused(desk.me.end_fact({ fact_id, channel_id }))).toMatchObject({
				code: 'not_found',
				parameter: 'fact_id'
			});
			expect(await known('Jeff')).toEqual(['lives in Bonn']);
		});
	});

	describe('[F6] the value of a slot', () => {
		test.each(['end', 'retract'] as const)('%s: the slot is EMPTY', async (verb) => {
			const { version } = await set(desk.me, 'Jeff', 'city', 'Oslo');
			const done =
				verb === 'end'
					? await got(desk.me.end_fact({ entity: 'jeff', attribute: 'City' }))
					: await got(desk.me.retract_fact({ entity: 'jeff', attribute: 'City' }));
			expect(done).toMatchObject({
				action: verb === 'end' ? 'ended' : 'retracted',
				content: 'city: Oslo',
				before: { value: 'Oslo', version }
			});
			expect((await current(desk.me, 'Jeff', 'city')).record).toBeNull();
			const { versions } = await got(desk.me.memory_history({ entity: 'Jeff', attribute: 'city' }));
			expect(versions).toMatchObject([{ value: 'Oslo', status: verb === 'end' ? 'ended' : 'retracted' }]);
		});

		test('of a slot that is EMPTY: unchanged, and nothing is written', async () => {
			await fact(desk.me, 'Jeff', 'x');
			const before = await changes(desk);
			expect(await got(desk.me.end_fact({ entity: 'Jeff', attribute: 'city' }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			expect(await got(desk.me.retract_fact({ entity: 'Jeff', attribute: 'city' }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			expect(await changes(desk)).toBe(before);
		});

		test('of a set: all its members go', async () => {
			for (const member of ['French', 'Basque'])
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member }));
			expect(await got(desk.me.end_fact({ entity: 'Jeff', attribute: 'languages' }))).toMatchObject({
				action: 'ended',
				content: 'languages: French, Basque'
			});
			expect((await current(desk.me, 'Jeff', 'languages')).record).toMatchObject({
				members: [],
				removed: ['French', 'Basque']
			});
		});

		test('replace_fact is memory_fact_set on the current version', async () => {
			const { version } = await set(desk.bot, 'Jeff', 'city', 'Oslo');
			expect(await got(desk.bot.replace_fact({ entity: 'Jeff', attribute: 'city', content: 'Bergen' }))).toMatchObject({
				action: 'superseded',
				before: { value: 'Oslo', version }
			});
			expect(await got(desk.bot.replace_fact({ entity: 'Jeff', attribute: 'city', content: 'Oslo' }))).toMatchObject({
				action: 'superseded'
			});
			expect(
				await got(
					desk.bot.replace_fact({ entity: 'Jeff', attribute: 'city', content: 'Rome', expected_version: version })
				)
			).toMatchObject({ action: 'contested', contender: { value: 'Rome', why: 'outdated' } });
			await set(desk.me, 'Jeff', 'role', 'designer');
			expect(await got(desk.bot.replace_fact({ entity: 'Jeff', attribute: 'role', content: 'writer' }))).toMatchObject({
				action: 'contested',
				contender: { why: 'weaker' }
			});
		});

		test('a stale version is version_conflict, a thing that is not there not_found, and never guessed of namesakes', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			expect(
				await refused(desk.me.end_fact({ entity: 'Jeff', attribute: 'city', expected_version: 'older' }))
			).toMatchObject({ code: 'version_conflict' });
			expect(await refused(desk.me.end_fact({ entity: 'Jef', attribute: 'city' }))).toMatchObject({
				code: 'not_found',
				did_you_mean: [{ name: 'Jeff' }]
			});
			await fact(desk.me, 'Mercury', 'a', { type: 'person' });
			await fact(desk.me, 'Mercury', 'b', { type: 'project' });
			expect(await refused(desk.me.retract_fact({ entity: 'Mercury', attribute: 'city' }))).toMatchObject({
				code: 'ambiguous_name',
				rows: [{}, {}]
			});
		});
	});

	describe('[S9] notes', () => {
		test('add_note keeps the text as it was written, and links what it names', async () => {
			await fact(desk.me, 'Jeff', 'x');
			const text = '  # Jeff\n\n\tSee [[jeff]] and [[Nobody|somebody]].  \n';
			const { note_id } = await got(desk.me.add_note({ text, title: 'On Jeff', kind: 'page' }));
			expect((await got(desk.me.get_note({ note_id }))).note).toMatchObject({
				text,
				title: 'On Jeff',
				kind: 'page',
				entities: [{ name: 'Jeff' }],
				facts: []
			});
			expect(names((await got(desk.me.list_entities({}))).entities)).toEqual(['Jeff']);
		});

		test('correct_note: updated with what stood before; the same text writes nothing', async () => {
			const { note_id } = await got(desk.me.add_note({ text: 'one' }));
			expect(await got(desk.me.correct_note({ note_id, text: 'two' }))).toMatchObject({
				action: 'updated',
				before: { value: 'one' },
				re_verify: 0
			});
			const before = await changes(desk);
			expect(await got(desk.me.correct_note({ note_id, text: 'two' }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			expect(await got(desk.me.correct_note({ note_id, title: 'Title' }))).toMatchObject({ action: 'updated' });
			expect(await changes(desk)).toBe(before + 1);
		});

		test('a note corrected meanwhile is version_conflict', async () => {
			const { note_id } = await got(desk.me.add_note({ text: 'one' }));
			const { note } = await got(desk.me.get_note({ note_id }));
			const expected_version = note?.version ?? '';
			await got(desk.me.correct_note({ note_id, text: 'two', expected_version }));
			const error = await refused(desk.me.correct_note({ note_id, text: 'three', expected_version }));
			expect(error).toMatchObject({ code: 'version_conflict', current_version: expect.any(String) as string });
			expect((await got(desk.me.get_note({ note_id }))).note?.text).toBe('two');
		});

		test('a note that is not there is not_found', async () => {
			expect(await refused(desk.me.correct_note({ note_id: 'nothing', text: 'x' }))).toMatchObject({
				code: 'not_found',
				parameter: 'note_id'
			});
			expect(await got(desk.me.get_note({ note_id: 'nothing' }))).toEqual({ found: false, note: null });
		});

		test("[N7] its links stay in the note's own channel when it is corrected", async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await fact(desk.me, 'Jeff', 'at home');
			await got(desk.me.remember({ channel_id, facts: [{ entity: 'Jeff', content: 'at work' }] }));
			const { note_id } = await got(desk.me.add_note({ text: '[[Jeff]]', channel_id }));
			await got(desk.me.correct_note({ note_id, text: 'about [[Jeff]]' }));
			const [linked] = (await got(desk.me.get_note({ note_id }))).note?.entities ?? [];
			expect((await got(desk.me.get_entity({ name: 'Jeff', entity_id: linked?.id }))).entity).toMatchObject({
				channel_id
			});
		});

		test('[P3] an agent may correct its own note; another waits', async () => {
			const { note_id } = await got(desk.bot.add_note({ text: 'one' }));
			expect(await got(desk.bot.correct_note({ note_id, text: 'two' }))).toMatchObject({ action: 'updated' });
			expect(await refused(desk.other.correct_note({ note_id, text: 'three' }))).toMatchObject({
				code: 'needs_confirmation'
			});
			expect((await got(desk.me.get_note({ note_id }))).note?.text).toBe('two');
		});
	});

	describe('[N9] names', () => {
		test('rename keeps the old name as an alias', async () => {
			await fact(desk.me, 'Jeff', 'is tall');
			expect(await got(desk.me.rename_entity({ entity: 'jeff', new_name: 'Jeffrey' }))).toMatchObject({
				action: 'renamed',
				before: { value: 'Jeff' },
				entity: { name: 'Jeffrey', aliases: ['Jeff'] }
			});
			expect(await known('Jeff')).toEqual(['is tall']);
			expect((await got(desk.me.get_entity({ name: 'Jeff' }))).entity).toMatchObject({ name: 'Jeffrey' });
		});

		test('not for a change of case alone, and renamed back the alias is gone', async () => {
			await fact(desk.me, 'jeff', 'x');
			expect(await got(desk.me.rename_entity({ entity: 'jeff', new_name: 'Jeff' }))).toMatchObject({
				entity: { name: 'Jeff', aliases: [] }
			});
			await got(desk.me.rename_entity({ entity: 'Jeff', new_name: 'Jeffrey' }));
			expect(await got(desk.me.rename_entity({ entity: 'Jeffrey', new_name: 'Jeff' }))).toMatchObject({
				entity: { name: 'Jeff', aliases: ['Jeffrey'] }
			});
		});

		test('to the name it has: unchanged, and nothing is written', async () => {
			await fact(desk.me, 'Jeff', 'x');
			const before = await changes(desk);
			expect(await got(desk.me.rename_entity({ entity: 'Jeff', new_name: 'Jeff' }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			expect(await changes(desk)).toBe(before);
		});

		test.each(['ann', 'Annie'])(
			"to another thing's name or alias %s it is refused with the rows and the choice to merge",
			async (taken) => {
				await fact(desk.me, 'Jeff', 'x');
				await fact(desk.me, 'Ann', 'x');
				await got(desk.me.add_alias({ entity: 'Ann', alias: 'Annie' }));
				for (const call of [
					desk.me.rename_entity({ entity: 'Jeff', new_name: taken }),
					desk.me.add_alias({ entity: 'Jeff', alias: taken })
				]) {
					const error = await refused(call);
					expect(error).toMatchObject({ code: 'ambiguous_name', rows: [{ name: 'Ann' }] });
					expect(error.hint).toContain('merge');
				}
			}
		);

		test('namesakes are never guessed: the rows are named, and entity_id or type chooses', async () => {
			await fact(desk.me, 'Mercury', 'a', { type: 'person' });
			await fact(desk.me, 'Mercury', 'b', { type: 'project' });
			const error = await refused(desk.me.rename_entity({ entity: 'Mercury', new_name: 'Hermes' }));
			expect(error).toMatchObject({ code: 'ambiguous_name' });
			expect(error.rows?.map(({ type }) => type).sort()).toEqual(['person', 'project']);
			for (const call of [
				desk.me.add_alias({ entity: 'Mercury', alias: 'x' }),
				desk.me.remove_entity({ entity: 'Mercury' }),
				desk.me.forget({ entity: 'Mercury' }),
				desk.me.set_entity({ entity: 'Mercury', new_type: 'x' })
			])
				expect(await refused(call)).toMatchObject({ code: 'ambiguous_name' });
			expect(
				await got(desk.me.rename_entity({ entity: 'Mercury', type: 'person', new_name: 'Freddie' }))
			).toMatchObject({ entity: { type: 'person' } });
			expect(
				await got(
					desk.me.rename_entity({ entity: 'whatever', entity_id: error.rows?.[0]?.entity_id, new_name: 'By id' })
				)
			).toMatchObject({ action: 'renamed' });
		});

		test('a name of which nothing can be seen is refused by name', async () => {
			await fact(desk.me, 'Jeff', 'x');
			expect(await refused(desk.me.rename_entity({ entity: 'Jeff', new_name: '\u200b\u200d' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'new_name'
			});
			expect(await refused(desk.me.add_alias({ entity: 'Jeff', alias: '\u2060' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'alias'
			});
			expect(await refused(desk.me.introduce_person({ name: '\u202e' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'name'
			});
			expect(await refused(desk.me.create_channel({ name: '\u200b' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'name'
			});
			expect(await refused(desk.me.set_entity({ entity: 'Jeff', new_type: '\u200b' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'new_type'
			});
		});

		test('aliases: added, unchanged, found by, removed', async () => {
			await fact(desk.me, 'Robert', 'is tall');
			expect(await got(desk.me.add_alias({ entity: 'Robert', alias: 'Bob' }))).toMatchObject({
				action: 'added',
				entity: { aliases: ['Bob'] }
			});
			expect(await got(desk.me.add_alias({ entity: 'Robert', alias: 'Bob' }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			expect(await known('BOB')).toEqual(['is tall']);
			expect(await got(desk.me.remove_alias({ entity: 'Bob', alias: 'bob' }))).toMatchObject({
				action: 'removed',
				entity: { aliases: [] }
			});
			expect(await got(desk.me.remove_alias({ entity: 'Robert', alias: 'bob' }))).toMatchObject({
				action: 'unchanged'
			});
			expect((await got(desk.me.get_entity({ name: 'Bob' }))).found).toBe(false);
		});

		test('[P3] an agent may take away the alias it gave; another waits', async () => {
			await fact(desk.me, 'Robert', 'x');
			await got(desk.bot.add_alias({ entity: 'Robert', alias: 'Bob' }));
			expect(await refused(desk.other.remove_alias({ entity: 'Robert', alias: 'Bob' }))).toMatchObject({
				code: 'needs_confirmation'
			});
			expect(await got(desk.bot.remove_alias({ entity: 'Robert', alias: 'Bob' }))).toMatchObject({ action: 'removed' });
		});

		test('a row renamed meanwhile is version_conflict', async () => {
			await fact(desk.me, 'Jeff', 'x');
			const entity_id = (await got(desk.me.get_entity({ name: 'Jeff' }))).entity?.id ?? '';
			const expected_version = (await got(desk.me.get_dossier({ entity_id }))).entity?.version ?? '';
			await got(desk.me.rename_entity({ entity: 'Jeff', new_name: 'Jeffrey', expected_version }));
			expect(
				await refused(desk.me.rename_entity({ entity: 'Jeff', new_name: 'Geoff', expected_version }))
			).toMatchObject({ code: 'version_conflict' });
			expect(await refused(desk.me.set_entity({ entity: 'Jeff', new_type: 'person', expected_version }))).toMatchObject(
				{ code: 'version_conflict' }
			);
			expect(await refused(desk.me.remove_entity({ entity: 'Jeff', expected_version }))).toMatchObject({
				code: 'version_conflict'
			});
		});

		test('set_entity sets and clears type and description', async () => {
			await fact(desk.me, 'Jeff', 'x');
			expect(await got(desk.me.set_entity({ entity: 'Jeff', new_type: 'person', description: 'tall' }))).toMatchObject({
				action: 'updated',
				entity: { type: 'person', description: 'tall' }
			});
			expect(await got(desk.me.set_entity({ entity: 'Jeff', clear: ['type', 'description'] }))).toMatchObject({
				entity: { type: null, description: null }
			});
			expect(await got(desk.me.set_entity({ entity: 'Jeff' }))).toMatchObject({ change_id: null, action: 'unchanged' });
		});

		test('[E5] a thing in the Trash: its name is free, a new write makes a new row, undo shows all', async () => {
			await fact(desk.me, 'Jeff', 'the old one');
			await relate(desk.me, 'Jeff', 'knows', 'Ann');
			const { change_id } = await got(desk.me.remove_entity({ entity: 'Jeff' }));
			expect((await got(desk.me.list_entities({ trash: true }))).entities).toMatchObject([{ name: 'Jeff' }]);
			expect((await got(desk.me.memory_search({ query: 'old one' }))).hits).toEqual([]);
			await fact(desk.me, 'Jeff', 'the new one');
			expect(await known('Jeff')).toEqual(['the new one']);
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect((await known('Jeff')).sort()).toEqual(['the new one', 'the old one']);
		});
	});

	describe('[J5] forget', () => {
		const secret = 'the combination is 4711';
		const tell = async (): Promise<string> => {
			await fact(desk.bot, 'Vault', secret);
			await fact(desk.bot, 'Jeff', 'Owns the vault', { mentions: [{ entity: 'Vault', role: 'property' }] });
			await relate(desk.bot, 'Jeff', 'owns', 'Vault');
			await set(desk.bot, 'Vault', 'place', 'behind the picture');
			return (await got(desk.me.get_entity({ name: 'Vault' }))).entity?.id ?? '';
		};

		test('preview says what would go and what others say, and nothing goes', async () => {
			await tell();
			const before = await stored(desk);
			const preview = await got(desk.me.forget({ entity: 'Vault', preview: true }));
			expect(preview).toMatchObject({
				change_id: null,
				action: 'unchanged',
				preview: true,
				erased: { entities: 1, facts: 1, values: 1, relations: 1, notes: 0 },
				mentions: [{ content: 'Owns the vault', entities: [{ name: 'Jeff' }] }]
			});
			expect(preview.copies.length).toBeGreaterThan(0);
			expect(await stored(desk)).toBe(before);
		});

		test('gone for good: content, receipts and search hold no word of it, the wording of others stays', async () => {
			const id = await tell();
			expect(await got(desk.me.forget({ entity: 'Vault' }))).toMatchObject({ action: 'forgotten', preview: false });
			const all = await stored(desk);
			for (const word of [secret, 'behind the picture', '"Vault"', id === '' ? 'no id' : `"entity_id":"${id}"`])
				expect(all).not.toContain(word);
			expect(await got(desk.me.get_entity({ name: 'Vault' }))).toMatchObject({
				found: false,
				facts: [{ content: 'Owns the vault' }]
			});
			expect((await got(desk.me.memory_search({ query: 'combination' }))).hits).toEqual([]);
			const jeff = await got(desk.me.get_entity({ name: 'Jeff' }));
			expect([contents(jeff.facts), jeff.relationships]).toEqual([['Owns the vault'], []]);
		});

		test('mentions taken along when asked', async () => {
			await tell();
			await got(desk.me.forget({ entity: 'Vault', mentions: 'erase' }));
			expect(await stored(desk)).not.toContain('Owns the vault');
		});

		test('what is undone, retracted or ended and names it goes too', async () => {
			await fact(desk.me, 'Vault', 'is old');
			const { change_id: related } = await relate(desk.me, 'Jeff', 'owns', 'Vault');
			await got(desk.me.undo({ change_id: related ?? '' }));
			await relate(desk.me, 'Jeff', 'built', 'Vault');
			await got(desk.me.end_relation({ fromEntity: 'Jeff', relation: 'built', toEntity: 'Vault', wrong: true }));
			const mention = { mentions: [{ entity: 'Vault', role: 'topic' }] };
			const { change_id: told } = await got(
				desk.me.remember({ facts: [{ entity: 'Jeff', content: 'one', ...mention }] })
			);
			await got(desk.me.undo({ change_id: told ?? '' }));
			await got(desk.me.retract_fact({ fact_id: await fact(desk.me, 'Jeff', 'two', mention) }));
			await got(desk.me.add_note({ text: 'On [[Vault]]' }));
			await got(desk.me.forget({ entity: 'Vault' }));
			const all = await stored(desk);
			expect(all).not.toContain('"Vault"');
			expect(all).toContain('On [[Vault]]');
		});

		test('a request of an agent that names it goes too', async () => {
			const requests = async () => JSON.stringify(await desk.store.read((tx) => tx.meta('requests')));
			await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'codes', member: 'swordfish' }));
			await refused(desk.bot.memory_set_remove({ entity: 'Jeff', attribute: 'codes', member: 'swordfish' }));
			await refused(desk.bot.retract_fact({ fact_id: await fact(desk.me, 'Jeff', 'is tall') }));
			expect(await requests()).toContain('swordfish');
			await got(desk.me.forget({ entity: 'Jeff', attribute: 'codes' }));
			expect(await requests()).not.toContain('swordfish');
			expect(await requests()).toContain('retract_fact');
		});

		test('one value, one fact, one note, one change', async () => {
			await tell();
			await got(desk.me.forget({ entity: 'Vault', attribute: 'place' }));
			expect(await stored(desk)).not.toContain('behind the picture');
			const { facts } = await got(desk.me.get_entity({ name: 'Vault' }));
			const fact_id = facts.find(({ attribute }) => attribute === undefined)?.id ?? '';
			await got(desk.me.retract_fact({ fact_id }));
			await got(desk.me.forget({ fact_id }));
			expect(await stored(desk)).not.toContain(secret);
			const { note_id } = await got(desk.me.add_note({ text: 'a private note' }));
			await got(desk.me.forget({ note_id }));
			expect(await stored(desk)).not.toContain('a private note');
			const { change_id } = await set(desk.me, 'Jeff', 'pin', '9182');
			await got(desk.me.forget({ change_id: change_id ?? '' }));
			expect(await stored(desk)).not.toContain('9182');
			expect((await current(desk.me, 'Jeff', 'pin')).record).toBeNull();
		});

		test('cannot be undone', async () => {
			await tell();
			const { change_id } = await got(desk.me.forget({ entity: 'Vault' }));
			expect(await got(desk.me.undo({ change_id: change_id ?? '' }))).toMatchObject({
				action: 'unchanged',
				undone: [],
				skipped: [{ change_id }]
			});
			expect((await got(desk.me.get_entity({ name: 'Vault' }))).found).toBe(false);
		});

		test('what is not there is not_found, by name', async () => {
			await fact(desk.me, 'Jeff', 'x');
			expect(await refused(desk.me.forget({ entity: 'Nobody' }))).toMatchObject({ code: 'not_found' });
			expect(await refused(desk.me.forget({ entity: 'Jeff', attribute: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'attribute'
			});
			expect(await refused(desk.me.forget({ fact_id: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'fact_id'
			});
			expect(await refused(desk.me.forget({ note_id: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'note_id'
			});
			expect(await refused(desk.me.forget({ change_id: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'change_id'
			});
		});

		test('[P3] an agent may look at what would go; forgetting waits for the person', async () => {
			await tell();
			expect(await got(desk.bot.forget({ entity: 'Vault', preview: true }))).toMatchObject({ preview: true });
			expect(await refused(desk.bot.forget({ entity: 'Vault' }))).toMatchObject({ code: 'needs_confirmation' });
			expect(await stored(desk)).toContain(secret);
		});
	});
}
