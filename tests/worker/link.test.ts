import { describe, expect, test } from 'vitest';
import { ok } from '../../src/lib/domain/result';
import { StoreOpenError } from '../../src/lib/store/store';
import type { Caller } from '../../src/lib/notebook/notebook';
import {
	changed,
	deadLine,
	echo,
	engineWith,
	never,
	openPage,
	pretendNotebook,
	PretendedLocks,
	PretendedWorker,
	shortLimits,
	until,
	type Answer
} from './support';

function worker(locks: PretendedLocks, answer: Answer) {
	const notebook = pretendNotebook(answer);
	return { notebook, made: new PretendedWorker(locks, engineWith(notebook)) };
}

describe('calls', () => {
	test('[P1] reach the notebook as the person’s, in the session of the day, marked when a script made them', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, echo);
		let day = 'monday';
		const { calls } = openPage({ locks, dial: () => made.line(), session: () => day });
		const callers = async () => {
			const answers = [await calls.call('person', 'get_entity', {}), await calls.call('script', 'get_entity', {})];
			return answers.map((answer) => (answer.ok ? (answer.value as { caller: Caller }).caller : answer));
		};
		expect(await callers()).toEqual([
			{ who: 'person', session: 'monday' },
			{ who: 'person', session: 'monday', via: 'script' }
		]);
		day = 'tuesday';
		expect((await callers())[0]).toEqual({ who: 'person', session: 'tuesday' });
	});

	test('[P1] of a browser’s agent go to the agents’ desk: who it is the worker says, its session is the load of the page', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, echo);
		const { calls } = openPage({ locks, dial: () => made.line() });
		expect(await calls.call('browser_agent', 'get_entity', {})).toMatchObject({
			value: { caller: { who: 'agent:browser', session: 'this-load' } }
		});
	});

	test('an operation that is none is named', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, echo);
		const { calls } = openPage({ locks, dial: () => made.line() });
		expect(await calls.call('script', 'get_entitty', {})).toMatchObject({
			ok: false,
			error: { code: 'invalid_parameter', message: 'There is no operation "get_entitty".' }
		});
	});

	test('arguments that cannot be posted are refused as such', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, echo);
		const { calls } = openPage({ locks, dial: () => made.line() });
		expect(await calls.call('script', 'get_entity', { name: () => 'Jeff' })).toMatchObject({
			ok: false,
			error: { code: 'invalid_parameter', parameter: 'arguments' }
		});
	});

	test('a handler that throws is an internal failure, not a rejection', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, () => Promise.reject(new Error('oops')));
		const { calls } = openPage({ locks, dial: () => made.line() });
		expect(await calls.call('person', 'get_entity', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
	});

	test('without an answer in time, a read and a write end as storage_unavailable; the write says that it is not sure', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, never);
		const { calls, link } = openPage({ locks, dial: () => made.line() });
		const [read, write] = await Promise.all([
			calls.call('person', 'get_entity', {}),
			calls.call('person', 'memory_fact_set', {})
		]);
		expect(read).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
		expect(write).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
		expect(!write.ok && write.error.hint).toContain('may have been saved');
		// The worker answered the ping, so it is kept.
		await new Promise((resolve) => setTimeout(resolve, 150));
		expect(link.status()).toMatchObject({ state: 'ready', reconnecting: false });
	});

	test('an import may take as long as it shows progress', async () => {
		const locks = new PretendedLocks();
		let finish = () => {};
		const { made } = worker(locks, () => new Promise((resolve) => (finish = () => resolve(ok('done')))));
		const { calls } = openPage({ locks, dial: () => made.line() });
		const running = calls.call('person', 'import_run', {});
		for (let steps = 0; steps < 5; steps++) {
			await new Promise((resolve) => setTimeout(resolve, 90));
			calls.progress();
		}
		finish();
		expect(await running).toEqual(ok('done'));
		expect(await calls.call('person', 'import_run', {})).toMatchObject({ error: { code: 'storage_unavailable' } });
	});

	test('a confirmed write is told, a refused one and a read are not', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, (name, args) =>
			name === 'relate_entities'
				? Promise.resolve({ ok: false, error: { code: 'not_found', message: '', hint: '' } })
				: echo(name, args, { who: 'person', session: '' })
		);
		const { calls, saved } = openPage({ locks, dial: () => made.line() });
		await calls.call('person', 'get_entity', {});
		await calls.call('person', 'relate_entities', {});
		await calls.call('person', 'memory_fact_set', {});
		expect(saved.map(({ name }) => name)).toEqual(['memory_fact_set']);
	});
});

