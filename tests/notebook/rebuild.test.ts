/** Caches of the journal (J7): which build kept them is known, and what another kept is made anew when the notebook opens. */
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { Store } from '../../src/lib/store/store';
import { got, openDesk, relate, set } from '../door/support';
import { projectionOf } from '../support/devices';

const open = (store: Store) => openDesk(() => Promise.resolve(store));

/** A store that was lived in, its projections, and one of its shelves spoiled. */
async function spoiled() {
	const store = createMemoryStore();
	const { me } = await open(store);
	await set(me, 'Ada', 'home town', 'Oslo');
	await relate(me, 'Ada', 'knows', 'Bo');
	const { entity } = await got(me.get_entity({ name: 'Ada' }));
	const right = await projectionOf(store);
	await store.write((tx) => tx.deleteShelf(entity?.id ?? ''));
	return { store, right };
}

const isRight = async ({ store, right }: Awaited<ReturnType<typeof spoiled>>): Promise<boolean> =>
	JSON.stringify(await projectionOf(store)) === JSON.stringify(right);

describe('[J7] projections carry a version', () => {
	test('what this build kept is not made again', async () => {
		const at = await spoiled();
		await open(at.store);
		expect(await isRight(at)).toBe(false);
	});

	test.each([undefined, 0, 'unfinished'])(
		'what another build kept, or half (%s), is made anew from the journal',
		async (mark) => {
			const at = await spoiled();
			await at.store.write((tx) => tx.setMeta('projections', mark));
			const { me } = await open(at.store);
			expect(await isRight(at)).toBe(true);
			expect((await got(me.get_entity({ name: 'Ada' }))).facts).toMatchObject([{ content: 'home town: Oslo' }]);
		}
	);

	test('cut off in the middle it begins again, and only then', async () => {
		const at = await spoiled();
		await at.store.write((tx) => tx.setMeta('projections', 0));
		const dying: Store = {
			...at.store,
			eachChange: (visit) =>
				at.store.eachChange(async (page) => {
					await visit(page.slice(0, 1));
					throw new Error('the page was killed');
				})
		};
		await expect(open(dying)).rejects.toThrow('killed');
		expect(await isRight(at)).toBe(false);
		await open(at.store);
		expect(await isRight(at)).toBe(true);
		await at.store.clearShelves();
		await open(at.store);
		expect(await projectionOf(at.store)).toEqual({});
	});
});
