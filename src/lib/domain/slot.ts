/** Slots (S1–S8): what one claim does to a slot as replayed so far. Pure; refusals and caps are the writer's, never the fold's (S8). */
import type { ClaimBody, ClaimId, Contender, ContenderWhy, Entry, Member, SlotState, Version } from './model';
import { textKey } from './name';
import { confirmedConfidence, standingOf, supportOf, thousandths } from './standing';

type SetBody = Extract<ClaimBody, { verb: 'set' }>;
type AddBody = Extract<ClaimBody, { verb: 'add' }>;
type ResolveBody = Extract<ClaimBody, { verb: 'resolve' }>;

export type VersionStatus =
	'current' | 'contested' | 'superseded' | 'rejected' | 'retracted' | 'ended' | 'removed' | 'confirmed' | 'undone';

/** Told of every turn a version takes, for `memory_history`. */
export type Trace = (version: ClaimId, turn: { status: VersionStatus; replaced_by?: ClaimId; why?: string }) => void;

const LOOKS_LIKE_A_NUMBER = /^[$€£]?[+-]?\d/;

export const emptySlot = (attribute: string): SlotState => ({
	attribute,
	kind: 'single',
	current: null,
	members: [],
	removed: [],
	contender: null,
	freshness: 'evergreen',
	held: [],
	wrong: []
});

/** S2: nothing stands here (there may be a contender). */
export const isEmpty = (slot: SlotState): boolean => slot.current === null && slot.members.length === 0;

export const sameValue = (a: string, b: string): boolean => textKey(a) === textKey(b);

/** The version a writer sees: of the value, or none for a set. */
export const currentVersion = (slot: SlotState | null | undefined): ClaimId | undefined => slot?.current?.id;

const without = (list: string[], key: string): string[] => list.filter((each) => each !== key);
const withKey = (list: string[], key: string): string[] => (list.includes(key) ? list : [...list, key]);

function versionOf(entry: Entry, body: SetBody | AddBody): Version {
	const support = supportOf(entry, body);
	return {
		...support,
		value: body.value,
		confidence: thousandths(body.confidence),
		standing: standingOf(entry.who, entry.via, body.origin),
		last_confirmed: support.at,
		confirmed_by: []
	};
}

/** S3. The first wording stays; a person's wording replaces it. */
function confirm<V extends Version>(version: V, by: Version): V {
	return {
		...version,
		value: by.who === 'person' && by.standing === 3 ? by.value : version.value,
		confidence: confirmedConfidence(version.confidence, by.confidence, by.who),
		standing: by.standing > version.standing ? by.standing : version.standing,
		last_confirmed: Math.max(version.last_confirmed, by.last_confirmed),
		confirmed_by: [...version.confirmed_by, by].map(({ id, who, via, session, origin, at, source, note }) => ({
			id,
			who,
			...(via && { via }),
			session,
			origin,
			at,
			...(source !== undefined && { source }),
			...(note !== undefined && { note })
		}))
	};
}

/** S5: one contender. The same value confirms it; at least its standing replaces it; weaker goes to history alone. */
function park(slot: SlotState, version: Version, why: ContenderWhy, adds: boolean, trace?: Trace): SlotState {
	const rival = slot.contender;
	const shownOften = slot.wrong.filter((key) => key === textKey(version.value)).length > 1;
	if (why === 'rejected_before' && shownOften) {
		trace?.(version.id, { status: 'rejected', why }); // S7: shown in Review once
		return slot;
	}
	if (rival && sameValue(rival.value, version.value)) {
		trace?.(version.id, { status: 'confirmed', replaced_by: rival.id });
		return { ...slot, contender: confirm(rival, version) };
	}
	if (rival && version.standing < rival.standing) {
		trace?.(version.id, { status: 'superseded', replaced_by: rival.id, why: 'weaker' });
		return slot;
	}
	if (rival) trace?.(rival.id, { status: 'superseded', replaced_by: version.id, why: rival.why });
	trace?.(version.id, { status: 'contested', why });
	const contender: Contender = { ...version, why, ...(adds && { adds: true as const }) };
	return { ...slot, contender };
}

const clearRival = (slot: SlotState, value: string): Contender | null =>
	slot.contender && sameValue(slot.contender.value, value) ? null : slot.contender;

