/**
 * Near names of a notebook, in memory: what a search box, an @-mention and `did_you_mean` offer (N4, N5). Suggests only;
 * who must be exact asks `under` (N2). Kept from changes; the same entries give the same answers in whatever order they came.
 */
import { lookupKeys, typeKey } from '../domain/name';
import { bestOf, byText } from './best-of';
import { formOf } from './latin-form';
import { NameForms, type Reach } from './name-forms';
import { rate, type Candidate, type Likeness, type Spelling, type Why } from './name-likeness';
import { sought, type Sought } from './spelled-name';

/** An entity as it is found by. `uses`: how much it is used of late, on any scale above 0; absent: not at all. */
export interface NameEntry {
	id: string;
	channel: string;
	name: string;
	type: string | null;
	aliases: readonly string[];
	/** ms since epoch, as is `updated`. */
	created: number;
	updated: number;
	/** What makes it the primary of its namesakes (N3), as of when it was entered. */
	weight: number;
	/** Other rows declared the same (N6), the removed ones included. */
	same?: readonly string[];
	uses?: number;
}

export interface Suggestion {
	id: string;
	channel: string;
	name: string;
	type: string | null;
	/** The spelling that matched: the name or an alias. */
	matched: string;
	/** 0–1, two decimals: finer differences are chance, and use decides. */
	score: number;
	why: Why;
}

export interface SuggestOptions {
	limit: number;
	/** Only rows of this type (by type key). */
	type?: string;
	/** Only rows of these channels; absent: of all. */
	channels?: readonly string[];
	/** Ids left out. */
	exclude?: readonly string[];
}

/** Another entity of the channel with a spelling near one of an entity's own. */
export interface Kin {
	entry: NameEntry;
	own: Spelling;
	theirs: Spelling;
	/** The share of pieces, weighed by rarity, that the two spellings have in common, 0–1. */
	shared: number;
}

export interface NameIndex {
	/** Enters or replaces an entity. Cheap when its names did not change. */
	set(entry: NameEntry): void;
	delete(id: string): void;
	get(id: string): NameEntry | undefined;
	/** Entries that stand under any of the look-up keys (N2), each once. */
	under(keys: readonly string[]): NameEntry[];
	readonly size: number;
	/** Whether anything was declared the same as another (N6). */
	readonly hasFamilies: boolean;
	/** Ids of all that was: few, whatever the size of the notebook. */
	inFamilies(): Iterable<string>;
	/** Best first; equal ones by `uses`, a known type, newest, `weight`, name, id. An empty query suggests nothing. */
	suggest(query: string, options: SuggestOptions): Suggestion[];
	/** Ids of all entities, or those of a channel. */
	ids(channel?: string): string[];
	/** For each of an entity's own spellings the few of others of its channel that share most with it; ends when its names change. */
	kin(id: string): Iterable<Kin[]>;
	/** What a word in Latin letters tells: much when few names have it. */
	rarity(word: string): number;
}

/** What Fuse and the words rank for one query (N5). */
const TYPED: Reach = { pieces: 120, sounds: 30, lookedAt: 40_000 };
/** As many for each spelling of a thing that is compared with all others. */
const OF_ONE: Reach = { pieces: 12, sounds: 8, lookedAt: 4_000 };
/** Below this a likeness is chance. */
const LEAST = 0.06;
/** As long as a name may be (L1). */
const LONGEST = 200;

/** What is used more, of a known type, newer, of which more is known; then by name and id, so that no two are equal. */
const preferred = (a: NameEntry, b: NameEntry): number =>
	(b.uses ?? 0) - (a.uses ?? 0) ||
	Number(b.type !== null) - Number(a.type !== null) ||
	b.updated - a.updated ||
	b.weight - a.weight ||
	byText(a.name, b.name) ||
	byText(a.id, b.id);

const sameNames = (a: NameEntry, b: NameEntry): boolean =>
	a.name === b.name && a.aliases.length === b.aliases.length && a.aliases.every((alias, at) => alias === b.aliases[at]);

