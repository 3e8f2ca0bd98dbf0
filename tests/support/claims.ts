/** Claims about one subject told one after the other, and what replay makes of them: folds under test without a store. */
import { formatHlc } from '../../src/lib/domain/clock';
import type {
	ClaimBody,
	ClaimId,
	EntityRef,
	Entry,
	Origin,
	SlotState,
	StateOf,
	SubjectKind,
	Who
} from '../../src/lib/domain/model';
import { orderClaims, replay, type ReplayClaim } from '../../src/lib/domain/replay';
import type { Trace, VersionStatus } from '../../src/lib/domain/slot';

export interface Told {
	who?: Who;
	via?: 'script' | 'import';
	session?: string;
	/** ms since epoch; else a minute after the last. */
	at?: number;
	/** What it had seen; else all that was told. */
	after?: ClaimId[];
	/** null: it names no version; else the one current in what was told. */
	over?: ClaimId | null;
	/** Undone (J4). */
	undone?: true;
}

export const MINUTE = 60_000;
export const ada: EntityRef = { id: 'ada', name: 'Ada', type: 'person' };
export const bo: EntityRef = { id: 'bo', name: 'Bo', type: null };

const subjects: Record<SubjectKind, string> = {
	entity: 'e:ada:',
	fact: 'f:ada:fact',
	slot: 's:ada:home-town',
	edge: 'r:ada:bo:knows',
	note: 'n:note:',
	channel: 'c:channels:work',
	pair: 'd:ada:bo'
};

export class Telling<K extends SubjectKind> {
	claims: ReplayClaim[] = [];
	#at = MINUTE;

	constructor(readonly kind: K) {}

	say(body: ClaimBody, told: Told = {}): ClaimId {
		const id = `c${String(this.claims.length + 1).padStart(2, '0')}.0`;
		const { who = 'person', via, session = 'session', after = this.heads(), undone } = told;
		this.#at = told.at ?? this.#at + MINUTE;
		const over = told.over === undefined ? this.#current() : (told.over ?? undefined);
		const hlc = formatHlc({ ms: this.#at, counter: 0 }, 'test');
		const entry: Entry = {
			id,
			change: id.slice(0, -2),
			hlc,
			at: this.#at,
			who,
			...(via && { via }),
			session,
			subject: subjects[this.kind],
			after,
			...(over !== undefined && { over }),
			body
		};
		this.claims.push({ id, hlc, after, ...(over !== undefined && { over }), entry, effective: !undone });
		return id;
	}

	undo(id: ClaimId): void {
		this.claims = this.claims.map((claim) => (claim.id === id ? { ...claim, effective: false } : claim));
	}

	/** As if it had been forgotten (J5). */
	empty(id: ClaimId): void {
		this.claims = this.claims.map(({ entry, ...claim }) => (claim.id === id || !entry ? claim : { ...claim, entry }));
	}

	heads(): ClaimId[] {
		return replay(this.kind, this.claims).heads;
	}

	/** What it has come to, if anything stands. */
	get standing(): StateOf[K] | null {
		return replay(this.kind, this.claims).state as StateOf[K] | null; // the kind says so
	}

	/** What it has come to. Throws when nothing stands. */
	get state(): StateOf[K] {
		const { standing } = this;
		if (!standing) throw new Error('nothing stands');
		return standing;
	}

	get order(): ClaimId[] {
		return orderClaims(this.claims).map(({ id }) => id);
	}

	/** What became of each version of a slot. */
	turns(): Record<ClaimId, VersionStatus> {
		const turns: Record<ClaimId, VersionStatus> = {};
		const trace: Trace = (version, { status }) => {
			turns[version] = status;
		};
		replay(this.kind, this.claims, trace);
		return turns;
	}

	#current(): ClaimId | undefined {
		if (this.kind !== 'slot') return undefined;
		return (replay('slot', this.claims).state as SlotState | null)?.current?.id;
	}
}

/** A slot being told of: `home town` of Ada. */
export class SlotTelling extends Telling<'slot'> {
	constructor() {
		super('slot');
	}

	set(value: string, told: Told & { confidence?: number; origin?: Origin; named?: true; asks?: true } = {}): ClaimId {
		return this.say({ verb: 'set', entity: ada, attribute: 'home town', value, ...assertion(told) }, told);
	}

	add(value: string, told: Told & { confidence?: number; origin?: Origin; asks?: true } = {}): ClaimId {
		return this.say(
			{ verb: 'add', entity: ada, attribute: 'home town', value, ...assertion(told) },
			{ over: null, ...told }
		);
	}

	drop(value: string, told: Told & { saw?: ClaimId[] } = {}): ClaimId {
		const saw = told.saw ?? this.state.members.find((member) => member.value === value)?.adds ?? [];
		return this.say({ verb: 'drop', value, saw }, { over: null, ...told });
	}

	resolve(take: 'accept' | 'reject' | 'both', told: Told & { contender?: ClaimId; value?: string } = {}): ClaimId {
		const rival = this.standing?.contender;
		const contender = told.contender ?? rival?.id ?? '';
		const value = { value: told.value ?? rival?.value ?? '', ...(rival?.adds && { adds: true as const }) };
		return this.say({ verb: 'resolve', contender, take, value }, { over: null, ...told });
	}

	end(told: Told = {}): ClaimId {
		return this.say({ verb: 'end', until: 0 }, told);
	}

	retract(told: Told = {}): ClaimId {
		return this.say({ verb: 'retract' }, told);
	}

	get current(): string | null {
		return this.state.current?.value ?? null;
	}

	get members(): string[] {
		return this.state.members.map(({ value }) => value);
	}

	/** "value (why)" of what contends. */
	get contender(): string | null {
		const rival = this.state.contender;
		return rival && `${rival.value} (${rival.why})`;
	}
}

function assertion(told: Told & { confidence?: number; origin?: Origin; named?: true; asks?: true }) {
	const { who = 'person', via, confidence, origin, named, asks } = told;
	return {
		confidence: confidence ?? (who === 'person' ? 1 : 0.8),
		origin: origin ?? (via === 'import' ? 'import' : who === 'person' ? 'user' : 'agent'),
		...(named && { named }),
		...(asks && { asks })
	};
}

export const bot: Told = { who: 'agent:Bot' };
export const other: Told = { who: 'agent:Other' };
export const imported: Told = { via: 'import' };
