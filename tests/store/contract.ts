/** What every store keeps to: one suite, for the memory store and for IndexedDB, on Node and in a real browser. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Change, Claim, Id, Shelf } from '../../src/lib/domain/model';
import { formatHlc } from '../../src/lib/domain/clock';
import { idempotencyScope, type ChangeHead, type Store, type StoreWriter } from '../../src/lib/store/store';

export const shelfOf = (id: Id, more: Partial<Shelf> = {}): Shelf => ({
	id,
	kind: 'entity',
	keys: [],
	links: [],
	rows: {},
	...more
});

export const rowsOf = (count: number, from = 0, log = 'c.0'): Shelf['rows'] =>
	Object.fromEntries(Array.from({ length: count }, (_, i) => [`f:${String(from + i)}`, { log: [log], state: null }]));

export const stamp = (ms: number): string => formatHlc({ ms, counter: 0 }, 'dev');

export const headOf = (id: Id, ms: number, more: Partial<ChangeHead> = {}): ChangeHead => ({
	id,
	hlc: stamp(ms),
	who: 'person',
	session: 's',
	operation: 'remember',
	receipt: { ids: [id] },
	gist: { entities: [], lines: [], counts: {} },
	...more
});

export const claimsOf = (id: Id): Claim[] => [{ subject: `e:${id}:`, after: [], body: { verb: 'remove' } }];

const put = (tx: StoreWriter, head: ChangeHead): Promise<void> => tx.putChange(head, claimsOf(head.id));

/** A transaction handed on through layers of async functions, as handlers do: each adds native awaits of its own. */
export function deep(tx: StoreWriter, layers: number): StoreWriter {
	if (!layers) return tx;
	const below = deep(tx, layers - 1);
	const wrapped = Object.entries(below).map(([name, method]: [string, (...args: unknown[]) => Promise<unknown>]) => [
		name,
		async (...args: unknown[]) => {
			await Promise.resolve();
			const value = await method(...args);
			await Promise.resolve();
			return value;
		}
	]);
	return Object.fromEntries(wrapped) as StoreWriter; // method by method the same
}

async function all(store: Store): Promise<{ shelves: Shelf[]; changes: Change[] }> {
	const shelves: Shelf[] = [];
	const changes: Change[] = [];
	await store.eachShelf((page) => void shelves.push(...page));
	await store.eachChange((page) => void changes.push(...page));
	return { shelves, changes };
}

const oops = new Error('oops');
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const padded = (n: number): string => String(n).padStart(5, '0');

