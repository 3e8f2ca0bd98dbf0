/**
 * The records of a notebook as plain data: the journal (changes and claims, J1) and the projections kept from it.
 * Knows nothing of storage, names' keys or operations; rules live in the modules beside it (SPEC.md lists them by id).
 */

/** UUIDv7, lower case. */
export type Id = string;
/** `${change id}.${index}`. A *version* is the id of the claim that brought a value in (J1). */
export type ClaimId = string;
/** Hybrid logical clock stamp, sortable as text (see clock.ts). */
export type Hlc = string;

/** Who writes (P1): the person, or an agent by the name under which the person approved it. */
export type Who = 'person' | `agent:${string}`;
/** Whence a claim is (P2): the person said so, seen or done, inferred, or read from a file. */
export type Origin = 'user' | 'action' | 'agent' | 'import';
/** 3 the person's own hand; 2 `user` and `action` of an agent; 1 agents and imports (P2). */
export type Standing = 1 | 2 | 3;

export const DEFAULT_CHANNEL = 'default';

export type SubjectKind = 'entity' | 'fact' | 'slot' | 'edge' | 'note' | 'channel' | 'pair';
/**
 * `e:ENTITY:` · `f:HOME:FACT` · `s:ENTITY:attribute-key` · `r:SOURCE:TARGET:relation_key` · `n:NOTE:` · `c:channels:CHANNEL` ·
 * `d:LOW:HIGH`, a pair of entities, the lesser id first.
 * The second part is the *shelf*: what is stored and read together.
 */
export type SubjectKey = string;

/** An entity as a claim names it; id, name and type travel with every claim so that an entity lives while one names it (J4). */
export interface EntityRef {
	id: Id;
	name: string;
	type: string | null;
}

export interface Mention extends EntityRef {
	/** Free text; the reserved role `subject` marks whom the fact is about (F1). */
	role: string;
}

/** What every assertion may carry. Confidence, importance, strength: 0–1, three decimals. */
interface Asserted {
	confidence: number;
	origin: Origin;
	source?: string;
	/** Note the assertion derives from. */
	note?: Id;
	/** When it was so said, if that is not when it was written here (import; ms since epoch). */
	at?: number;
}

export type ClaimBody =
	| {
			verb: 'create';
			channel: Id;
			name: string;
			type: string | null;
			description?: string;
			mentioned?: true;
			at?: number;
	  }
	| { verb: 'rename'; name: string }
	| { verb: 'retype'; type: string | null }
	| { verb: 'describe'; description: string | null }
	| { verb: 'alias'; alias: string }
	| { verb: 'unalias'; alias: string }
	| { verb: 'remove' }
	| ({
			verb: 'state-fact';
			content: string;
			mentions: Mention[];
			importance?: number;
			valid_from?: number;
			valid_until?: number;
	  } & Asserted)
	| ({ verb: 'confirm-fact' } & Asserted)
	| { verb: 'weigh'; importance: number | null }
	/** Whom it names besides: found in its words later (N6, mentions). */
	| { verb: 'mention'; mentions: Mention[] }
	| { verb: 'end'; until: number }
	| { verb: 'retract'; reason?: string }
	| { verb: 'replace'; by: Id }
	| ({
			verb: 'set';
			entity: EntityRef;
			attribute: string;
			value: string;
			freshness?: Freshness;
			/** The writer named the current version itself (S7). */
			named?: true;
			/** The writer's grant is "ask me" (S4). */
			asks?: true;
	  } & Asserted)
	| ({ verb: 'add'; entity: EntityRef; attribute: string; value: string; asks?: true } & Asserted)
	| { verb: 'drop'; value: string; saw: ClaimId[] }
	| { verb: 'resolve'; contender: ClaimId; take: 'accept' | 'reject' | 'both'; value: Contended }
	| ({
			verb: 'relate';
			source_ref: EntityRef;
			target_ref: EntityRef;
			relation: string;
			strength?: number;
			context?: string;
			valid_from?: number;
			valid_until?: number;
	  } & Asserted)
	| { verb: 'write-note'; title?: string; text: string; note_kind: NoteKind; channel: Id; mentions?: EntityRef[] }
	| { verb: 'name-channel'; name: string }
	/** N6: the two rows of the pair are the same; `despite`: marks to the contrary that the writer knew of. */
	| { verb: 'merge'; despite?: ClaimId[] }
	| { verb: 'unmerge'; declaration: ClaimId }
	| { verb: 'distinct' };

