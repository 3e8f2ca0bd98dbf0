/**
 * One call that writes (J1, J2): claims made one after the other, each applied to the projections as it is made, so that what follows
 * in the same call sees it and what the call answers is read from the replay (J3). Committed whole, or not at all.
 */
import {
	DEFAULT_CHANNEL,
	type Change,
	type Claim,
	type ClaimBody,
	type ClaimId,
	type EntityRef,
	type EntityState,
	type Entry,
	type Id,
	type Row,
	type Shelf,
	type SlotState,
	type SubjectKey,
	type Via
} from '../domain/model';
import { append, entryOf, rowHeads } from '../domain/replay';
import { meansThePerson, pickForWriting, queryKeys, type Stage, type WritePick } from '../domain/resolve';
import { refuse } from '../domain/result';
import { ofUnion } from '../domain/slot';
import { entitySubject, slotLocal, slotSubject, subjectParts } from '../domain/subject';
import type { StoreWriter } from '../store/store';
import type { Caller } from './caller';
import type { Tools } from './env';
import { Bench, shelfKindOf } from './bench';
import { commitChange } from './journal';
import { JournalView } from './journal-view';
import { nameThePerson, personRow } from './person';
import { entityOf, isLiving, namedRow, type ShelfRow } from './shelves';
import { exactKey } from '../domain/name';

/** How a name was found or made (N8), for the receipt. */
export interface Resolved {
	ref: EntityRef;
	matched_by: Stage | 'created';
	/** Other rows of the name, or near ones that were not joined. */
	others: ShelfRow[];
}

export interface WriterOptions {
	operation: string;
	caller: Caller;
	channel: Id;
	idempotency_key?: string;
	arguments_hash?: string;
	via?: Via;
}

export class Writer {
	readonly bench: Bench;
	readonly change: Omit<Change, 'receipt'> & { receipt: unknown };
	readonly now: number;
	/** Texts and ids that this change forgets for good (J5). */
	readonly unsaid: string[] = [];
	#created: Id[] = [];

	constructor(
		readonly tx: StoreWriter,
		readonly tools: Tools,
		readonly options: WriterOptions
	) {
		this.bench = new Bench(tx);
		this.now = tools.env.now();
		const { caller, operation, idempotency_key, arguments_hash } = options;
		const via = options.via ?? caller.via;
		this.change = {
			id: tools.newId(),
			hlc: tools.clock.tick(this.now),
			who: caller.who,
			...(via && { via }),
			session: caller.session,
			operation,
			...(idempotency_key !== undefined && { idempotency_key }),
			...(arguments_hash !== undefined && { arguments_hash }),
			receipt: null,
			claims: []
		};
	}

	get who() {
		return this.change.who;
	}

	get created(): readonly Id[] {
		return this.#created;
	}

	/** Says one thing about one subject, after what is last here (J1). Returns the claim's id. */
	async claim(subject: SubjectKey, body: ClaimBody, over?: ClaimId): Promise<ClaimId> {
		const { kind, home, local } = subjectParts(subject);
		await this.bench.fetch([home]);
		if (kind === 'entity' && body.verb !== 'create') this.#raise(home);
		const row = this.bench.get(home)?.rows[local];
		const entry = this.#push(subject, row, body, over);
		const next = append(kind, row, entry) ?? (await this.#replay(local, row, entry));
		this.bench.setRow(home, shelfKindOf(subject), local, next);
		return entry.id;
	}

	/**
	 * As `claim`, when the shelf has been fetched or made in this call and nothing older is named: an import says a hundred thousand things.
	 * @param over of a value: the version that stands there
	 */
	say(subject: SubjectKey, body: ClaimBody, over?: ClaimId): ClaimId {
		const { kind, home, local } = subjectParts(subject);
		const row = this.bench.get(home)?.rows[local];
		const entry = this.#push(subject, row, body, over);
		const next = append(kind, row, entry); // it saw all heads, so it sorts last (J7)
		if (!next) throw new Error(`a claim of this call did not sort last: ${subject}`);
		this.bench.setRow(home, shelfKindOf(subject), local, next);
		return entry.id;
	}

	#push(subject: SubjectKey, row: Row | undefined, body: ClaimBody, over?: ClaimId): Entry {
		const claim: Claim = { subject, after: rowHeads(row), ...(over !== undefined && { over }), body };
		const entry = entryOf(this.change, this.change.claims.push(claim) - 1);
		if (!entry) throw new Error('a claim without a body');
		return entry;
	}

