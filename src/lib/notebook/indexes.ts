/**
 * What the worker keeps in memory (architecture, decision 5): names, adjacency, words. Built in the background from the store at start,
 * then kept from each commit. Exact look-ups do not need them.
 */
import { pairOf } from '../domain/family';
import type { Id, Shelf } from '../domain/model';
import type { Store } from '../store/store';
import { createAdjacency } from './adjacency';
import type { Touched } from './bench';
import { createDuplicates, type KeptPairs } from './duplicates';
import { createIndexQueue } from './index-queue';
import { createNameIndex, type NameEntry } from './name-index';
import { digestOf, type LivingDigest, type ShelfDigest } from './shelf-digest';
import { localOfDocument } from './shelf-documents';
import { TypeTally } from './type-tally';
import { createTextIndex } from './text-index';
import { levelOf, usesKept, type Uses } from './uses';

/** A commit of so many rows is indexed at once, a larger one by and by. */
const ROWS_AT_ONCE = 400;

/** Where likely duplicates are kept on this device. */
const DUPLICATES = 'duplicates';

export type Indexes = ReturnType<typeof createIndexes>;

/** @param breathe lets reads have their turn between pages; `rest` the same for what nobody waits for. */
export function createIndexes(now: () => number, breathe: () => Promise<void>, rest: () => Promise<void>) {
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
	let uses: Uses = {};
	/** By the lesser id of the pair. */
	const marksOf = new Map<Id, readonly Id[]>();
	const duplicates = createDuplicates({
		names,
		isMarked(one, other) {
			const [low, high] = pairOf(one, other);
			return marksOf.get(low)?.includes(high) ?? false;
		},
		rest
	});

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

	function indexName(id: Id, entity: LivingDigest | undefined, locals?: ReadonlySet<string>): void {
		countType(id, entity?.name.type);
		countFacts(id, entity?.facts, entity?.values);
		if (entity) {
			names.set(asUsed(entity.name));
			if (!locals || touchesEdges(locals)) edges.setShelf(id, entity.edges);
		} else {
			names.delete(id);
			edges.deleteShelf(id);
		}
		if (entity?.review) watched.add(id);
		else watched.delete(id);
	}

	/** Rows of one thing count together. */
	function asUsed(entry: NameEntry): NameEntry {
		const level = levelOf(uses, [entry.id, ...(entry.same ?? [])]);
		if (level === entry.uses) return entry;
		const { uses: _before, ...rest } = entry;
		return level === undefined ? rest : { ...rest, uses: level };
	}

	function takeUses(next: Uses): void {
		const before = uses;
		uses = next;
		for (const id of Object.keys({ ...before, ...next })) {
			if (before[id]?.level === next[id]?.level) continue;
			for (const row of [id, ...(names.get(id)?.same ?? [])]) {
				const entry = names.get(row);
				if (entry) names.set(asUsed(entry));
			}
		}
	}

	/** All but the words: what look-ups, suggestions, walks and Review need. */
	function keepNames({ id, kind, entity, note, behind, marks }: ShelfDigest, locals?: ReadonlySet<string>): void {
		if (kind === 'entity') {
			indexName(id, entity, locals);
			if (!locals || locals.has('e') || locals.has('d')) duplicates.touch(id);
		}
		if (marks.length) marksOf.set(id, marks);
		else marksOf.delete(id);
		if (note) noteIds.add(id);
		else noteIds.delete(id);
		// Only ever grows: a shelf that no longer derives from the note is passed over when it is read.
		for (const from of behind) derived.set(from, (derived.get(from) ?? new Set<Id>()).add(id));
	}

	/** Words of a shelf: all of it, or the rows that changed. */
	function keepWords({ id: shelf, documents }: ShelfDigest, locals?: ReadonlySet<string>): void {
		const have = documentsOf.get(shelf) ?? new Set<string>();
		const wanted = new Set(documents.map(({ id }) => id));
		for (const id of have)
			if (!wanted.has(id)) {
				words.delete(id);
				have.delete(id);
			}
		const changed = (id: string): boolean =>
			!locals || locals.has('e') || locals.has('n') || locals.has(localOfDocument(id, shelf));
		for (const document of documents)
			if (!have.has(document.id) || changed(document.id)) {
				words.put(document);
				have.add(document.id);
			}
		if (have.size) documentsOf.set(shelf, have);
		else documentsOf.delete(shelf);
	}

	function keep(shelf: Shelf, locals?: ReadonlySet<string>): void {
		const digest = digestOf(shelf, now());
		keepNames(digest, locals);
		keepWords(digest, locals);
	}

	const queue = createIndexQueue({ names: keepNames, words: keepWords, breathe });

	/** Takes a commit in: small ones at once, so that the next search sees them; large ones by and by. */
	function absorb(touched: Touched): void {
		let rows = 0;
		for (const { locals } of touched.values()) rows += locals.size;
		for (const { shelf, locals } of touched.values()) {
			loadedSince?.add(shelf.id);
			if (rows <= ROWS_AT_ONCE && !queue.holds(shelf.id)) keep(shelf, locals);
			else queue.add(digestOf(shelf, now()));
		}
		queue.start();
	}

	let loadedSince: Set<Id> | undefined;

	/** Builds everything from the store. What commits meanwhile is newer than any page and is not overwritten. */
	async function load(store: Store): Promise<void> {
		const since = (loadedSince = new Set<Id>());
		takeUses(await store.read((tx) => usesKept(tx, now())));
		await store.eachShelf(async (page) => {
			for (const shelf of page) if (!since.has(shelf.id)) keep(shelf);
			await breathe();
		});
		loadedSince = undefined;
		await queue.settled();
		const kept = await store.read((tx) => tx.meta(DUPLICATES));
		duplicates.start(kept as KeptPairs | undefined, (found) =>
			store.write((tx) => tx.setMeta(DUPLICATES, found), 'relaxed')
		);
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
		duplicates,
		noteIds,
		derivedFrom: (note: Id): Id[] => [...(derived.get(note) ?? [])],
		/** What the person uses of late has changed. */
		takeUses,
		absorb,
		load,
		pause: (on: boolean): void => {
			queue.pause(on);
		},
		/** Everything that was committed so far has been indexed. */
		settled: queue.settled,
		/** All but the words of everything committed so far is there. */
		namesSettled: queue.namesSettled,
		namesKnown: (): boolean => queue.namesKnown,
		allKnown: (): boolean => queue.allKnown
	};
}

/** A row that comes to life or goes takes its edges along. */
function touchesEdges(locals: ReadonlySet<string>): boolean {
	for (const local of locals) if (local === 'e' || local.startsWith('r:')) return true;
	return false;
}
