/** The audit's own clockwork (P1, J5): bursts, hurry, and what may not be said any more. */
import { expect, test } from 'vitest';
import type { AgentIdentity } from '../../src/lib/contract/bridge-messages';
import { callsIn, createAudit, type KeptCall, type Noted } from '../../src/lib/notebook/audit';
import { createMemoryStore } from '../../src/lib/store/memory-store';

const claude: AgentIdentity = { name: 'claude-code', connection: 'one', via: 'stdio' };

const noted = (id: string, at: number, args = '{}', ms = 1): Noted => ({
	call: { id, at, ms, agent: claude.name, session: 's', operation: 'get_entity', effect: 'read', outcome: 'ok' },
	tell: () => ({ arguments: args, answer: '{}', tokens: 1 })
});

/** An audit whose lulls end when the test says so. */
function underTest() {
	const store = createMemoryStore();
	const lulls: (() => void)[] = [];
	let writings = 0;
	const audit = createAudit({
		store,
		newId: () => 'id',
		lull: () => new Promise((resolve) => lulls.push(resolve)),
		written: () => writings++
	});
	const kept = (): Promise<KeptCall[]> =>
		store.read(async (tx) => {
			const all: KeptCall[] = [];
			for await (const page of callsIn(tx)) all.push(...page);
			return all;
		});
	async function endLull(): Promise<void> {
		lulls.shift()?.();
		await new Promise((resolve) => setTimeout(resolve));
	}
	return { audit, kept, endLull, writings: () => writings };
}

test('calls that follow each other are written once, when none has come for a lull', async () => {
	const { audit, kept, endLull, writings } = underTest();
	audit.note(claude, noted('a', 1));
	for (const id of ['b', 'c']) {
		audit.note(claude, noted(id, 1));
		await endLull();
	}
	expect(await kept()).toEqual([]);
	await endLull();
	expect((await kept()).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
	expect(writings()).toBe(1);
});

test('a row of calls that does not end is written all the same', async () => {
	const { audit, kept, endLull } = underTest();
	for (let i = 0; i < 20; i++) {
		audit.note(claude, noted(`call-${String(i)}`, i));
		await endLull();
	}
	expect((await kept()).length).toBeGreaterThan(5);
});

test('whoever waits for the audit waits for no lull, and the next burst has its lulls again', async () => {
	const { audit, kept, endLull } = underTest();
	audit.note(claude, noted('a', 1));
	await audit.settled();
	expect(await kept()).toHaveLength(1);
	audit.note(claude, noted('b', 2));
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(await kept()).toHaveLength(1);
	await endLull(); // of the first burst, which was cut short
	await endLull();
	await endLull();
	expect(await kept()).toHaveLength(2);
	await audit.settled();
});

test('[J5] a call that was under way when something was forgotten says nothing of it; one that began afterwards may', async () => {
	const { audit, kept } = underTest();
	audit.note(claude, noted('before', 90, '{"name":"Ada"}'));
	audit.unsay(['Ada'], 100);
	audit.note(claude, noted('across', 110, '{"name":"Ada"}', 20));
	audit.note(claude, noted('of another', 110, '{"name":"Bob"}', 20));
	audit.note(claude, noted('after', 200, '{"name":"Ada"}', 5));
	await audit.settled();
	expect((await kept()).map(({ id, arguments: args }) => [id, args])).toEqual([
		['after', '{"name":"Ada"}'],
		['of another', '{"name":"Bob"}'],
		['across', '…'],
		['before', '…']
	]);
});
