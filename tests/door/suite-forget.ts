/** Forgetting for good through the door (J5): no word of it is left. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
	contents,
	current,
	fact,
	got,
	openDesk,
	refused,
	relate,
	set,
	stored,
	type Desk,
	type OpenStore
} from './support';

export function forgetSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
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
