import { expect, test } from 'vitest';
import { createSessions, type KeyValue } from '../../src/lib/worker/session';

function memory(): KeyValue & { map: Map<string, string> } {
	const map = new Map<string, string>();
	return {
		map,
		getItem: (key) => map.get(key) ?? null,
		setItem: (key, value) => void map.set(key, value),
		removeItem: (key) => void map.delete(key)
	};
}

test('[P1] one session for each day of work on a device, the same in every tab', () => {
	const storage = memory();
	let now = new Date(2026, 10, 30, 9, 0);
	const tab = createSessions(storage, () => now);
	const first = tab();
	expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
	now = new Date(2026, 10, 30, 23, 59);
	expect(tab()).toBe(first);
	expect(createSessions(storage, () => now)()).toBe(first);
	now = new Date(2026, 11, 1, 0, 1);
	const next = tab();
	expect(next).not.toBe(first);
	expect(createSessions(storage, () => now)()).toBe(next);
});

test('[P1] a session that is no id, or no JSON, is replaced', () => {
	const now = () => new Date(2026, 10, 30);
	for (const bad of ['{', '{"day":"2026-11-30","id":"../x"}', 'null', '[]']) {
		const storage = memory();
		storage.map.set('cp-session', bad);
		const id = createSessions(storage, now)();
		expect(JSON.parse(storage.map.get('cp-session') ?? '')).toEqual({ day: '2026-11-30', id });
	}
});

test('[P1] a browser that refuses storage still has one session a page', () => {
	const refuse = () => {
		throw new DOMException('no', 'SecurityError');
	};
	const session = createSessions({ getItem: refuse, setItem: refuse, removeItem: refuse });
	expect(session()).toBe(session());
});
