import { expect, test, vi } from 'vitest';
import { coalesced, settled } from '../../src/lib/ui/state/refresh';

test('never twice at once, and once more when asked meanwhile', async () => {
	const gates: (() => void)[] = [];
	let running = 0;
	let most = 0;
	const refresh = coalesced(async () => {
		most = Math.max(most, ++running);
		await new Promise<void>((resolve) => gates.push(resolve));
		running -= 1;
	});
	const all = [refresh(), refresh(), refresh()];
	gates[0]?.();
	await vi.waitFor(() => expect(gates.length).toBe(2));
	gates[1]?.();
	await Promise.all(all);
	expect(most).toBe(1);
	expect(gates.length).toBe(2);
});

test('whoever asks is answered after work that began later than the asking', async () => {
	let read = 0;
	let stored = 0;
	const refresh = coalesced(async () => {
		await Promise.resolve();
		read = stored;
	});
	void refresh();
	stored = 1;
	await refresh();
	expect(read).toBe(1);
});

test('a failure does not stop later ones', async () => {
	let fails = true;
	let done = 0;
	const refresh = coalesced(async () => {
		await Promise.resolve();
		if (fails) throw new Error('no');
		done += 1;
	});
	await expect(refresh()).rejects.toThrow('no');
	fails = false;
	await refresh();
	expect(done).toBe(1);
});

test('many calls are one, after they end', () => {
	vi.useFakeTimers();
	const work = vi.fn();
	const later = settled(work, 100);
	later();
	vi.advanceTimersByTime(60);
	later();
	vi.advanceTimersByTime(60);
	expect(work).not.toHaveBeenCalled();
	vi.advanceTimersByTime(60);
	expect(work).toHaveBeenCalledTimes(1);
	later();
	later.cancel();
	vi.advanceTimersByTime(500);
	expect(work).toHaveBeenCalledTimes(1);
	vi.useRealTimers();
});
