/**
 * What the worker keeps in memory (architecture, decision 5): names, adjacency, words. Built in the background from the store at start,
 * then kept from each commit. Exact look-ups do not need them.
 */
import { isCurrent } from '../domain/fact';
import type { Id, Shelf } from '../domain/model';
import { isEmpty } from '../domain/slot';
import type { Store } from '../store/store';
import { createAdjacency } from './adjacency';
import type { Touched } from './bench';
import { createIndexQueue } from './index-queue';
import { createNameIndex } from './name-index';
import { edgesOn, entityOf, factsOn, isLiving, noteOf, slotsOn } from './shelves';
import { documentsOn, localOfDocument } from './shelf-documents';
import { TypeTally } from './type-tally';
import { createTextIndex, type TextDocument } from './text-index';

/** A commit of so many rows is indexed at once, a larger one by and by. */
const ROWS_AT_ONCE = 400;

export type Indexes = ReturnType<typeof createIndexes>;

/** @param breathe lets reads have their turn between pages. */
export function createIndexes(now: () => number, breathe: () => Promise<void>) {
	const names = createNameIndex();
	const words = createTextIndex();
	const edges = createAdjacency();
	/** Documents of each shelf, so that one that went is found. */
	const documentsOf = new Map<Id, Set<string>>();
	const types = new TypeTally();
	const typeOf = new Map<Id, string | null>();
	/** Current facts and values at home with each living entity; its keys are all of them. */
	const factCounts = new Map<Id, { facts: number; values: number }>();
	let facts = 0;
	let values = 0;
	const noteIds = new Set<Id>();
	/** Shelves with facts or values that derive from a note. */
	const derived = new Map<Id, Set<Id>>();
	const watched = new Set<Id>();

	function countType(id: Id, type: string | null | undefined): void {
		const old = typeOf.get(id);
		if (old === type) return;
		if (old !== undefined) types.count(old, -1);
		if (type === undefined) typeOf.delete(id);
		else {
			types.count(type, 1);
			typeOf.set(id, type);
		}
	}

	function countFacts(id: Id, factsHere: number | undefined, valuesHere = 0): void {
		const old = factCounts.get(id);
		facts += (factsHere ?? 0) - (old?.facts ?? 0);
		values += valuesHere - (old?.values ?? 0);
		if (factsHere === undefined) factCounts.delete(id);
		else factCounts.set(id, { facts: factsHere, values: valuesHere });
	}

	function indexName(shelf: Shelf): boolean {
		const state = entityOf(shelf);
		if (!isLiving(state)) {
			names.delete(shelf.id);
			edges.deleteShelf(shelf.id);
			countFacts(shelf.id, undefined);
			watched.delete(shelf.id);
			countType(shelf.id, undefined);
			return false;
		}
		const { name, type, aliases, channel, updated } = state;
		names.set({ id: shelf.id, channel, name, type, aliases, updated });
		countType(shelf.id, type);
		countFacts(shelf.id, countFactsOn(shelf, now()), countValuesOn(shelf));
		return true;
	}

	function indexEdges(shelf: Shelf): void {
		const at = now();
		edges.setShelf(
			shelf.id,
			[...edgesOn(shelf)]
				.filter(({ edge }) => isCurrent(edge, at))
				.map(({ target, relationKey, local, edge }) => ({
					target,
					key: local,
					relationKey,
					relation: edge.relation,
					...(edge.strength !== undefined && { strength: edge.strength }),
					confidence: edge.confidence,
					...(edge.contexts[0] !== undefined && { context: edge.contexts[0] }),
					...(edge.valid_from !== undefined && { validFrom: edge.valid_from }),
					...(edge.valid_until !== undefined && { validUntil: edge.valid_until }),
					at: edge.support[0]?.at ?? 0
				}))
		);
	}

	/** Words of a shelf: all of it, or the rows that changed. */
	function indexWords(shelf: Shelf, locals?: ReadonlySet<string>): void {
		const have = documentsOf.get(shelf.id) ?? new Set<string>();
		const wanted = new Map<string, TextDocument>();
		for (const document of documentsOn(shelf, now())) wanted.set(document.id, document);
		for (const id of have)
			if (!wanted.has(id)) {
				words.delete(id);
				have.delete(id);
			}
		const changed = (id: string): boolean =>
			!locals || locals.has('e') || locals.has('n') || locals.has(localOfDocument(id, shelf.id));
		for (const [id, document] of wanted)
			if (!have.has(id) || changed(id)) {
				words.put(document);
				have.add(id);
			}
		if (have.size) documentsOf.set(shelf.id, have);
		else documentsOf.delete(shelf.id);
	}

	function noteNote(shelf: Shelf): void {
		const note = noteOf(shelf);
		if (note && !note.removed) noteIds.add(shelf.id);
		else noteIds.delete(shelf.id);
	}

	/** Only ever grows: a shelf that no longer derives from the note is passed over when it is read. */
	function noteDerivations(shelf: Shelf): void {
		for (const note of notesBehind(shelf)) {
			const shelves = derived.get(note) ?? new Set<Id>();
			derived.set(note, shelves.add(shelf.id));
		}
	}

	/** Shelves on which something may wait for the person: a contender, a value that ages or derives from a note, a restated fact. */
	function watch(shelf: Shelf): void {
		if (isLiving(entityOf(shelf)) && mayNeedReview(shelf)) watched.add(shelf.id);
		else watched.delete(shelf.id);
	}

	/** All but the words: what look-ups, suggestions, walks and Review need. */
	function keepNames(shelf: Shelf): void {
		if (shelf.kind === 'note') noteNote(shelf);
		if (shelf.kind !== 'entity') return;
		if (indexName(shelf)) indexEdges(shelf);
		watch(shelf);
		noteDerivations(shelf);
	}

	function keep(shelf: Shelf, locals?: ReadonlySet<string>): void {
		keepNames(shelf);
		indexWords(shelf, locals);
	}

	const queue = createIndexQueue({ names: keepNames, words: indexWords, breathe });

	/** Takes a commit in: small ones at once, so that the next search sees them; large ones by and by. */
	function absorb(touched: Touched): void {
		let rows = 0;
		for (const { locals } of touched.values()) rows += locals.size;
		for (const { shelf, locals } of touched.values()) {
			loadedSince?.add(shelf.id);
			if (rows <= ROWS_AT_ONCE && !queue.holds(shelf.id)) keep(shelf, locals);
			else queue.add(shelf);
		}
		queue.start();
	}

	let loadedSince: Set<Id> | undefined;

	/** Builds everything from the store. What commits meanwhile is newer than any page and is not overwritten. */
	async function load(store: Store): Promise<void> {
		const since = (loadedSince = new Set<Id>());
		await store.eachShelf(async (page) => {
			for (const shelf of page) if (!since.has(shelf.id)) keep(shelf);
			await breathe();
		});
		loadedSince = undefined;
		await queue.settled();
	}

	return {
		names,
		words,
		edges,
		types,
		/** Ids of all living entities. */
		ids: (): Iterable<Id> => factCounts.keys(),
		factCount(id: Id): number {
			const count = factCounts.get(id);
			return count ? count.facts + count.values : 0;
		},
		/** How many current facts and values there are. */
		totals: (): { facts: number; values: number } => ({ facts, values }),
		/** The same of one thing. */
		countsOf: (id: Id): { facts: number; values: number } => factCounts.get(id) ?? { facts: 0, values: 0 },
		watched,
		noteIds,
		derivedFrom: (note: Id): Id[] => [...(derived.get(note) ?? [])],
		absorb,
		load,
		pause: (on: boolean): void => {
			queue.pause(on);
		},
		/** Everything that was committed so far has been indexed. */
		settled: queue.settled,
		/** All but the words of everything committed so far is there. */
		namesSettled: queue.namesSettled,
		namesKnown: (): boolean => queue.namesKnown
	};
}

function countFactsOn(shelf: Shelf, at: number): number {
	let count = 0;
	for (const { fact } of factsOn(shelf)) if (isCurrent(fact, at)) count++;
	return count;
}

function countValuesOn(shelf: Shelf): number {
	let count = 0;
	for (const { slot } of slotsOn(shelf)) if (!isEmpty(slot)) count++;
	return count;
}

function* notesBehind(shelf: Shelf): Iterable<Id> {
	for (const { fact } of factsOn(shelf)) for (const { note } of fact.support) if (note !== undefined) yield note;
	for (const { slot } of slotsOn(shelf))
		for (const version of slot.current ? [slot.current] : slot.members)
			if (version.note !== undefined) yield version.note;
}

function mayNeedReview(shelf: Shelf): boolean {
	for (const { slot } of slotsOn(shelf)) {
		const derived = [slot.current, ...slot.members].some(
			(version) => version?.note ?? version?.confirmed_by.some(({ note }) => note)
		);
		if (slot.contender || slot.freshness !== 'evergreen' || derived) return true;
	}
	for (const { fact } of factsOn(shelf)) if (fact.restated) return true;
	return false;
}