interface Near extends Candidate {
	slot: number;
	entry: NameEntry;
}

interface Rated extends Likeness {
	entry: NameEntry;
	spelling: Spelling;
}

const better = (a: Rated, b: Rated): number =>
	b.score - a.score || preferred(a.entry, b.entry) || byText(a.spelling.text, b.spelling.text);

const toSuggestion = ({ entry: { id, channel, name, type }, spelling, score, why }: Rated): Suggestion => ({
	id,
	channel,
	name,
	type,
	matched: spelling.text,
	score,
	why
});

/** Small numbers for texts that come back often, so that filters compare numbers. */
const numbering = () => {
	const numbers = new Map<string, number>();
	return {
		of: (text: string): number => {
			const number = numbers.get(text) ?? numbers.size;
			numbers.set(text, number);
			return number;
		},
		/** -1: never seen. */
		known: (text: string): number => numbers.get(text) ?? -1
	};
};

class Names implements NameIndex {
	#inFamilies = new Set<string>();
	/** By slot. */
	#entries: (NameEntry | undefined)[] = [];
	#channels: number[] = [];
	#types: number[] = [];
	#channelNumbers = numbering();
	#typeNumbers = numbering();
	#slots = new Map<string, number>();
	#free: number[] = [];
	#forms = new NameForms();
	/** By form. */
	#spellings: Spelling[] = [];
	/** By slot. */
	#formsOf: number[][] = [];
	/** Slots by look-up key: one nearly always. */
	#byKey = new Map<string, number | number[]>();

	get size(): number {
		return this.#slots.size;
	}

	get hasFamilies(): boolean {
		return this.#inFamilies.size > 0;
	}

	inFamilies(): Iterable<string> {
		return this.#inFamilies;
	}

	get(id: string): NameEntry | undefined {
		const slot = this.#slots.get(id);
		return slot === undefined ? undefined : this.#entries[slot];
	}

