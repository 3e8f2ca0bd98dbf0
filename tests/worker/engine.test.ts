import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { StoreOpenError } from '../../src/lib/store/store';
import type { StoreHooks } from '../../src/lib/worker/engine';
import type { SharedEvent } from '../../src/lib/worker/broadcast';
import { changed, echo, engineWith, pretendNotebook, until } from './support';

const caller = { who: 'person', session: 's' } as const;

describe('exits of the start (safekeeping, "Start-up")', () => {
	test('ready as soon as the store is open, indexed when the indexes are', async () => {
		let built = () => {};
		const engine = engineWith(pretendNotebook(echo, new Promise((resolve) => (built = resolve))));
		expect(engine.status()).toEqual({ state: 'starting', detail: '', indexed: false, memory: false });
		expect(engine.door(caller)).toBeUndefined();
		await until(() => engine.status().state === 'ready');
		expect(engine.status()).toMatchObject({ indexed: false, last_change: null });
		expect(engine.door(caller)).toBeDefined();
		built();
		await until(() => engine.status().indexed);
	});

	test('blocked: says so at once, goes on by itself when the other tab lets go', async () => {
		let tries = 0;
		const engine = engineWith(pretendNotebook(echo), {
			async openStore(hooks) {
				if (++tries > 4) return createMemoryStore();
				if (tries > 1) throw new StoreOpenError('failed', 'no answer'); // waits behind the first
				hooks.onBlocked();
				await Promise.resolve();
				hooks.onClosed(); // it gives up
				throw new StoreOpenError('blocked', 'held');
			}
		});
		await until(() => engine.status().state === 'blocked');
		expect(engine.status().detail).toContain('Another tab');
		engine.reopen();
		expect(engine.status().state).toBe('blocked');
		await until(() => engine.status().state === 'ready');
		expect(tries).toBe(5);
	});

	test('newer: at once, without a second try; nothing is made of the store', async () => {
		let tries = 0;
		const engine = engineWith(pretendNotebook(echo), {
			openStore: () => {
				tries++;
				return Promise.reject(new StoreOpenError('newer', 'schema 9'));
			}
		});
		await until(() => engine.status().state === 'newer');
		expect(tries).toBe(1);
		expect(engine.status().detail).toContain('schema 9');
		expect(engine.door(caller)).toBeUndefined();
	});

	test('failed: after one retry, with the browser’s reason; reopening tries again', async () => {
		let tries = 0;
		const engine = engineWith(pretendNotebook(echo), {
			openStore: () => (++tries < 3 ? Promise.reject(new Error('backing store')) : Promise.resolve(createMemoryStore()))
		});
		await until(() => engine.status().state === 'failed');
		expect(tries).toBe(2);
		expect(engine.status().detail).toContain('backing store');
		engine.reopen();
		await until(() => engine.status().state === 'ready');
	});

	test('failed: a store that never answers is given up, and closed should it come late', async () => {
		let give = (_: ReturnType<typeof createMemoryStore>) => {};
		let closed = false;
		const engine = engineWith(pretendNotebook(echo), {
			openStore: () => new Promise((resolve) => (give = resolve)),
			times: { open: 10, blocked: 10 }
		});
		await until(() => engine.status().state === 'failed');
		give({ ...createMemoryStore(), close: () => (closed = true) });
		await until(() => closed);
		expect(engine.status().state).toBe('failed');
	});

	test('failed: the person goes on in memory; other workers hear nothing of it; nothing else leads there', async () => {
		let broadcasts = 0;
		const kept: boolean[] = [];
		const engine = engineWith(pretendNotebook(echo), {
			openStore: () => Promise.reject(new Error('refused')),
			createNotebook: (_store, memory) => {
				kept.push(!memory);
				return Promise.resolve(pretendNotebook(echo));
			},
			openBroadcast: () => {
				broadcasts++;
				return { send: () => undefined, close: () => undefined };
			}
		});
		engine.goOnInMemory();
		expect(engine.status()).toMatchObject({ state: 'starting', memory: false });
		await until(() => engine.status().state === 'failed');
		engine.goOnInMemory();
		await until(() => engine.status().indexed);
		expect(engine.status()).toMatchObject({ state: 'ready', memory: true, last_change: null });
		expect(engine.door(caller)).toBeDefined();
		expect([broadcasts, kept]).toEqual([0, [false]]);
	});

	test('failed: indexes that cannot be built', async () => {
		const reported: unknown[] = [];
		const engine = engineWith(pretendNotebook(echo, Promise.reject(new Error('torn page'))), {
			report: (reason) => reported.push(reason)
		});
		await until(() => engine.status().state === 'failed');
		expect(engine.status().detail).toContain('torn page');
		expect(reported).toHaveLength(1);
	});
});