export type Verb = ClaimBody['verb'];
export type NoteKind = 'page' | 'daily' | 'capture' | 'import';
export type Freshness = 'evergreen' | 'slow' | 'volatile';

/** What a resolve repeats of the contender it saw, so that accepting works wherever that claim has gone since (S6). */
export interface Contended {
	value: string;
	adds?: true;
}

/** One statement about one subject (J1). A husk (J5) has lost its body for ever. */
export interface Claim {
	subject: SubjectKey;
	/** The subject's claims that were last in the writer's store. */
	after: ClaimId[];
	/** The version the writer says it replaces. */
	over?: ClaimId;
	body: ClaimBody | null;
}

/** One call (J1). Immutable but for J5. Claim i has the id `${id}.${i}`. */
/** Not by the writer's own hand in the app: from a script of the page, from a file, or an agent's call that the person approved (P1, P3). */
export const vias = ['script', 'import', 'approval'] as const;
export type Via = (typeof vias)[number];

export interface Change {
	id: Id;
	hlc: Hlc;
	who: Who;
	via?: Via;
	session: Id;
	operation: string;
	idempotency_key?: string;
	/** Digest of the arguments, kept with the key (J6). */
	arguments_hash?: string;
	/** What the call answered (J1). Never an input of a replay (J3). */
	receipt: unknown;
	claims: Claim[];
	/** Ids of the changes it takes back (J4). */
	undoes?: Id[];
	/** Claims it empties (J5). */
	forgets?: ClaimId[];
}

/** A claim with what its change says of it: the input of every fold. */
export interface Entry {
	id: ClaimId;
	change: Id;
	hlc: Hlc;
	/** ms since epoch, of the hlc. */
	at: number;
	who: Who;
	via?: Via;
	session: Id;
	subject: SubjectKey;
	after: ClaimId[];
	over?: ClaimId;
	body: ClaimBody;
}

/* ---- projections (caches of the replay, J7) ---- */

export interface EntityState {
	channel: Id;
	name: string;
	type: string | null;
	description?: string;
	aliases: string[];
	/** ms since epoch. */
	created: number;
	updated: number;
	/** In the Trash (E5). */
	removed?: true;
	/** Nobody has said anything of it: it is only an end or a mention (E2). Of the row's own claims alone; facts and values are looked at on reading. */
	mentioned?: true;
	/** Its own claims are undone; it lives because others name it (J4). */
	ghost?: true;
}

export type FactStatus = 'current' | 'superseded' | 'retracted' | 'ended' | 'removed';

/** Who said a thing, when, and from where. */
export interface Support {
	id: ClaimId;
	who: Who;
	via?: Via;
	session: Id;
	origin: Origin;
	at: number;
	source?: string;
	note?: Id;
}

export interface FactState {
	content: string;
	mentions: { id: Id; role: string }[];
	confidence: number;
	importance?: number;
	valid_from?: number;
	valid_until?: number;
	status: FactStatus;
	/** Still named when that one is undone or forgotten, and this one current again (J3). */
	replaced_by?: Id;
	/** Called wrong: when, and by whom (F6). */
	retracted?: { at: number; by: Who };
	/** Called wrong and said again since by somebody who may not revive it: waits in Review (F6). */
	restated?: Support;
	/** First the one who stated it, then who confirmed it (F5). */
	support: Support[];
}