/** Makes a version the current value; what stood there is held in memory (S7). */
function install(slot: SlotState, version: Version, trace?: Trace): SlotState {
	const old = slot.current;
	if (old) trace?.(old.id, { status: 'superseded', replaced_by: version.id });
	if (slot.contender && slot.contender.id !== version.id && !clearRival(slot, version.value))
		trace?.(slot.contender.id, { status: 'superseded', replaced_by: version.id });
	trace?.(version.id, { status: 'current' });
	return {
		...slot,
		kind: 'single',
		current: version,
		members: [],
		contender: clearRival(slot, version.value),
		held: old ? withKey(slot.held, textKey(old.value)) : slot.held,
		wrong: without(slot.wrong, textKey(version.value))
	};
}

/** S4 and S7 for a slot that holds one value: what keeps this version from becoming current, or null. */
function obstacle(
	slot: SlotState,
	current: Version,
	version: Version,
	entry: Entry,
	body: SetBody
): ContenderWhy | null {
	const key = textKey(version.value);
	const person = version.who === 'person' && version.standing === 3;
	if (!person && slot.wrong.includes(key)) return 'rejected_before';
	const namesCurrent = body.named === true && entry.over === current.id;
	if (slot.held.includes(key) && !person && !namesCurrent) return 'echo';
	if (body.asks) return 'ask_me';
	if (entry.over !== current.id) return 'outdated';
	const outranks = version.standing >= current.standing && version.confidence >= thousandths(current.confidence - 0.15);
	return outranks ? null : 'weaker';
}

function applySet(slot: SlotState, entry: Entry, body: SetBody, trace?: Trace): SlotState {
	if (slot.members.length) return applyAdd(slot, entry, { ...body, verb: 'add' }, trace); // S8: in a union it counts as an addition
	const version = versionOf(entry, body);
	const fresh = body.freshness ? { ...slot, freshness: body.freshness } : slot;
	const current = fresh.current;
	if (!current) {
		const wrong = version.standing < 3 && fresh.wrong.includes(textKey(version.value));
		if (wrong) return park(fresh, version, 'rejected_before', false, trace);
		return body.asks ? park(fresh, version, 'ask_me', false, trace) : install(fresh, version, trace);
	}
	if (sameValue(current.value, version.value)) {
		trace?.(version.id, { status: 'confirmed', replaced_by: current.id });
		return { ...fresh, current: confirm(current, version) };
	}
	const why = obstacle(fresh, current, version, entry, body);
	if (why) return park(fresh, version, why, false, trace);
	return install(fresh, version, trace);
}

const memberOf = (version: Version): Member => ({ ...version, adds: [version.id] });

function insertMember(slot: SlotState, version: Version, trace?: Trace): SlotState {
	const at = slot.members.findIndex((member) => sameValue(member.value, version.value));
	const known = slot.members[at];
	const contender = clearRival(slot, version.value);
	if (known) {
		trace?.(version.id, { status: 'confirmed', replaced_by: known.id });
		const confirmed = { ...confirm(known, version), adds: [...known.adds, version.id] };
		return { ...slot, contender, members: slot.members.with(at, confirmed) };
	}
	trace?.(version.id, { status: 'current' });
	return {
		...slot,
		kind: 'set',
		contender,
		members: [...slot.members, memberOf(version)],
		removed: slot.removed.filter((each) => !sameValue(each.value, version.value)),
		wrong: without(slot.wrong, textKey(version.value))
	};
}

/** S8: a single value becomes the set's first member. */
const asSet = (slot: SlotState): SlotState =>
	slot.current ? { ...slot, kind: 'set', current: null, members: [memberOf(slot.current)] } : { ...slot, kind: 'set' };

function applyAdd(slot: SlotState, entry: Entry, body: AddBody, trace?: Trace): SlotState {
	const version = versionOf(entry, body);
	if (version.standing < 3 && slot.wrong.includes(textKey(version.value)))
		return park(slot, version, 'rejected_before', true, trace);
	if (body.asks) return park(slot, version, 'ask_me', true, trace);
	const current = slot.current;
	if (!current) return insertMember(asSet(slot), version, trace);
	if (sameValue(current.value, version.value)) {
		trace?.(version.id, { status: 'confirmed', replaced_by: current.id });
		return { ...slot, current: confirm(current, version) };
	}
	const mayOpen = version.standing >= current.standing && !LOOKS_LIKE_A_NUMBER.test(current.value);
	return mayOpen ? insertMember(asSet(slot), version, trace) : park(slot, version, 'addition', true, trace);
}