describe('while it is open', () => {
	function openWith() {
		const notebook = pretendNotebook(echo);
		const hooks: StoreHooks[] = [];
		const engine = engineWith(notebook, {
			openStore(given) {
				hooks.push(given);
				return Promise.resolve(createMemoryStore());
			}
		});
		return { engine, notebook, hooks };
	}

	test('a newer build asks for the database: closed, and the pages are told to reload', async () => {
		const { engine, notebook, hooks } = openWith();
		await until(() => engine.status().state === 'ready');
		hooks[0]!.onClosed(); // as Dexie does, by the way
		hooks[0]!.onVersionChange();
		expect(engine.status()).toMatchObject({ state: 'taken', indexed: false });
		expect(engine.status().detail).toContain('Reload');
		expect(engine.door(caller)).toBeUndefined();
		await until(() => notebook.closed);
		expect(engine.status().state).toBe('taken');
	});

	test('a database that the browser closed is opened again, but not for ever', async () => {
		const { engine, hooks } = openWith();
		for (let closings = 0; closings < 3; closings++) {
			await until(() => engine.status().indexed);
			hooks.at(-1)!.onClosed();
			await Promise.resolve();
			expect(engine.status().indexed).toBe(false);
		}
		await until(() => engine.status().indexed);
		expect(hooks).toHaveLength(4);
		hooks.at(-1)!.onClosed();
		await Promise.resolve();
		expect(engine.status().state).toBe('lost');
	});

	test('news of an abandoned store are not taken for news of the present one', async () => {
		const { engine, hooks } = openWith();
		await until(() => engine.status().indexed);
		hooks[0]!.onClosed();
		await until(() => hooks.length === 2 && engine.status().indexed);
		hooks[0]!.onVersionChange();
		expect(engine.status().state).toBe('ready');
	});
});

describe('with other workers on the same database', () => {
	async function coupled() {
		const notebook = pretendNotebook(echo);
		const sent: SharedEvent[] = [];
		const heard: SharedEvent[] = [];
		let tell = (_: SharedEvent) => {};
		const engine = engineWith(notebook, {
			openBroadcast(hear) {
				tell = hear;
				return { send: (event) => void sent.push(event), close: () => undefined };
			}
		});
		engine.on((event) => {
			if (event.type === 'changed' || event.type === 'set_aside' || event.type === 'settings') heard.push(event);
		});
		await until(() => engine.status().indexed);
		return { engine, notebook, sent, heard, tell: (event: SharedEvent) => tell(event) };
	}

	test('an own commit goes out and to the pages, once each', async () => {
		const { notebook, sent, heard, engine } = await coupled();
		notebook.say(changed('c1'));
		expect(sent).toEqual([changed('c1')]);
		expect(heard).toEqual([changed('c1')]);
		expect(engine.status().last_change).toBe('c1');
	});

	test('one of another worker is taken in, told to the pages once, and not sent back', async () => {
		const { notebook, sent, heard, tell } = await coupled();
		tell(changed('c2'));
		await until(() => heard.length > 0);
		expect(notebook.absorbed).toEqual([changed('c2')]);
		expect(heard).toEqual([changed('c2')]);
		expect(sent).toEqual([]);
	});

	test('what was set aside is no commit: told to all, taken in by none', async () => {
		const { engine, notebook, sent, heard, tell } = await coupled();
		const own = { type: 'set_aside', item_id: 'stale:1' } as const;
		const theirs = { type: 'set_aside', item_id: 'stale:2' } as const;
		notebook.say(own);
		tell(theirs);
		expect(sent).toEqual([own]);
		expect(heard).toEqual([own, theirs]);
		expect(notebook.absorbed).toEqual([]);
		expect(engine.status().last_change).toBe(null);
	});

	test('settings are no commit either: told to all, so that every tab goes by them', async () => {
		const { notebook, sent, heard, tell } = await coupled();
		notebook.say({ type: 'settings' });
		tell({ type: 'settings' });
		expect(sent).toEqual([{ type: 'settings' }]);
		expect(heard).toEqual([{ type: 'settings' }, { type: 'settings' }]);
		expect(notebook.absorbed).toEqual([]);
	});

	test('also when taking it in makes the notebook speak of it', async () => {
		const { notebook, sent, heard, tell } = await coupled();
		notebook.absorb = (event) => {
			notebook.say(event);
			return Promise.resolve();
		};
		tell(changed('c3'));
		await until(() => heard.length > 0);
		await Promise.resolve();
		expect(heard).toEqual([changed('c3')]);
		expect(sent).toEqual([]);
	});
});