/** A value as somebody brought it in. */
export interface Version extends Support {
	value: string;
	confidence: number;
	standing: Standing;
	/** ms; moved by confirming (S3). */
	last_confirmed: number;
	/** Who else said so. */
	confirmed_by: Support[];
}

/** `merged`: it stood at another row of the same thing (N6), and its writer knew nothing of this one. */
export type ContenderWhy = 'weaker' | 'outdated' | 'echo' | 'rejected_before' | 'ask_me' | 'addition' | 'merged';

export interface Contender extends Version {
	why: ContenderWhy;
	/** A parked addition: accepting it adds (S8). */
	adds?: true;
}

export interface Member extends Version {
	/** The adds that hold it up; a removal names those it saw (S8). */
	adds: ClaimId[];
}

/** A slot as replayed (S1–S8). EMPTY: `single` with `current` null, or `set` without members. */
export interface SlotState {
	attribute: string;
	kind: 'single' | 'set';
	current: Version | null;
	members: Member[];
	removed: { value: string; at: number }[];
	contender: Contender | null;
	freshness: Freshness;
	/** Text keys of values it held once (S7). */
	held: string[];
	/** Text keys of values called wrong: rejected or retracted (S7). */
	wrong: string[];
}

export interface EdgeState {
	target: Id;
	relation: string;
	confidence: number;
	strength?: number;
	/** Newest first; the first is shown (E1). */
	contexts: string[];
	valid_from?: number;
	valid_until?: number;
	status: 'current' | 'retracted' | 'ended' | 'removed';
	support: Support[];
}

export interface NoteState {
	channel: Id;
	title?: string;
	text: string;
	kind: NoteKind;
	created: number;
	updated: number;
	by: Who;
	mentions: Id[];
	removed?: true;
	/** Two texts that did not see each other. */
	forked?: true;
}

export interface ChannelState {
	name: string;
}

/** Somebody's word about a pair of rows (N6); `id` is what an unmerge names. */
export interface Declaration {
	id: ClaimId;
	hlc: Hlc;
	who: Who;
	/** ms since epoch */
	at: number;
	/** Marks that it knew of. */
	despite?: ClaimId[];
}

/** What stands at a pair of rows: that they are the same, that they are not. What follows is for `family.ts` to say. */
export interface PairState {
	/** The row of the greater id. */
	other: Id;
	merges: Declaration[];
	marks: Declaration[];
}

export type StateOf = {
	entity: EntityState;
	fact: FactState;
	slot: SlotState;
	edge: EdgeState;
	note: NoteState;
	channel: ChannelState;
	pair: PairState;
};
export type AnyState = StateOf[SubjectKind];

/** A subject on its shelf: the order of its claims and the cached projection (J7). */
export interface Row<S extends AnyState = AnyState> {
	/** Claim ids in the order J3. */
	log: ClaimId[];
	/** Last claims, when they are not just the last of `log` (two writers apart). */
	heads?: ClaimId[];
	/** null: no effective claim. */
	state: S | null;
}

/** Where an entity stands among rows that somebody spoke of as the same or not the same. */
export interface Kin {
	/** All other rows of its family, sorted. */
	same: Id[];
	/** Rows on whose shelves lie pairs that this one belongs to, sorted. */
	pairs: Id[];
}

/** What is stored and read together: an entity with its slots, the facts that are at home with it and its outgoing edges; or a note; or the channels. */
export interface Shelf {
	id: Id;
	kind: 'entity' | 'note' | 'channels';
	/** Look-up keys of a living entity (N2): exact and fold keys of its name and aliases. */
	keys: string[];
	/** Ids of other entities that rows here name. */
	links: Id[];
	/** What follows from declarations here and elsewhere (N6), when there are any: a cache (J7) like `keys` and `links`. */
	kin?: Kin;
	/** By subject key without the shelf: `e`, `s:attribute-key`, `f:FACT`, `r:TARGET:relation_key`, `n`, `c:ID`. */
	rows: Record<string, Row>;
}
