/** record_use through the door: what the person uses of late comes first among equals (N5), on this device only. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openNotebook, person } from '../support/notebooks';
import { changes, DAY, fact, got, names, openDesk, refused, strict, type Desk, type OpenStore } from './support';

export function usesSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	const idOf = async (name: string): Promise<string> =>
		(await got(desk.me.get_entity({ name }))).entity?.id ?? 'unknown';
	/** A little later than the last, so that it is no part of it. */
	const use = async (name: string, times = 1): Promise<void> => {
		for (let i = 0; i < times; i++) {
			desk.env.at += 3_600_000;
			expect(await got(desk.me.record_use({ entity_id: await idOf(name) }))).toEqual({ recorded: true });
		}
	};
	const found = async (query: string, door = desk.me) => names((await got(door.find_entities({ query }))).entities);
	/** Three that match "Harbour" as well as each other; the last written is the newest. */
	const harbours = async (): Promise<void> => {
		for (const name of ['Harbour A', 'Harbour B', 'Harbour C']) await fact(desk.me, name, 'x');
	};

	describe('record_use', () => {
		test('[N5] what was chosen comes first among equals, before what is newer', async () => {
			await harbours();
			expect(await found('Harbour')).toEqual(['Harbour C', 'Harbour B', 'Harbour A']);
			await use('Harbour A');
			expect(await found('Harbour')).toEqual(['Harbour A', 'Harbour C', 'Harbour B']);
			await use('Harbour B');
			expect(await found('Harbour')).toEqual(['Harbour B', 'Harbour A', 'Harbour C']);
		});

		test('[N5] but never before what matches better', async () => {
			await harbours();
			await use('Harbour A', 5);
			expect((await found('Harbour B'))[0]).toBe('Harbour B');
		});

		test('[N5] often counts more than lately, and fades', async () => {
			await harbours();
			await use('Harbour A', 4);
			await use('Harbour B');
			expect((await found('Harbour'))[0]).toBe('Harbour A');
			desk.env.at += 61 * DAY; // four are one by now
			await use('Harbour B');
			expect((await found('Harbour'))[0]).toBe('Harbour B');
		});

		test('[N5] what nobody used for half a year is as if it never was', async () => {
			await harbours();
			await use('Harbour A');
			desk.env.at += 181 * DAY;
			await use('Harbour B');
			expect(await found('Harbour')).toEqual(['Harbour B', 'Harbour C', 'Harbour A']);
		});

		test('from a suggestion to the page it opens is one use', async () => {
			await harbours();
			for (let i = 0; i < 20; i++) await got(desk.me.record_use({ entity_id: await idOf('Harbour A') }));
			await use('Harbour B', 2);
			expect((await found('Harbour'))[0]).toBe('Harbour B');
		});

		test('an agent asks as much as it likes: only the person has habits', async () => {
			await harbours();
			const entity_id = await idOf('Harbour A');
			for (let i = 0; i < 3; i++) await got(desk.bot.get_entity({ name: 'Harbour A' }));
			expect(await got(desk.bot.record_use({ entity_id }))).toEqual({ recorded: false });
			expect((await found('Harbour'))[0]).toBe('Harbour C');
		});

		test('what is not there, or in the Trash, is not used', async () => {
			await harbours();
			const entity_id = await idOf('Harbour A');
			await got(desk.me.remove_entity({ entity: 'Harbour A' }));
			expect(await got(desk.me.record_use({ entity_id }))).toEqual({ recorded: false });
			expect(await got(desk.me.record_use({ entity_id: 'nothing' }))).toEqual({ recorded: false });
			expect(await refused(desk.me.record_use({ entity_id: '' }))).toMatchObject({ code: 'invalid_parameter' });
		});

		test('it is no change: nothing in the journal, nobody told', async () => {
			await harbours();
			const [before, heard] = [await changes(desk), [] as unknown[]];
			desk.notebook.on((event) => heard.push(event));
			await use('Harbour A');
			expect([await changes(desk), heard]).toEqual([before, []]);
		});

		test('[N5] it lasts over a restart, and is kept when the thing is written to', async () => {
			await harbours();
			await use('Harbour A');
			await fact(desk.me, 'Harbour B', 'newer');
			await fact(desk.me, 'Harbour A', 'older than that');
			await fact(desk.me, 'Harbour C', 'newest');
			expect(await found('Harbour')).toEqual(['Harbour A', 'Harbour C', 'Harbour B']);
			const { notebook } = await openNotebook(desk.store, desk.env);
			expect(await found('Harbour', strict(notebook.door(person)))).toEqual(['Harbour A', 'Harbour C', 'Harbour B']);
		});

		test('[N6] rows declared the same count together, and apart again each for itself', async () => {
			await harbours();
			await fact(desk.me, 'Old port', 'x');
			await use('Harbour B', 2);
			await use('Harbour A');
			await use('Old port', 2);
			expect((await found('Harbour'))[0]).toBe('Harbour B');
			await got(desk.me.merge_entities({ entity: 'Harbour A', other: 'Old port' }));
			expect((await found('Harbour'))[0]).toBe('Harbour A');
			await use('Harbour B', 2);
			expect((await found('Harbour'))[0]).toBe('Harbour B');
			// Said of one row, it lifts the other.
			await use('Old port', 2);
			expect((await found('Harbour'))[0]).toBe('Harbour A');
			await got(desk.me.unmerge_entities({ entity: 'Harbour A', other: 'Old port' }));
			expect((await found('Harbour'))[0]).toBe('Harbour B');
		});

		test('[J5] of what is forgotten nothing tells that it was used', async () => {
			await harbours();
			const entity_id = await idOf('Harbour A');
			await use('Harbour A');
			await use('Harbour B');
			const kept = async () => JSON.stringify(await desk.store.read((tx) => tx.meta('uses')));
			expect(await kept()).toContain(entity_id);
			await got(desk.me.forget({ entity: 'Harbour A' }));
			expect(await kept()).not.toContain(entity_id);
			expect(await kept()).toContain(await idOf('Harbour B'));
		});

		test('no more than five hundred are kept, those used last', async () => {
			for (let i = 0; i < 501; i++) await fact(desk.me, `Berth ${String(i)}`, 'x');
			for (let i = 0; i < 501; i++) await use(`Berth ${String(i)}`);
			const kept = (await desk.store.read((tx) => tx.meta('uses'))) as object;
			expect(Object.keys(kept)).toHaveLength(500);
			expect(kept).not.toHaveProperty(await idOf('Berth 0'));
		});
	});
}