	/** It names a version that is not the one there, perhaps one that was undone (J4). */
	#replay(local: string, row: Row | undefined, entry: Entry): Promise<Row> {
		return this.#view().replayRow(local, [...(row?.log ?? []), entry.id]);
	}

	/** The journal with what this call has said so far. */
	#view(): JournalView {
		const view = new JournalView(this.tx);
		const { claims, ...head } = this.change;
		view.include({ ...head, gist: { entities: [], lines: [], counts: {} } }, claims);
		return view;
	}

	/** What lives only because others name it has no claims of its own that stand: it is made before more is said of it (J4). */
	#raise(id: Id): void {
		const state = entityOf(this.bench.get(id));
		if (!state?.ghost) return;
		const { channel, name, type } = state;
		this.say(entitySubject(id), { verb: 'create', channel, name, type, mentioned: true });
	}

	/** Living rows declared the same as one, itself first (N6). */
	async kin(id: Id): Promise<Shelf[]> {
		await this.bench.fetch([id]);
		const same = this.bench.get(id)?.kin?.same ?? [];
		await this.bench.fetch(same);
		return [id, ...same]
			.map((each) => this.bench.get(each))
			.filter((shelf): shelf is Shelf => isLiving(entityOf(shelf)));
	}

	/** A slot as it stands in this transaction; of what is declared the same, the replay of the union of their claims (N6). */
	async slot(id: Id, key: string): Promise<SlotState | null> {
		const local = slotLocal(key);
		const rows = (await this.kin(id)).map(({ rows: all }) => all[local]).filter((row) => row !== undefined);
		const [first] = rows;
		if (!first || rows.length === 1) return (first?.state as SlotState | undefined) ?? null;
		const logs = rows.map(({ log }) => log);
		const united = await this.#view().replayRow(local, logs.flat());
		return ofUnion(united.state as SlotState | null, logs); // the key tells the kind
	}

	/** The slot that a version lies in, among those of what is declared the same: what is said of the version is said there. */
	async slotHolding(id: Id, key: string, version: ClaimId): Promise<SubjectKey> {
		const holder = (await this.kin(id)).find(({ rows }) => rows[slotLocal(key)]?.log.includes(version));
		return slotSubject(holder?.id ?? id, key);
	}

	/** Living rows of a channel under a name, those made in this very call included. */
	async rowsNamed(name: string, channel = this.options.channel): Promise<ShelfRow[]> {
		const keys = queryKeys(name);
		const stored = keys.length ? await this.tx.shelvesByKeys(keys) : [];
		const shelves = new Map(stored.map((shelf) => [shelf.id, this.bench.get(shelf.id) ?? this.bench.hold(shelf)]));
		for (const { shelf } of this.bench.touched.values()) if (entityOf(shelf)) shelves.set(shelf.id, shelf);
		return [...shelves.values()]
			.map((shelf) => namedRow(shelf, this.now))
			.filter((row): row is ShelfRow => row?.state.channel === channel);
	}

	/** N8: the row a write means. Never makes one. */
	async pick(name: string, type: string | null): Promise<WritePick<ShelfRow>> {
		const rows = await this.rowsNamed(name);
		if (!this.meansThePerson(name)) return pickForWriting(rows, name, type);
		const row = await personRow(this);
		if (!row) return { create: true, others: rows };
		const matched_by = exactKey(row.state.name) === exactKey(name) ? 'exact' : 'alias';
		return { row, matched_by, others: rows.filter(({ id }) => id !== row.id) };
	}

	/** N10: in the default channel some names are the person's own. */
	meansThePerson(name: string): boolean {
		return this.options.channel === DEFAULT_CHANNEL && meansThePerson(name);
	}

	/** N8, E2: the row a write means, made when there is none. `known` false: only an end or a mention. */
	async entity(name: string, type: string | null, known: boolean): Promise<Resolved> {
		const pick = await this.pick(name, type);
		if ('ambiguous' in pick) throw ambiguous(name, pick.ambiguous);
		if ('create' in pick)
			return { ref: await this.create(name, type, known), matched_by: 'created', others: pick.others };
		const { row } = pick;
		if (this.meansThePerson(name)) await nameThePerson(this, row.id);
		const lacksType = type !== null && row.state.type === null;
		if (lacksType || (known && row.state.mentioned))
			await this.claim(entitySubject(row.id), {
				verb: 'create',
				channel: row.state.channel,
				name: row.state.name,
				type: row.state.type ?? type,
				...(!known && row.state.mentioned && { mentioned: true as const })
			});
		return { ref: this.ref(row.id), matched_by: pick.matched_by, others: pick.others };
	}

	/** A new row; a name that means the person makes the person's own (N10). */
	async create(
		name: string,
		type: string | null,
		known: boolean,
		more: { description?: string; at?: number } = {}
	): Promise<EntityRef> {
		const id = this.tools.newId();
		const person = this.meansThePerson(name);
		this.bench.fresh.add(id);
		await this.claim(entitySubject(id), {
			verb: 'create',
			channel: this.options.channel,
			name: person ? 'User' : name,
			type: type ?? (person ? 'person' : null),
			...more,
			...(!known && !person && { mentioned: true as const })
		});
		if (person) await nameThePerson(this, id);
		this.#created.push(id);
		return this.ref(id);
	}

	/** The entity as claims name it now. */
	ref(id: Id): EntityRef {
		const state = this.living(id);
		return { id, name: state.name, type: state.type };
	}

	living(id: Id): EntityState {
		const state = entityOf(this.bench.get(id));
		if (!isLiving(state))
			throw refuse('not_found', `No entity has the id "${id}".`, 'Find it by name with find_entities.');
		return state;
	}

	/** Whether the call said anything: a call that did not leaves no change. */
	get isEmpty(): boolean {
		return this.change.claims.length === 0 && !this.change.undoes?.length && !this.change.forgets?.length;
	}

	async commit(receipt: unknown): Promise<void> {
		this.change.receipt = receipt;
		await commitChange(this.tx, this.bench, this.change, true);
	}
}

export const ambiguous = (name: string, rows: readonly ShelfRow[]) =>
	refuse(
		'ambiguous_name',
		`"${name}" could mean ${String(rows.length)} things.`,
		'Call again with entity_id of the one that is meant, or with its type.',
		{ rows: rows.map(({ id, state }) => ({ entity_id: id, name: state.name, type: state.type })) }
	);
