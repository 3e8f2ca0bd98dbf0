import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WorkerKind } from '../../src/lib/worker/protocol';
import { closePages, freshName, openPage } from './worker-support';

afterEach(closePages);

const soon = { timeout: 10_000 };

describe.each<{ kind: WorkerKind }>([{ kind: 'shared' }, { kind: 'dedicated' }])(
	'two pages, $kind worker',
	({ kind }) => {
		test('each hears each change exactly once, whoever made it, and reads it at once', async () => {
			const name = freshName();
			const [one, two] = [openPage(name, kind), openPage(name, kind)];
			expect(await one.link.ready()).toMatchObject({ kind });
			await two.link.ready();
			const first = await one.door.memory_fact_set({ entity: 'Jeff', attribute: 'role', value: 'designer' });
			expect(first).toMatchObject({ ok: true, value: { action: 'inserted' } });
			await vi.waitFor(() => expect(two.changes()).toHaveLength(1), soon);
			const second = await two.door.relate_entities({
				fromEntity: 'Jeff',
				relation: 'works at',
				toEntity: 'Acme Corp'
			});
			expect(second).toMatchObject({ ok: true });
			await vi.waitFor(() => expect(one.changes()).toHaveLength(2), soon);
			await vi.waitFor(() => expect(two.changes()).toHaveLength(2), soon);
			const ids = [first, second].map((result) => result.ok && result.value.change_id);
			// Some time for one that comes twice.
			await new Promise((resolve) => setTimeout(resolve, 200));
			for (const page of [one, two]) expect(page.changes().map(({ change_id }) => change_id)).toEqual(ids);
			for (const page of [one, two]) {
				expect(await page.door.memory_fact_get({ entity: 'jeff', attribute: 'Role' })).toMatchObject({
					ok: true,
					value: { record: { value: 'designer' } }
				});
			}
		});

		test('the indexes of both know what either wrote', async () => {
			const name = freshName();
			const [one, two] = [openPage(name, kind), openPage(name, kind)];
			await Promise.all([one.link.ready(), two.link.ready()]);
			await one.door.remember({ facts: [{ entity: 'Ada Lovelace', content: 'Wrote the first program' }] });
			await vi.waitFor(() => expect(two.changes()).toHaveLength(1), soon);
			expect(await two.door.find_entities({ query: 'Ada Lovelase' })).toMatchObject({
				ok: true,
				value: { entities: [{ name: 'Ada Lovelace' }] }
			});
			expect(await two.door.memory_search({ query: 'program' })).toMatchObject({
				ok: true,
				value: { hits: [{ entity: 'Ada Lovelace' }] }
			});
		});
	}
);

test('a page that vanishes is let go of; the shared worker goes on for the other', async () => {
	const name = freshName();
	const [gone, stays] = [openPage(name, 'shared'), openPage(name, 'shared')];
	await Promise.all([gone.link.ready(), stays.link.ready()]);
	await gone.vanish();
	await stays.door.memory_fact_set({ entity: 'Jeff', attribute: 'role', value: 'designer' });
	await vi.waitFor(() => expect(stays.changes()).toHaveLength(1), soon);
	expect(gone.changes()).toEqual([]);
	const late = openPage(name, 'shared');
	await late.link.ready();
	expect(late.link.status().pages).toBe(2);
});

test('bad arguments, and a method that is none, are answered and not thrown', async () => {
	const { door } = openPage(freshName(), 'shared');
	expect(await door.get_entity({ name: '' })).toMatchObject({ ok: false, error: { code: 'invalid_parameter' } });
	const anything = door as unknown as Record<string, (args: unknown) => Promise<unknown>>;
	expect(await anything['drop_tables']?.({})).toMatchObject({ ok: false, error: { code: 'invalid_parameter' } });
	expect(await anything['get_entity']?.({ name: () => 'Jeff' })).toMatchObject({
		ok: false,
		error: { code: 'invalid_parameter', parameter: 'arguments' }
	});
});

test('a notebook that was filled before opens with its newest change, and search follows', async () => {
	const name = freshName();
	const first = openPage(name, 'dedicated');
	const written = await first.door.memory_fact_set({ entity: 'Jeff', attribute: 'role', value: 'designer' });
	expect(first.link.status().last_change).toBeNull();
	first.link.close();
	const second = openPage(name, 'dedicated');
	await second.link.ready();
	expect(second.link.status().last_change).toBe(written.ok && written.value.change_id);
	await vi.waitFor(() => expect(second.link.status().indexed).toBe(true), soon);
	expect(second.events).toContainEqual({ type: 'indexed' });
});

test('files go in and out through the worker', async () => {
	const page = openPage(freshName(), 'shared');
	const lines = ['{"type":"entity","name":"Jeff","entityType":"person","observations":["likes tea"]}'];
	const preview = await page.door.import_preview({ source: new Blob(lines), name: 'memory.jsonl' });
	if (!preview.ok) throw new Error(preview.error.message);
	const run = await page.door.import_run({ preview_id: preview.value.preview_id });
	expect(run).toMatchObject({ ok: true, value: { counts: { entities_new: 1, observations_new: 1 } } });
	expect(page.events.some((event) => event.type === 'progress')).toBe(true);
	for (const format of ['journal', 'memory'] as const) {
		const file = await page.door.export({ format });
		expect(await (file.ok ? file.value.blob.text() : '')).toContain('likes tea');
	}
	expect(await page.door.get_overview({})).toMatchObject({ value: { storage: { kind: 'indexeddb' } } });
});

test('a worker that is ended is replaced; what was being asked is asked again', async () => {
	const page = openPage(freshName(), 'dedicated');
	await page.door.memory_fact_set({ entity: 'Jeff', attribute: 'role', value: 'designer' });
	const contact = await page.link.ready();
	const answer = page.door.memory_fact_get({ entity: 'Jeff', attribute: 'role' });
	contact?.end();
	expect(await answer).toMatchObject({ ok: true, value: { record: { value: 'designer' } } });
	expect(page.events).toContainEqual({ type: 'reconnected' });
});
