/** The exits of the start that need a real IndexedDB: another tab holds it, a newer build wrote it, it does not open. */
import { afterEach, expect, test, vi } from 'vitest';
import { closePages, freshName, openPage } from './worker-support';

afterEach(closePages);

const soon = { timeout: 15_000 };

/** Opens the database as another program would. */
function openRaw(
	name: string,
	version: number,
	upgrade: (database: IDBDatabase) => void = () => undefined
): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(name, version);
		request.onupgradeneeded = () => upgrade(request.result);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('open'));
	});
}

test('blocked: a tab of an older build does not let go; once it does, the start goes on by itself', async () => {
	const name = freshName();
	const old = await openRaw(name, 1);
	const page = openPage(name, 'shared');
	await vi.waitFor(() => expect(page.link.status().state).toBe('blocked'), soon);
	expect(page.link.status().detail).toContain('Close or reload the other tabs');
	expect(await page.door.get_entity({ name: 'Jeff' })).toMatchObject({
		ok: false,
		error: { code: 'storage_unavailable', message: page.link.status().detail }
	});
	old.close();
	await vi.waitFor(() => expect(page.link.status().state).toBe('ready'), soon);
	expect(await page.door.get_entity({ name: 'Jeff' })).toMatchObject({ ok: true, value: { found: false } });
});

test('blocked: also one that has just been loaded, or tried again, says so and goes on', async () => {
	const name = freshName();
	const old = await openRaw(name, 1);
	const first = openPage(name, 'shared');
	await vi.waitFor(() => expect(first.link.status().state).toBe('blocked'), soon);
	const second = openPage(name, 'shared');
	await second.link.ready();
	expect(second.link.status().state).toBe('blocked');
	second.link.retry();
	await second.link.ready();
	expect(second.link.status().state).toBe('blocked');
	old.close();
	for (const page of [first, second]) await vi.waitFor(() => expect(page.link.status().state).toBe('ready'), soon);
});

test('newer: a later schema is not touched; retrying after it is gone opens', async () => {
	const name = freshName();
	const newer = await openRaw(name, 9990, (database) => database.createObjectStore('of the future'));
	newer.close();
	const page = openPage(name, 'shared');
	await vi.waitFor(() => expect(page.link.status().state).toBe('newer'), soon);
	expect(await page.door.memory_fact_set({ entity: 'Jeff', attribute: 'role', value: 'x' })).toMatchObject({
		ok: false,
		error: { code: 'storage_unavailable' }
	});
	const untouched = await openRaw(name, 9990);
	expect([...untouched.objectStoreNames]).toEqual(['of the future']);
	untouched.close();
	await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
	page.link.retry();
	await vi.waitFor(() => expect(page.link.status().state).toBe('ready'), soon);
});

test('taken: a newer build opens the database; this one lets go at once and asks for a reload', async () => {
	const name = freshName();
	const page = openPage(name, 'shared');
	await page.door.memory_fact_set({ entity: 'Jeff', attribute: 'role', value: 'designer' });
	const newer = await openRaw(name, 9990);
	await vi.waitFor(() => expect(page.link.status().state).toBe('taken'), soon);
	expect(page.link.status().detail).toContain('Reload');
	expect(await page.door.get_entity({ name: 'Jeff' })).toMatchObject({ error: { code: 'storage_unavailable' } });
	newer.close();
	page.link.retry();
	await vi.waitFor(() => expect(page.link.status().state).toBe('newer'), soon);
});
