/** The second language: as many words as the first, none left as it was by mistake. */
import { expect, test } from 'vitest';
import { german } from '../../src/lib/ui/german';
import { strings } from '../../src/lib/ui/strings';

/** Every text and every function of a catalogue by its path. */
function leaves(part: unknown, path = ''): [string, unknown][] {
	if (typeof part !== 'object' || part === null) return [[path, part]];
	return Object.entries(part).flatMap(([key, value]) => leaves(value, path ? `${path}.${key}` : key));
}

/** With arguments of either kind: the words are what counts. */
const said = (leaf: unknown): string => {
	if (typeof leaf !== 'function') return String(leaf);
	for (const args of [
		[2, 3, 4, 5],
		['Ada', 'Bo', 'Cy'],
		[['Ada'], 'Bo']
	])
		try {
			return String((leaf as (...args: unknown[]) => unknown)(...args));
		} catch {
			// not of that kind
		}
	return '';
};

test('the same paths, and functions where there are functions', () => {
	const shape = (catalogue: unknown) => leaves(catalogue).map(([path, leaf]) => `${path}: ${typeof leaf}`);
	expect(shape(german).sort()).toEqual(shape(strings).sort());
});

/** Words that are the same in both languages. */
const SAME =
	/^(language|dir|app|title|things\.name|thing\.(name|family\.more)|graph\.(title|filters)|commands\.graph|nav\.graph|agents\.connect\.clients|import\.file|settings\.made|shortcuts\.goGraph|history\.operation\.import_run|import\.format\.\w+|settings\.formats\.[\w-]+\.title)|^$/;

test('nothing was left in English', () => {
	const english = new Map(leaves(strings));
	const left = leaves(german).filter(([path, leaf]) => {
		const text = said(leaf);
		return /\p{L}{3}/u.test(text) && text === said(english.get(path)) && !SAME.test(path);
	});
	expect(left.map(([path]) => path)).toEqual([]);
});

test('no empty word where the first language has one', () => {
	const english = new Map(leaves(strings));
	expect(
		leaves(german)
			.filter(([path, leaf]) => said(leaf).trim() === '' && said(english.get(path)).trim() !== '')
			.map(([path]) => path)
	).toEqual([]);
});