export function storeContract(name: string, open: () => Promise<Store>): void {
	const opened: Store[] = [];
	const fresh = async (): Promise<Store> => {
		const store = await open();
		opened.push(store);
		return store;
	};
	afterEach(() => {
		for (const store of opened.splice(0)) store.close();
	});

	describe(`${name}: a transaction`, () => {
		test('sees its own writes, whichever way it asks', async () => {
			const store = await fresh();
			const seen = await store.write(async (tx) => {
				await tx.putShelves([shelfOf('b', { keys: ['x:b'], links: ['z'] }), shelfOf('a', { keys: ['x:b', 'f:b'] })]);
				await put(tx, headOf('one', 1, { idempotency_key: 'k' }));
				await put(tx, headOf('two', 2, { undoes: ['one'] }));
				await tx.setMeta('node', 'dev');
				await tx.putShelves([shelfOf('gone')]);
				await tx.deleteShelf('gone');
				return {
					shelf: (await tx.shelf('a'))?.id,
					shelves: (await tx.shelves(['b', 'none', 'a', 'gone'])).map((shelf) => shelf?.id),
					byKeys: (await tx.shelvesByKeys(['x:b', 'f:b', 'none'])).map(({ id }) => id),
					linking: await tx.linking('z'),
					head: (await tx.head('one'))?.id,
					heads: (await tx.heads(['two', 'none', 'one'])).map((head) => head?.id),
					claims: (await tx.claims(['none', 'one'])).map((claims) => claims?.length),
					undoes: (await tx.undoesOf(['one', 'none'])).map(({ id }) => id),
					keyed: (await tx.headByIdempotency(idempotencyScope('person', 'remember', 'k')))?.id,
					session: await tx.sessionChanges('s'),
					before: (await tx.headsBefore({ hlc: stamp(2), id: 'two' }, 5)).map(({ id }) => id),
					count: await tx.countChanges(),
					meta: await tx.meta('node')
				};
			});
			expect(seen).toEqual({
				shelf: 'a',
				shelves: ['b', undefined, 'a', undefined],
				byKeys: ['a', 'b'],
				linking: ['b'],
				head: 'one',
				heads: ['two', undefined, 'one'],
				claims: [undefined, 1],
				undoes: ['two'],
				keyed: 'one',
				session: ['one', 'two'],
				before: ['one'],
				count: 2,
				meta: 'dev'
			});
		});

		test('[J2] all or nothing: thrown out of, it leaves everything as it was', async () => {
			const store = await fresh();
			await store.write(async (tx) => {
				await tx.putShelves([shelfOf('a', { keys: ['x:a'] }), shelfOf('long', { rows: rowsOf(600) })]);
				await put(tx, headOf('one', 1));
				await tx.setMeta('m', 1);
			});
			const before = await all(store);
			const failed = store.write(async (tx) => {
				await tx.putShelves([
					shelfOf('a', { keys: ['x:changed'] }),
					shelfOf('b'),
					shelfOf('long', { rows: rowsOf(700) })
				]);
				await tx.deleteShelf('a');
				await put(tx, headOf('two', 2));
				await put(tx, headOf('one', 1, { receipt: null }));
				await tx.setMeta('m', 2);
				throw oops;
			});
			await expect(failed).rejects.toThrow('oops');
			expect(await all(store)).toEqual(before);
			expect(await store.read((tx) => tx.meta('m'))).toBe(1);
			expect(await store.read((tx) => tx.shelvesByKeys(['x:a', 'x:changed']))).toHaveLength(1);
		});

		test('[J2] a method that fails fails the whole', async () => {
			const store = await fresh();
			const failed = store.write(async (tx) => {
				await tx.putShelves([shelfOf('a')]);
				// What a structured clone cannot hold.
				await tx.setMeta('m', () => undefined);
			});
			await expect(failed).rejects.toThrow();
			expect((await all(store)).shelves).toEqual([]);
		});

		test('[J2] it stays one transaction through layers of native awaits', async () => {
			const store = await fresh();
			const failed = store.write(async (plain) => {
				const tx = deep(plain, 6);
				for (const i of range(5)) {
					await tx.putShelves([shelfOf(`s${i}`, { keys: [`x:${i}`], rows: rowsOf(i * 100) })]);
					await put(tx, headOf(`c${i}`, i));
					expect(await tx.shelvesByKeys([`x:${i}`])).toHaveLength(1);
					expect(await tx.linking('nobody')).toEqual([]);
				}
				await Promise.all(range(20).map((i) => tx.setMeta(`m${i}`, i)));
				expect(await tx.countChanges()).toBe(5);
				throw oops;
			});
			await expect(failed).rejects.toThrow('oops');
			expect(await all(store)).toEqual({ shelves: [], changes: [] });
			expect(await store.read((tx) => tx.meta('m3'))).toBeUndefined();
		});

		test('[J2] several at once: each sees what the one before left, none comes in between', async () => {
			const store = await fresh();
			await Promise.all(
				range(8).map(() =>
					store.write(async (plain) => {
						const tx = deep(plain, 3);
						const count = ((await tx.meta('count')) as number | undefined) ?? 0;
						await tx.shelf('none');
						await tx.setMeta('count', count + 1);
					})
				)
			);
			expect(await store.read((tx) => tx.meta('count'))).toBe(8);
		});

		test('hands out copies: what is done to them is not done to the store', async () => {
			const store = await fresh();
			const mine = shelfOf('a', { keys: ['x:a'], rows: rowsOf(1) });
			await store.write((tx) => tx.putShelves([mine]));
			mine.keys.push('x:mine');
			const read = await store.read((tx) => tx.shelf('a'));
			read?.keys.push('x:read');
			Object.assign(read?.rows ?? {}, rowsOf(5));
			expect(await store.read((tx) => tx.shelf('a'))).toEqual(shelfOf('a', { keys: ['x:a'], rows: rowsOf(1) }));
		});
	});

	describe(`${name}: shelves`, () => {
		test('by key and by link: each once, in order of ids; a shelf put anew loses its old keys', async () => {
			const store = await fresh();
			await store.write((tx) =>
				tx.putShelves(['c', 'a', 'b'].map((id) => shelfOf(id, { keys: ['x:1', 'f:1', `x:${id}`], links: ['z', 'y'] })))
			);
			await store.write((tx) => tx.putShelves([shelfOf('b', { keys: ['x:2'], links: ['y'] })]));
			const found = await store.read(async (tx) => ({
				one: (await tx.shelvesByKeys(['x:1', 'f:1'])).map(({ id }) => id),
				two: (await tx.shelvesByKeys(['x:2', 'x:b'])).map(({ id }) => id),
				none: await tx.shelvesByKeys([]),
				z: await tx.linking('z'),
				y: await tx.linking('y'),
				w: await tx.linking('w')
			}));
			expect(found).toEqual({ one: ['a', 'c'], two: ['b'], none: [], z: ['a', 'c'], y: ['a', 'b', 'c'], w: [] });
		});

		test.each([255, 256, 257, 512, 513, 1000])('of %d rows comes back whole, wherever it is asked', async (count) => {
			const store = await fresh();
			const long = shelfOf('long', {
				keys: ['x:l'],
				links: ['z'],
				rows: { ...rowsOf(count), e: { log: ['e.0'], state: null } }
			});
			await store.write((tx) => tx.putShelves([shelfOf('other'), long]));
			expect(await store.read((tx) => tx.shelf('long'))).toEqual(long);
			expect(await store.read((tx) => tx.shelves(['other', 'long', 'long']))).toEqual([shelfOf('other'), long, long]);
			expect(await store.read((tx) => tx.shelvesByKeys(['x:l']))).toEqual([long]);
			expect((await all(store)).shelves).toEqual([long, shelfOf('other')]);
		});

		test('grows row by row over the borders of pages, in transactions of its own and twice in one', async () => {
			const store = await fresh();
			let expected: Shelf['rows'] = rowsOf(250);
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(250) })]));
			for (const i of range(20)) {
				const more = rowsOf(i % 3 === 0 ? 40 : 1, 1000 + i * 100);
				const changed = { [`f:${i * 11}`]: { log: ['c.0', `later${i}.0`], state: null } };
				expected = { ...expected, ...more, ...changed };
				await store.write(async (tx) => {
					const shelf = (await tx.shelf('long')) ?? shelfOf('long');
					Object.assign(shelf.rows, more);
					await tx.putShelves([shelf]);
					Object.assign(shelf.rows, changed);
					await tx.putShelves([shelf]);
					expect((await tx.shelf('long'))?.rows).toEqual(expected);
				});
				expect((await store.read((tx) => tx.shelf('long')))?.rows).toEqual(expected);
			}
			expect(Object.keys(expected).length).toBeGreaterThan(512);
		});

		test('put anew by one who has not read it, or deleted, it keeps nothing of before', async () => {
			const store = await fresh();
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(900) })]));
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(300, 5000) })]));
			expect(await store.read((tx) => tx.shelf('long'))).toEqual(shelfOf('long', { rows: rowsOf(300, 5000) }));
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(3) })]));
			expect(await store.read((tx) => tx.shelf('long'))).toEqual(shelfOf('long', { rows: rowsOf(3) }));
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(900) })]));
			await store.write((tx) => tx.deleteShelf('long'));
			expect(await store.read((tx) => tx.shelf('long'))).toBeUndefined();
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(300) })]));
			expect(await store.read((tx) => tx.shelf('long'))).toEqual(shelfOf('long', { rows: rowsOf(300) }));
		});

		test('each of them, page by page in order of ids', async () => {
			const store = await fresh();
			const ids = range(1203).map(padded);
			for (let i = 0; i < ids.length; i += 300)
				await store.write((tx) => tx.putShelves(ids.slice(i, i + 300).map((id) => shelfOf(id))), 'relaxed');
			const pages: string[][] = [];
			await store.eachShelf((page) => void pages.push(page.map(({ id }) => id)));
			expect(pages.flat()).toEqual(ids);
			expect(pages.length).toBeGreaterThan(1);
		});

		test('[J7] cleared, they are gone with all their pages, and the journal stands', async () => {
			const store = await fresh();
			await store.write(async (tx) => {
				await tx.putShelves([shelfOf('a', { keys: ['x:a'] }), shelfOf('long', { rows: rowsOf(600) })]);
				await put(tx, headOf('one', 1));
				await tx.setMeta('m', 1);
			});
			await store.clearShelves();
			expect(await all(store)).toMatchObject({ shelves: [], changes: [{ id: 'one' }] });
			expect(await store.read((tx) => tx.shelvesByKeys(['x:a']))).toEqual([]);
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(300) })]));
			expect((await store.read((tx) => tx.shelf('long')))?.rows).toEqual(rowsOf(300));
		});
	});

	describe(`${name}: the journal`, () => {
		test('[J4] changes that undo any of these, each once, by id', async () => {
			const store = await fresh();
			await store.write(async (tx) => {
				await put(tx, headOf('u2', 5, { undoes: ['a', 'b'] }));
				await put(tx, headOf('u1', 6, { undoes: ['b'] }));
				await put(tx, headOf('u3', 7, { undoes: ['u1'] }));
			});
			const asked = (...ids: string[]) => store.read(async (tx) => (await tx.undoesOf(ids)).map(({ id }) => id));
			expect(await asked('a', 'b')).toEqual(['u1', 'u2']);
			expect(await asked('u1')).toEqual(['u3']);
			expect(await asked()).toEqual([]);
		});

		test('[J6] a key is of one writer and one operation', async () => {
			const store = await fresh();
			await store.write(async (tx) => {
				await put(tx, headOf('one', 1, { idempotency_key: 'k' }));
				await put(tx, headOf('two', 2, { idempotency_key: 'k', who: 'agent:Bot' }));
				await put(tx, headOf('three', 3, { idempotency_key: 'k', operation: 'undo' }));
				await put(tx, headOf('four', 4));
			});
			const asked = (who: string, operation: string, key: string) =>
				store.read(async (tx) => (await tx.headByIdempotency(idempotencyScope(who, operation, key)))?.id);
			expect(await asked('person', 'remember', 'k')).toBe('one');
			expect(await asked('agent:Bot', 'remember', 'k')).toBe('two');
			expect(await asked('person', 'undo', 'k')).toBe('three');
			expect(await asked('person', 'remember', 'other')).toBeUndefined();
		});

		test('heads newest first, strictly before a place, at most so many', async () => {
			const store = await fresh();
			await store.write(async (tx) => {
				for (const i of [3, 1, 4, 5, 2]) await put(tx, headOf(`c${i}`, i, { session: i % 2 ? 'odd' : 'even' }));
			});
			const asked = (before: number | undefined, limit: number) =>
				store.read(async (tx) => {
					const place = before === undefined ? undefined : { hlc: stamp(before), id: `c${before}` };
					return (await tx.headsBefore(place, limit)).map(({ id }) => id);
				});
			expect(await asked(undefined, 2)).toEqual(['c5', 'c4']);
			expect(await asked(4, 2)).toEqual(['c3', 'c2']);
			expect(await asked(1, 2)).toEqual([]);
			expect(await store.read((tx) => tx.sessionChanges('odd'))).toEqual(['c1', 'c3', 'c5']);
			expect(await store.read((tx) => tx.sessionChanges('none'))).toEqual([]);
		});

		test('[J3] of one stamp by id: none is lost at the border of a page', async () => {
			const store = await fresh();
			await store.write(async (tx) => {
				for (const id of ['b', 'd', 'a', 'c']) await put(tx, headOf(id, 2));
				await put(tx, headOf('z', 1));
				await put(tx, headOf('y', 3));
			});
			const pages: Id[][] = [];
			let last: ChangeHead | undefined;
			do {
				const heads = await store.read((tx) => tx.headsBefore(last, 2));
				pages.push(heads.map(({ id }) => id));
				last = heads.at(-1);
			} while (last);
			expect(pages).toEqual([['y', 'd'], ['c', 'b'], ['a', 'z'], []]);
		});

		test('[J1] each change with its claims, as it was said, in order of stamps, page by page', async () => {
			const store = await fresh();
			const count = 1130;
			const order = range(count).map((i) => (i * 7919) % count);
			await store.write(async (tx) => {
				for (const i of order) await put(tx, headOf(`c${padded(count - i)}`, i));
			}, 'relaxed');
			const changes: Change[] = [];
			let pages = 0;
			await store.eachChange((page) => {
				pages++;
				changes.push(...page);
			});
			expect(pages).toBeGreaterThan(1);
			expect(changes.map(({ hlc }) => hlc)).toEqual(range(count).map(stamp));
			const { gist: _gist, ...first } = headOf(`c${padded(count)}`, 0);
			expect(changes[0]).toEqual({ ...first, claims: claimsOf(first.id) });
			expect(await store.read((tx) => tx.countChanges())).toBe(count);
		});

		test('[J1] changes of one stamp, as only foreign clocks make them, are all there', async () => {
			const store = await fresh();
			const ids = range(620).map(padded);
			await store.write(async (tx) => {
				for (const id of ids) await put(tx, headOf(id, Number(id) < 30 ? 1 : 2));
			});
			expect((await all(store)).changes.map(({ id }) => id)).toEqual(ids);
		});

		test('a change put again takes the place of what was there', async () => {
			const store = await fresh();
			await store.write((tx) => put(tx, headOf('one', 1, { idempotency_key: 'k', undoes: ['x'] })));
			const bare = headOf('one', 1, { receipt: null });
			await store.write((tx) => tx.putChange(bare, [{ subject: 'e:one:', after: [], body: null }]));
			const found = await store.read(async (tx) => [
				await tx.head('one'),
				await tx.claims(['one']),
				await tx.undoesOf(['x']),
				await tx.headByIdempotency(idempotencyScope('person', 'remember', 'k')),
				await tx.countChanges()
			]);
			expect(found).toEqual([bare, [[{ subject: 'e:one:', after: [], body: null }]], [], undefined, 1]);
		});
	});

	describe(`${name}: durability`, () => {
		test('what was written relaxed is there for a strict write after it, and the other way round', async () => {
			const store = await fresh();
			for (const i of range(6)) {
				const seen = await store.write(
					async (tx) => {
						await tx.setMeta(`m${i}`, i);
						return Promise.all(range(i).map((j) => tx.meta(`m${j}`)));
					},
					i % 2 ? 'strict' : 'relaxed'
				);
				expect(seen).toEqual(range(i));
			}
		});

		test('[J2] the person writes in the middle of an import: neither is lost, neither fails', async () => {
			const store = await fresh();
			const importing = (async () => {
				for (const i of range(12))
					await store.write(async (tx) => {
						await tx.putShelves([shelfOf(`i${padded(i)}`, { rows: rowsOf(50) })]);
						await tx.setMeta('imported', i);
					}, 'relaxed');
			})();
			const writing = (async () => {
				for (const i of range(12)) {
					await store.write((tx) => tx.putShelves([shelfOf(`p${padded(i)}`)]));
					await Promise.resolve();
				}
			})();
			await Promise.all([importing, writing]);
			expect((await all(store)).shelves).toHaveLength(24);
			expect(await store.read((tx) => tx.meta('imported'))).toBe(11);
		});
	});
}