describe('the death of the worker', () => {
	/** Workers that are started one after the other, each answering as its place in the list says. */
	function mortal(...answers: Answer[]) {
		const locks = new PretendedLocks();
		const workers: PretendedWorker[] = [];
		const dial = () => {
			const next = worker(locks, answers[workers.length] ?? echo).made;
			workers.push(next);
			return next.line();
		};
		return { locks, workers, dial };
	}

	test('a pending read is asked again of the next worker', async () => {
		const { locks, workers, dial } = mortal(never, echo);
		const { calls, link, events } = openPage({ locks, dial });
		await link.ready();
		const answer = calls.call('person', 'get_entity', { name: 'Jeff' });
		await new Promise((resolve) => setTimeout(resolve, 20));
		workers[0]!.kill();
		expect(await answer).toMatchObject({ ok: true, value: { operation: 'get_entity', args: { name: 'Jeff' } } });
		expect(events).toContainEqual({ type: 'reconnected' });
	});

	test('[J6] a pending write too, with the key that it had, so that it lands once', async () => {
		const seen: unknown[] = [];
		const noting: Answer = (_, args) => {
			seen.push(args);
			return seen.length === 1 ? new Promise(() => undefined) : Promise.resolve(ok('saved'));
		};
		const { locks, workers, dial } = mortal(noting, noting);
		const { calls, link } = openPage({ locks, dial });
		await link.ready();
		const answer = calls.call('person', 'memory_fact_set', { entity: 'Jeff' });
		await until(() => seen.length === 1);
		workers[0]!.kill();
		expect(await answer).toEqual(ok('saved'));
		expect(seen).toEqual([
			{ entity: 'Jeff', idempotency_key: 'key-1' },
			{ entity: 'Jeff', idempotency_key: 'key-1' }
		]);
	});

	test('[J6] a key of the caller’s own is left as it is', async () => {
		const { locks, dial } = mortal(echo);
		const { calls } = openPage({ locks, dial });
		expect(await calls.call('person', 'memory_fact_set', { idempotency_key: 'mine' })).toMatchObject({
			value: { args: { idempotency_key: 'mine' } }
		});
	});

	test('when the next worker dies under it as well, the call still ends', async () => {
		const { locks, workers, dial } = mortal(never, never, echo);
		const { calls, link } = openPage({ locks, dial });
		await link.ready();
		const answer = calls.call('person', 'get_entity', {});
		await new Promise((resolve) => setTimeout(resolve, 20));
		workers[0]!.kill();
		await until(() => workers.length === 2 && !link.status().reconnecting);
		await new Promise((resolve) => setTimeout(resolve, 20));
		workers[1]!.kill();
		expect(await answer).toMatchObject({ error: { code: 'storage_unavailable' } });
	});

	test('the page keeps its state meanwhile, and calls made meanwhile wait', async () => {
		const { locks, workers, dial } = mortal(echo, echo);
		const { calls, link, statuses } = openPage({ locks, dial });
		await link.ready();
		statuses.length = 0;
		workers[0]!.kill();
		expect(await calls.call('person', 'get_entity', {})).toMatchObject({ ok: true });
		await until(() => link.status().indexed);
		expect(new Set(statuses.map(({ state }) => state))).toEqual(new Set(['ready']));
		expect(statuses.some(({ reconnecting }) => reconnecting)).toBe(true);
	});

	test('a worker that dies again and again is not started for ever', async () => {
		const { locks, workers, dial } = mortal();
		const { link, calls } = openPage({ locks, dial });
		while (link.status().state !== 'lost') {
			await until(
				() => link.status().state === 'lost' || (link.status().state === 'ready' && !link.status().reconnecting)
			);
			workers.at(-1)!.kill();
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		expect(workers).toHaveLength(5);
		expect(await calls.call('person', 'get_entity', {})).toMatchObject({ error: { code: 'storage_unavailable' } });
		link.retry();
		expect(await calls.call('person', 'get_entity', {})).toMatchObject({ ok: true });
	});

	test('one that has stopped answering without dying is given up after a missed ping', async () => {
		const locks = new PretendedLocks();
		const first = worker(locks, echo).made;
		const lines = [first.line()];
		const { calls, link } = openPage({ locks, dial: () => lines.shift() ?? worker(locks, echo).made.line() });
		await link.ready();
		// Its ports are closed, its lock is held: as of one that hangs in a loop.
		const held = locks.held;
		const life = [...held.keys()].find((name) => name.startsWith('life'))!;
		const { release } = held.get(life)!;
		held.set(life, { release: () => undefined });
		first.kill();
		held.set(life, { release });
		// Asked again of the next worker: a read, or a write by its key.
		expect(await calls.call('person', 'get_entity', {})).toMatchObject({ ok: true });
	});

	test('what waits for indexes being built is waited for beyond its time, and not longer than they are', async () => {
		const locks = new PretendedLocks();
		let answer = () => {};
		const notebook = pretendNotebook(() => new Promise((resolve) => (answer = () => resolve(ok('found')))));
		const made = new PretendedWorker(locks, engineWith(notebook));
		const { calls, link } = openPage({ locks, dial: () => made.line() });
		await link.ready();
		notebook.busy = true;
		const asked = calls.call('person', 'memory_search', {});
		await new Promise((resolve) => setTimeout(resolve, shortLimits.read + 100));
		answer();
		expect(await asked).toEqual(ok('found'));
		notebook.busy = false;
		expect(await calls.call('person', 'memory_search', {})).toMatchObject({ error: { code: 'storage_unavailable' } });
	});
});

describe('connecting', () => {
	test('a shared worker that does not answer, or is refused, is passed over for a dedicated one', async () => {
		const locks = new PretendedLocks();
		const { made } = worker(locks, echo);
		for (const shared of [
			deadLine,
			() => {
				throw new DOMException('no', 'SecurityError');
			}
		]) {
			const { link } = openPage({
				locks,
				kinds: ['shared', 'dedicated'],
				dial: (kind) => (kind === 'shared' ? shared() : made.line())
			});
			await link.ready();
			expect(link.status()).toMatchObject({ state: 'ready', kind: 'dedicated' });
		}
	});

	test('a script that cannot be loaded is a failure at once, not after the time limit', async () => {
		const locks = new PretendedLocks();
		const { link, calls } = openPage({ locks, dial: () => ({ ...deadLine(), broken: Promise.resolve('404') }) });
		const asked = performance.now();
		expect(await calls.call('person', 'get_entity', {})).toMatchObject({ error: { code: 'storage_unavailable' } });
		expect(performance.now() - asked).toBeLessThan(250);
		expect(link.status().state).toBe('lost');
	});

	test('each exit reaches the page with its words, calls answer with them, and retrying opens again', async () => {
		const locks = new PretendedLocks();
		let fault: Error | undefined = new StoreOpenError('newer', 'schema 9');
		const memory = await import('../../src/lib/store/memory-store');
		const engine = engineWith(pretendNotebook(echo), {
			openStore: () => (fault ? Promise.reject(fault) : Promise.resolve(memory.createMemoryStore()))
		});
		const { link, calls } = openPage({ locks, dial: () => new PretendedWorker(locks, engine).line() });
		const refused = await calls.call('person', 'get_entity', {});
		expect(refused).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
		expect(!refused.ok && refused.error.message).toContain('newer version');
		expect(link.status().state).toBe('newer');
		fault = undefined;
		link.retry();
		expect(await calls.call('person', 'get_entity', {})).toMatchObject({ ok: true });
	});

	test('a notebook that could not be opened goes on in memory, for all pages of its worker', async () => {
		const locks = new PretendedLocks();
		const engine = engineWith(pretendNotebook(echo), { openStore: () => Promise.reject(new Error('refused')) });
		const made = new PretendedWorker(locks, engine);
		const [one, two] = [1, 2].map(() => openPage({ locks, dial: () => made.line() }));
		await until(() => one!.link.status().state === 'failed' && two!.link.status().state === 'failed');
		one!.link.goOnInMemory();
		expect(await one!.calls.call('person', 'get_entity', {})).toMatchObject({ ok: true });
		await until(() => two!.link.status().state === 'ready');
		expect([one, two].map((page) => page!.link.status().memory)).toEqual([true, true]);
	});

	test('a page that is loaded anew is a new try, also for a worker that has outlived an exit', async () => {
		const locks = new PretendedLocks();
		const memory = await import('../../src/lib/store/memory-store');
		let takeOver = () => {};
		const engine = engineWith(pretendNotebook(echo), {
			openStore({ onVersionChange }) {
				takeOver = onVersionChange;
				return Promise.resolve(memory.createMemoryStore());
			}
		});
		const made = new PretendedWorker(locks, engine);
		const before = openPage({ locks, dial: () => made.line() });
		await before.link.ready();
		takeOver();
		await until(() => before.link.status().state === 'taken');
		const after = openPage({ locks, dial: () => made.line() });
		await after.link.ready();
		expect(after.link.status().state).toBe('ready');
	});
});

describe('several pages of one worker', () => {
	test('each hears each change exactly once', async () => {
		const locks = new PretendedLocks();
		const { made, notebook } = worker(locks, echo);
		const pages = [1, 2, 3].map(() => openPage({ locks, dial: () => made.line() }));
		await Promise.all(pages.map(({ link }) => link.ready()));
		notebook.say(changed('c1'));
		await until(() => pages.every(({ events }) => events.length > 0));
		await new Promise((resolve) => setTimeout(resolve, 20));
		for (const { events } of pages) expect(events).toEqual([changed('c1')]);
	});

	test('a page that has gone is let go of, and the others stay', async () => {
		const locks = new PretendedLocks();
		const { made, notebook } = worker(locks, echo);
		const [gone, stays] = [1, 2].map(() => openPage({ locks, dial: () => made.line() })) as [
			ReturnType<typeof openPage>,
			ReturnType<typeof openPage>
		];
		await Promise.all([gone.link.ready(), stays.link.ready()]);
		await stays.calls.call('person', 'get_entity', {});
		gone.leave();
		await new Promise((resolve) => setTimeout(resolve, 20));
		notebook.say(changed('c1'));
		await until(() => stays.events.length === 1);
		expect(gone.events).toEqual([]);
		const late = openPage({ locks, dial: () => made.line() });
		await late.link.ready();
		expect(late.link.status().pages).toBe(2);
	});
});
