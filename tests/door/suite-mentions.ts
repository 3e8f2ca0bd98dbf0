/** [[links]] in facts and notes, and mentions that are no links yet, through the door. */
import { beforeEach, describe, expect, test } from 'vitest';
import { changes, contents, fact, got, openDesk, set, type Desk, type OpenStore } from './support';

export function mentionSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const idOf = async (name: string) => (await got(desk.me.get_entity({ name }))).entity?.id ?? '';
	const find = async (name: string) => got(desk.me.find_mentions({ entity_id: await idOf(name) }));

	describe('[[links]] in a fact', () => {
		test('[F1] are mentions of things that are known, and never the subject', async () => {
			await set(desk.me, 'Acme Corp', 'seat', 'Oslo');
			await fact(desk.me, 'Jeff', 'Left [[Acme Corp]] for [[Nobody Inc]] and [[Jeff]]');
			const { facts } = await got(desk.me.get_entity({ name: 'Acme Corp' }));
			expect(facts.filter(({ is_subject }) => !is_subject)).toMatchObject([{ roles: ['mentioned'] }]);
			expect((await got(desk.me.get_entity({ name: 'Nobody Inc' }))).found).toBe(false);
		});

		test('follow a rename and a merge', async () => {
			await set(desk.me, 'Acme Corp', 'seat', 'Oslo');
			await set(desk.me, 'ACME Corporation', 'phone', '12');
			await fact(desk.me, 'Jeff', 'Left [[Acme Corp]]');
			await got(desk.me.rename_entity({ entity: 'Acme Corp', new_name: 'Acme Ltd' }));
			await got(desk.me.merge_entities({ entity: 'Acme Ltd', other: 'ACME Corporation' }));
			for (const name of ['Acme Ltd', 'Acme Corp', 'ACME Corporation'])
				expect(contents((await got(desk.me.get_entity({ name }))).facts)).toContain('Left [[Acme Corp]]');
		});
	});

	describe('find_mentions and link_mentions', () => {
		async function furnish() {
			await set(desk.me, 'Acme Corp', 'seat', 'Oslo');
			await got(desk.me.add_alias({ entity: 'Acme Corp', alias: 'Acme' }));
			const told = await fact(desk.me, 'Jeff', 'Sold his boat to acme');
			await fact(desk.me, 'Jeff', 'Knows the people of [[Acme]]');
			await fact(desk.me, 'Jeff', 'Lives in Acmeville');
			const { note_id } = await got(desk.me.add_note({ title: 'Monday', text: 'ACME CORP called. Acme, again.' }));
			await got(desk.me.add_note({ text: 'About [[Acme Corp]], and Acme.' }));
			return { told, note_id };
		}

		test('finds what names it and is not linked, once each', async () => {
			const { told, note_id } = await furnish();
			const { items, found } = await find('Acme');
			expect(found).toBe(true);
			expect(items.map(({ kind, id, matched }) => ({ kind, id, matched }))).toEqual(
				expect.arrayContaining([
					{ kind: 'fact', id: told, matched: 'acme' },
					{ kind: 'note', id: note_id, matched: 'ACME CORP' }
				])
			);
			expect(items).toHaveLength(2);
			expect(items.find(({ kind }) => kind === 'fact')?.entity?.name).toBe('Jeff');
		});

		test('links them in one change, which one undo takes back', async () => {
			const { told, note_id } = await furnish();
			const before = await changes(desk);
			const done = await got(desk.me.link_mentions({ entity_id: await idOf('Acme'), ids: [told, note_id] }));
			expect(done).toMatchObject({ action: 'added', linked: 2 });
			expect(await changes(desk)).toBe(before + 1);
			expect((await find('Acme')).items).toEqual([]);
			const about = await got(desk.me.get_entity({ name: 'Acme' }));
			expect(contents(about.facts)).toContain('Sold his boat to acme');
			const { note } = await got(desk.me.get_note({ note_id }));
			expect(note?.text).toBe('[[Acme Corp|ACME CORP]] called. [[Acme Corp|Acme]], again.');
			expect(note?.entities.map(({ name }) => name)).toEqual(['Acme Corp']);
			await got(desk.me.undo({ change_id: done.change_id ?? '' }));
			expect((await find('Acme')).items).toHaveLength(2);
			expect((await got(desk.me.get_note({ note_id }))).note?.text).toBe('ACME CORP called. Acme, again.');
		});

		test('again, or of what is gone, it writes nothing', async () => {
			const { told } = await furnish();
			const entity_id = await idOf('Acme');
			await got(desk.me.link_mentions({ entity_id, ids: [told] }));
			expect(await got(desk.me.link_mentions({ entity_id, ids: [told, 'nothing'] }))).toMatchObject({
				action: 'unchanged',
				linked: 0,
				change_id: null
			});
		});
	});
}
