import { describe, expect, test, vi } from 'vitest';
import { createDuplicates, type KeptPairs } from '../../src/lib/notebook/duplicates';
import { createNameIndex, type NameEntry } from '../../src/lib/notebook/name-index';
import { nameEntry } from '../support/name-entries';

const DAY = 86_400_000;
const entry = (id: string, name: string, updated = 0): NameEntry => nameEntry(id, name, { updated });

/** An index, what looks for duplicates in it, and how often it had its turn. */
function looking(entries: readonly NameEntry[]) {
	const names = createNameIndex();
	const kin = vi.spyOn(names, 'kin');
	for (const each of entries) names.set(each);
	let breaths = 0;
	const duplicates = createDuplicates({
		names,
		isMarked: () => false,
		rest: () => (breaths++, Promise.resolve())
	});
	for (const { id } of entries) duplicates.touch(id);
	return { names, duplicates, asked: () => kin.mock.calls.length, breaths: () => breaths };
}

const many = Array.from({ length: 60 }, (_, i) =>
	entry(`n${String(i).padStart(2, '0')}`, `Harbour ${String.fromCharCode(97 + (i % 26)).repeat(4)} ${i}`, i)
);
const today = entry('today', 'Lighthouse', 50 * DAY);
const twins = [today, entry('a', 'Jonathan Thistlewood'), entry('b', 'Jonathon Thistlewood')];

describe('looking for duplicates in the background', () => {
	test('nothing is looked at before names are all there, then everything once', async () => {
		const { duplicates, asked } = looking([...many, ...twins]);
		await duplicates.settled();
		expect(asked()).toBe(0);
		duplicates.start();
		await duplicates.settled();
		expect(asked()).toBe(63);
		expect(duplicates.list(undefined).map(({ low, high }) => low + high)).toContain('ab');
	});

	test('others have their turn every few names', async () => {
		const { duplicates, breaths } = looking(many);
		duplicates.start();
		await duplicates.settled();
		expect(breaths()).toBeGreaterThan(6);
	});

	test('what was found is kept, and the next start looks only at what has changed since', async () => {
		const kept: KeptPairs[] = [];
		const first = looking([...many, ...twins]);
		first.duplicates.start(undefined, (found) => Promise.resolve(void kept.push(found)));
		await first.duplicates.settled();
		expect(kept).toHaveLength(1);
		const late = entry('c', 'Jonathan Thistelwood', 100 * DAY);
		const second = looking([...many, ...twins, late]);
		second.duplicates.start(kept[0]);
		await second.duplicates.settled();
		expect(second.asked()).toBe(2); // what is of the last day, too
		const pairs = second.duplicates.list(undefined).map(({ low, high }) => low + high);
		expect(pairs).toEqual(expect.arrayContaining(['ab', 'ac']));
	});

	test('when something old came or went meanwhile, or another build found it, all is looked at anew', async () => {
		const kept: KeptPairs[] = [];
		const first = looking([...many, ...twins]);
		first.duplicates.start(undefined, (found) => Promise.resolve(void kept.push(found)));
		await first.duplicates.settled();
		const fewer = looking([...many, ...twins.filter(({ id }) => id !== 'a')]);
		fewer.duplicates.start(kept[0]);
		await fewer.duplicates.settled();
		expect(fewer.asked()).toBe(62);
		expect(fewer.duplicates.list(undefined)).not.toContainEqual(expect.objectContaining({ low: 'a' }));
		const other = looking([...many, ...twins]);
		other.duplicates.start(kept[0] && { ...kept[0], version: 0 });
		await other.duplicates.settled();
		expect(other.asked()).toBe(63);
	});

	test('one more thing is no reason to keep all of it again', async () => {
		const kept: KeptPairs[] = [];
		const { names, duplicates } = looking([...many, ...twins]);
		duplicates.start(undefined, (found) => Promise.resolve(void kept.push(found)));
		await duplicates.settled();
		names.set(entry('c', 'Jonathan Thistelwood', 100 * DAY));
		duplicates.touch('c');
		await duplicates.settled();
		expect(kept).toHaveLength(1);
		expect(duplicates.list('default').some(({ high }) => high === 'c')).toBe(true);
	});
});
