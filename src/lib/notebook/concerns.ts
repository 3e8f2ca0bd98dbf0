/**
 * Whose page a commit concerns beside the things on whose shelves it wrote: a fact is at home with one and mentions another, a relation
 * has two ends, a thing may be several rows (N6), a name may be another's too (N3). Whoever shows such a page hears of it by these.
 */
import { exactKey, keysOfName } from '../domain/name';
import type { Id, Shelf } from '../domain/model';
import type { Touched } from './bench';
import type { Indexes } from './indexes';
import type { NameEntry, NameIndex } from './name-index';
import { primaryOf } from './kindred';
import { entityOf, isLiving } from './shelves';

/** Asked before the indexes take the commit in: they still know what it took away. */
export function concernedBy({ names, edges, derivedFrom }: Indexes, touched: Touched): Id[] {
	const all = new Set<Id>();
	for (const [id, { shelf, locals, named }] of touched) {
		for (const other of named) all.add(other);
		for (const other of shelf.kin?.same ?? []) all.add(other);
		if (locals.has('e')) for (const { id: other } of namesakesOf(names, shelf)) all.add(other);
		// E5: into the Trash it takes its mentions and relations along, and out of it brings them back.
		if (locals.has('e') && isLiving(entityOf(shelf)) === !names.get(id)) {
			for (const other of shelf.links) all.add(other);
			for (const { source } of edges.in(id)) all.add(source);
		}
		// A value waits to be verified when the note that it comes from says otherwise (S10).
		if (locals.has('n')) for (const other of derivedFrom(id)) all.add(other);
	}
	if (names.hasFamilies)
		for (const id of [...touched.keys(), ...all]) for (const other of names.get(id)?.same ?? []) all.add(other);
	for (const id of touched.keys()) all.delete(id);
	return [...all];
}

/** Others of the name that a thing has now, or had until now. */
function namesakesOf(names: NameIndex, shelf: Shelf): NameEntry[] {
	const now = entityOf(shelf)?.name;
	const before = names.get(shelf.id)?.name;
	return [
		...(now === undefined ? [] : called(names, now, shelf.keys)),
		...(before === undefined || before === now ? [] : called(names, before, keysOfName(before)))
	];
}

const called = (names: NameIndex, name: string, keys: readonly string[]): NameEntry[] =>
	names.under(keys).filter((entry) => exactKey(entry.name) === exactKey(name));

/**
 * A thing of several rows is called by the heaviest (N3), so that what is said of one row may give it another name wherever it is shown.
 * @returns asked when the indexes have taken the commit in: rows that speak for their thing no more, and those that do now
 */
export function watchSpeakers({ names }: Indexes, touched: Touched): () => Id[] {
	const before = new Map<Id, Id>();
	if (names.hasFamilies)
		for (const id of touched.keys()) {
			const speaker = names.get(id)?.same && primaryOf(names, id);
			if (speaker) before.set(id, speaker.id);
		}
	return () =>
		[...before].flatMap(([id, old]) => {
			const speaker = primaryOf(names, id)?.id;
			return speaker === undefined || speaker === old ? [] : [old, speaker];
		});
}