	under(keys: readonly string[]): NameEntry[] {
		const slots = new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []));
		return [...slots].map((slot) => this.#entries[slot]).filter((entry) => entry !== undefined);
	}

	set(entry: NameEntry): void {
		const old = this.get(entry.id);
		if (old && !sameNames(old, entry)) this.delete(entry.id);
		const slot = this.#slots.get(entry.id) ?? this.#open(entry);
		if (entry.same?.length) this.#inFamilies.add(entry.id);
		else this.#inFamilies.delete(entry.id);
		this.#entries[slot] = entry;
		this.#channels[slot] = this.#channelNumbers.of(entry.channel);
		this.#types[slot] = this.#typeNumbers.of(entry.type === null ? '' : typeKey(entry.type));
	}

	#open(entry: NameEntry): number {
		const slot = this.#free.pop() ?? this.#entries.length;
		this.#slots.set(entry.id, slot);
		this.#formsOf[slot] = [
			this.#spell({ text: entry.name, alias: false }, slot),
			...entry.aliases.map((alias) => this.#spell({ text: alias, alias: true }, slot))
		];
		for (const key of lookupKeys(entry.name, entry.aliases)) this.#enter(key, slot);
		return slot;
	}

	#enter(key: string, slot: number): void {
		const before = this.#byKey.get(key);
		if (typeof before === 'object') before.push(slot);
		else this.#byKey.set(key, before === undefined ? slot : [before, slot]);
	}

	#leave(key: string, slot: number): void {
		const rest = [this.#byKey.get(key) ?? []].flat().filter((other) => other !== slot);
		const [first] = rest;
		if (first === undefined) this.#byKey.delete(key);
		else this.#byKey.set(key, rest.length === 1 ? first : rest);
	}

	#spell(spelling: Spelling, slot: number): number {
		const form = this.#forms.add(formOf(spelling.text), slot);
		this.#spellings[form] = spelling;
		return form;
	}

	delete(id: string): void {
		const slot = this.#slots.get(id);
		const entry = slot === undefined ? undefined : this.#entries[slot];
		if (slot === undefined || !entry) return;
		for (const key of lookupKeys(entry.name, entry.aliases)) this.#leave(key, slot);
		for (const form of this.#formsOf[slot] ?? []) this.#forms.remove(form);
		this.#formsOf[slot] = [];
		this.#inFamilies.delete(id);
		this.#entries[slot] = undefined;
		this.#slots.delete(id);
		this.#free.push(slot);
	}

	suggest(text: string, options: SuggestOptions): Suggestion[] {
		const query = sought(Array.from(text.trim()).slice(0, LONGEST).join(''));
		if (query.form === '') return [];
		return bestOf(this.#rated(query, this.#filter(options)), options.limit, better).map(toSuggestion);
	}

	ids(channel?: string): string[] {
		if (channel === undefined) return [...this.#slots.keys()];
		const wanted = this.#channelNumbers.known(channel);
		const ids: string[] = [];
		for (const [id, slot] of this.#slots) if (this.#channels[slot] === wanted) ids.push(id);
		return ids;
	}

	*kin(id: string): Generator<Kin[]> {
		const slot = this.#slots.get(id);
		const entry = slot === undefined ? undefined : this.#entries[slot];
		if (slot === undefined || !entry) return;
		const accepts = this.#filter({ channels: [entry.channel], exclude: [id] });
		const forms = this.#formsOf[slot] ?? [];
		for (const form of forms) {
			const own = this.#spellings[form];
			// Other names are other forms; what else is said of the entity leaves them as they are.
			if (this.#formsOf[slot] !== forms || !own) return;
			yield this.#near(this.#forms.textOf(form), OF_ONE, accepts).map(({ entry: other, spelling, shared }) => ({
				entry: other,
				own,
				theirs: spelling,
				shared
			}));
		}
	}

	rarity(word: string): number {
		return this.#forms.rarity(word);
	}

	/** Undefined: every slot will do. */
	#filter({ type, channels, exclude = [] }: Omit<SuggestOptions, 'limit'>): ((slot: number) => boolean) | undefined {
		if (type === undefined && !channels && exclude.length === 0) return undefined;
		const wanted = type === undefined ? undefined : this.#typeNumbers.known(typeKey(type));
		const readable = channels && new Set(channels.map((channel) => this.#channelNumbers.known(channel)));
		const out = new Set(exclude.map((id) => this.#slots.get(id) ?? -1));
		return (slot) =>
			(wanted === undefined || this.#types[slot] === wanted) &&
			(!readable || readable.has(this.#channels[slot] ?? -1)) &&
			(out.size === 0 || !out.has(slot));
	}

	/** Spellings near a folded query, with whose they are. */
	#near(form: string, reach: Reach, accepts: ((slot: number) => boolean) | undefined): Near[] {
		return this.#forms
			.near(form, reach, accepts, (a, b) => this.#prefer(a, b))
			.flatMap((found) => {
				const slot = this.#forms.ownerOf(found.form);
				const [entry, spelling] = [this.#entries[slot], this.#spellings[found.form]];
				return entry && spelling
					? [{ slot, entry, spelling, form: this.#forms.textOf(found.form), shared: found.shared }]
					: [];
			});
	}

	/** The likeliest spelling of each near entity. */
	#rated(query: Sought, accepts: ((slot: number) => boolean) | undefined): Iterable<Rated> {
		const near = this.#near(query.form, TYPED, accepts);
		const likenesses = rate(query, near, (word) => this.rarity(word));
		const best = new Map<number, Rated>();
		near.forEach(({ slot, entry, spelling }, at) => {
			const likeness = likenesses[at];
			const before = best.get(slot);
			if (!likeness || likeness.score < LEAST) return;
			const rated = { entry, spelling, ...likeness, score: Math.round(likeness.score * 100) / 100 };
			if (!before || better(rated, before) < 0) best.set(slot, rated);
		});
		return best.values();
	}

	#prefer(a: number, b: number): number {
		const [first, second] = [this.#entries[a], this.#entries[b]];
		return first && second ? preferred(first, second) : 0;
	}
}

/** An empty index. */
export const createNameIndex = (): NameIndex => new Names();
