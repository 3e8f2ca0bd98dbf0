/** Notes and names through the door (S9, N9, E5). */
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestEnv } from '../support/notebooks';
import { changes, contents, fact, got, names, openDesk, refused, relate, type Desk, type OpenStore } from './support';

export function notesAndNamesSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const known = async (name: string): Promise<string[]> => contents((await got(desk.me.get_entity({ name }))).facts);

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

	describe('a note written in two places at once', () => {
		/** Two devices of one person that hand each other their journals. At the desk the person corrects a note; on the phone, later, whoever wrote it. */
		async function forked(by: 'me' | 'bot' = 'me', mine = 'Mine, at the desk', theirs = 'Theirs, on the phone') {
			const phone = await openDesk(open, createTestEnv(7));
			const hand = async (from: Desk, to: Desk) => {
				const { blob } = await got(from.me.export({ format: 'journal' }));
				const { preview_id } = await got(to.me.import_preview({ source: await blob.text(), name: 'journal' }));
				await got(to.me.import_run({ preview_id }));
			};
			const { note_id } = await got(desk[by].add_note({ text: 'The base', title: 'Plan' }));
			await hand(desk, phone);
			await got(desk.me.correct_note({ note_id, text: mine }));
			phone.env.at = desk.env.at + 1_000;
			await got(phone[by].correct_note({ note_id, text: theirs, title: 'Phone plan' }));
			await hand(phone, desk);
			return note_id;
		}
		const waiting = async () =>
			(await got(desk.me.list_review({ kind: 'note_fork' }))).items.flatMap((item) =>
				item.kind === 'note_fork' ? [item.versions.map(({ excerpt }) => excerpt)] : []
			);
		const note = async (note_id: string) => (await got(desk.me.get_note({ note_id }))).note;

		test('waits in Review with both texts, the one that stands first; get_note has them whole', async () => {
			const note_id = await forked();
			expect(await waiting()).toEqual([['Theirs, on the phone', 'Mine, at the desk']]);
			expect(await note(note_id)).toMatchObject({
				forked: true,
				text: 'Theirs, on the phone',
				sides: [
					{ title: 'Phone plan', text: 'Theirs, on the phone', by: 'person' },
					{ title: 'Plan', text: 'Mine, at the desk', by: 'person' }
				]
			});
		});

		test.each([
			['kept', 'Theirs, on the phone'],
			['taken', 'Mine, at the desk'],
			['both', 'Theirs, on the phone\n\nMine, at the desk']
		])('settled by the text that it shall have (%s), and an undo lets it wait again', async (_what, text) => {
			const note_id = await forked();
			const { version } = (await note(note_id))!;
			const done = await got(desk.me.correct_note({ note_id, text, expected_version: version }));
			expect(done).toMatchObject({ action: 'updated' });
			expect(await waiting()).toEqual([]);
			const settled = await note(note_id);
			expect(settled).toMatchObject({ text, title: 'Phone plan' });
			expect(settled).not.toHaveProperty('sides');
			await got(desk.me.undo({ change_id: done.change_id! }));
			expect(await waiting()).toHaveLength(1);
			expect((await note(note_id))?.sides).toHaveLength(2);
		});

		test('long texts that begin alike are shown from where they differ, at a word', async () => {
			const same = 'word '.repeat(100);
			await forked('me', `${same}ends at the desk`, `${same}ends on the phone`);
			const [[theirs, mine] = []] = await waiting();
			expect(theirs).toMatch(/^…word .*ends on the phone$/);
			expect(mine).toMatch(/^…word .*ends at the desk$/);
			expect(mine!.length).toBeLessThan(100);
		});

		test('[P3] an agent settles none of which one side is not its own', async () => {
			const note_id = await forked('bot');
			expect((await note(note_id))?.by).toBe('agent:helper');
			expect(await refused(desk.bot.correct_note({ note_id, text: 'Theirs, on the phone' }))).toMatchObject({
				code: 'needs_confirmation'
			});
			expect(await waiting()).toHaveLength(1);
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
}