function applyDrop(slot: SlotState, entry: Entry, value: string, saw: ClaimId[], trace?: Trace): SlotState {
	const at = slot.members.findIndex((member) => sameValue(member.value, value));
	const member = slot.members[at];
	if (!member) return slot;
	const adds = member.adds.filter((add) => !saw.includes(add)); // S8: an add it did not see survives
	if (adds.length) return { ...slot, members: slot.members.with(at, { ...member, adds }) };
	trace?.(member.id, { status: 'removed' });
	return {
		...slot,
		members: slot.members.toSpliced(at, 1),
		removed: [...slot.removed, { value: member.value, at: entry.at }]
	};
}

/** S6. Accepting makes the version current and adds the resolver's own standing; the version keeps its id. */
function applyResolve(slot: SlotState, entry: Entry, body: ResolveBody, trace?: Trace): SlotState {
	const rival = slot.contender?.id === body.contender ? slot.contender : null;
	if (body.take === 'reject') {
		if (!rival) return slot; // acts only on what is still the contender
		trace?.(rival.id, { status: 'rejected' });
		return { ...slot, contender: null, wrong: [...slot.wrong, textKey(rival.value)] };
	}
	const standing = standingOf(entry.who, entry.via, entry.who === 'person' ? 'user' : 'agent');
	const backed = <V extends Version>(version: V): V => ({
		...version,
		standing: standing > version.standing ? standing : version.standing,
		last_confirmed: Math.max(version.last_confirmed, entry.at)
	});
	const isIt = ({ value }: Version): boolean => sameValue(value, body.value.value);
	if (!rival && slot.current && isIt(slot.current)) return { ...slot, current: backed(slot.current) }; // somebody else was first
	if (!rival && slot.members.some(isIt))
		return { ...slot, members: slot.members.map((member) => (isIt(member) ? backed(member) : member)) };
	const version = backed(rival ? stripContender(rival) : replacedContender(entry, body));
	const open: SlotState = rival ? { ...slot, contender: null } : slot;
	const adds = body.take === 'both' || body.value.adds === true || open.members.length > 0;
	return adds && !isEmpty(open) ? insertMember(asSet(open), version, trace) : install(open, version, trace);
}

function stripContender(contender: Contender): Version {
	const { why: _why, adds: _adds, ...version } = contender;
	return version;
}

/** The contender went on before the accept arrived: what the accept repeats of it stands in. */
const replacedContender = (entry: Entry, body: ResolveBody): Version => ({
	id: body.contender,
	who: entry.who,
	session: entry.session,
	origin: entry.who === 'person' ? 'user' : 'agent',
	at: entry.at,
	value: body.value.value,
	confidence: entry.who === 'person' ? 1 : 0.8,
	standing: 1,
	last_confirmed: entry.at,
	confirmed_by: []
});

/** F6 for slots: ended or called wrong, the slot is EMPTY; acts only on the version it names. */
function applyClose(slot: SlotState, entry: Entry, wrong: boolean, trace?: Trace): SlotState {
	const current = slot.current;
	if (!current || entry.over !== current.id) return slot;
	const key = textKey(current.value);
	trace?.(current.id, { status: wrong ? 'retracted' : 'ended' });
	return {
		...slot,
		current: null,
		held: wrong ? slot.held : withKey(slot.held, key),
		wrong: wrong ? [...slot.wrong, key] : slot.wrong
	};
}

/** What one claim does to a slot (S3–S8). Claims of other kinds leave it as it is. */
export function stepSlot(state: SlotState | null, entry: Entry, trace?: Trace): SlotState | null {
	const body = entry.body;
	switch (body.verb) {
		case 'set':
			return applySet(state ?? emptySlot(body.attribute), entry, body, trace);
		case 'add':
			return applyAdd(state ?? emptySlot(body.attribute), entry, body, trace);
		case 'drop':
			return state && applyDrop(state, entry, body.value, body.saw, trace);
		case 'resolve':
			return state && applyResolve(state, entry, body, trace);
		case 'end':
		case 'retract':
			return state && applyClose(state, entry, body.verb === 'retract', trace);
		default:
			return state;
	}
}

/** N6: of several rows' claims replayed as one. What only knew its own row had seen nothing older: it came with the merge. */
export function ofUnion(slot: SlotState | null, logs: readonly (readonly ClaimId[])[]): SlotState | null {
	const { contender, current } = slot ?? {};
	if (!slot || contender?.why !== 'outdated' || !current) return slot;
	const isOfOneRow = logs.some((log) => log.includes(contender.id) && log.includes(current.id));
	return isOfOneRow ? slot : { ...slot, contender: { ...contender, why: 'merged' } };
}
