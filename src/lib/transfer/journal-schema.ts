/**
 * The shape of a change as it may come in from a file: strict, so that nothing but what the folds know gets into the
 * store, and the reason a person can read. Lengths are bounded loosely; the exact limits (L1) held when it was written.
 */
import '../contract/jitless';
import * as z from 'zod';
import { isHlc } from '../domain/clock';
import { vias, type Change, type Claim, type ClaimBody, type SubjectKind, type Verb } from '../domain/model';
import { isWellFormed } from './limits';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const claimForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.(0|[1-9]\d{0,8})$/;
const channelForm = /^[A-Za-z0-9_:-]{1,128}$/;
/** Milliseconds that a Date can hold. */
const LAST_TIME = 8_640_000_000_000_000;

const text = (most: number) =>
	z.string().min(1).max(most).refine(isWellFormed, { error: 'holds half a character (a lone surrogate)' });
const id = z.string().regex(uuid);
const claimId = z.string().regex(claimForm);
const channel = z.string().regex(channelForm);
const name = text(1_000);
const long = text(100_000);
const time = z.number().min(-LAST_TIME).max(LAST_TIME);
const share = z.number().min(0).max(1);
const yes = z.literal(true);
const maybe = z.exactOptional;

const ref = { id, name, type: name.nullable() };
const entityRef = z.strictObject(ref);
const mention = z.strictObject({ ...ref, role: name });
const asserted = {
	confidence: share,
	origin: z.enum(['user', 'action', 'agent', 'import']),
	source: maybe(text(10_000)),
	note: maybe(id),
	at: maybe(time)
};
const valid = { valid_from: maybe(time), valid_until: maybe(time) };

const body = z.discriminatedUnion('verb', [
	z.strictObject({
		verb: z.literal('create'),
		channel,
		name,
		type: name.nullable(),
		description: maybe(long),
		mentioned: maybe(yes),
		at: maybe(time)
	}),
	z.strictObject({ verb: z.literal('rename'), name }),
	z.strictObject({ verb: z.literal('retype'), type: name.nullable() }),
	z.strictObject({ verb: z.literal('describe'), description: long.nullable() }),
	z.strictObject({ verb: z.literal('alias'), alias: name }),
	z.strictObject({ verb: z.literal('unalias'), alias: name }),
	z.strictObject({ verb: z.literal('remove') }),
	z.strictObject({
		verb: z.literal('state-fact'),
		content: long,
		mentions: z.array(mention),
		importance: maybe(share),
		...valid,
		...asserted
	}),
	z.strictObject({ verb: z.literal('confirm-fact'), ...asserted }),
	z.strictObject({ verb: z.literal('weigh'), importance: share.nullable() }),
	z.strictObject({ verb: z.literal('mention'), mentions: z.array(mention) }),
	z.strictObject({ verb: z.literal('end'), until: time }),
	z.strictObject({ verb: z.literal('retract'), reason: maybe(long) }),
	z.strictObject({ verb: z.literal('replace'), by: id }),
	z.strictObject({
		verb: z.literal('set'),
		entity: entityRef,
		attribute: name,
		value: long,
		freshness: maybe(z.enum(['evergreen', 'slow', 'volatile'])),
		named: maybe(yes),
		asks: maybe(yes),
		...asserted
	}),
	z.strictObject({
		verb: z.literal('add'),
		entity: entityRef,
		attribute: name,
		value: long,
		asks: maybe(yes),
		...asserted
	}),
	z.strictObject({ verb: z.literal('drop'), value: long, saw: z.array(claimId) }),
	z.strictObject({
		verb: z.literal('resolve'),
		contender: claimId,
		take: z.enum(['accept', 'reject', 'both']),
		value: z.strictObject({ value: long, adds: maybe(yes) })
	}),
	z.strictObject({
		verb: z.literal('relate'),
		source_ref: entityRef,
		target_ref: entityRef,
		relation: name,
		strength: maybe(share),
		context: maybe(long),
		...valid,
		...asserted
	}),
	z.strictObject({
		verb: z.literal('write-note'),
		title: maybe(long),
		text: text(2_000_000),
		note_kind: z.enum(['page', 'daily', 'capture', 'import']),
		channel,
		mentions: maybe(z.array(entityRef))
	}),
	z.strictObject({ verb: z.literal('name-channel'), name }),
	z.strictObject({ verb: z.literal('merge'), despite: maybe(z.array(claimId)) }),
	z.strictObject({ verb: z.literal('unmerge'), declaration: claimId }),
	z.strictObject({ verb: z.literal('distinct') })
]) satisfies z.ZodType<ClaimBody>;

/** What may be said of what. The record is whole by its type: a verb unknown here does not compile. */
const speakOf: Record<Verb, readonly SubjectKind[]> = {
	create: ['entity'],
	rename: ['entity'],
	retype: ['entity'],
	describe: ['entity'],
	alias: ['entity'],
	unalias: ['entity'],
	remove: ['entity', 'fact', 'slot', 'edge', 'note', 'channel'],
	'state-fact': ['fact'],
	'confirm-fact': ['fact'],
	weigh: ['fact'],
	mention: ['fact'],
	end: ['fact', 'slot', 'edge'],
	retract: ['fact', 'slot', 'edge'],
	replace: ['fact'],
	set: ['slot'],
	add: ['slot'],
	drop: ['slot'],
	resolve: ['slot'],
	relate: ['edge'],
	'write-note': ['note'],
	'name-channel': ['channel'],
	merge: ['pair'],
	unmerge: ['pair'],
	distinct: ['pair']
};

const uuidPart = uuid.source.slice(1, -1);
const subjectForms: Record<SubjectKind, RegExp> = {
	entity: new RegExp(`^e:${uuidPart}:$`),
	fact: new RegExp(`^f:${uuidPart}:${uuidPart}$`),
	slot: new RegExp(`^s:${uuidPart}:.+$`, 'su'),
	edge: new RegExp(`^r:${uuidPart}:${uuidPart}:.+$`, 'su'),
	note: new RegExp(`^n:${uuidPart}:$`),
	channel: /^c:channels:[A-Za-z0-9_:-]{1,128}$/,
	pair: new RegExp(`^d:${uuidPart}:${uuidPart}$`)
};
const kindOf = (subject: string): SubjectKind | undefined =>
	(Object.keys(subjectForms) as SubjectKind[]).find((kind) => subjectForms[kind].test(subject));

/** Claims carry the entities they name (J4): those of a slot or an edge are the subject's own. */
function fits({ subject, body: said }: { subject: string; body: ClaimBody | null }): boolean {
	if (!said) return true;
	const kind = kindOf(subject);
	if (!kind || !speakOf[said.verb].includes(kind)) return false;
	if (said.verb === 'set' || said.verb === 'add') return subject.startsWith(`s:${said.entity.id}:`);
	if (kind === 'pair') return subject.slice(2, 38) < subject.slice(39);
	if (said.verb === 'relate') return subject.startsWith(`r:${said.source_ref.id}:${said.target_ref.id}:`);
	return true;
}

const claim = z
	.strictObject({
		subject: text(10_000).refine((subject) => kindOf(subject) !== undefined, { error: 'names no subject' }),
		after: z.array(claimId),
		over: maybe(claimId),
		body: body.nullable()
	})
	.refine(fits, { error: 'says what cannot be said of its subject' }) satisfies z.ZodType<Claim>;

export const changeSchema = z.strictObject({
	id,
	hlc: z.string().refine(isHlc, { error: 'is no clock stamp' }),
	who: z.union([z.literal('person'), z.templateLiteral(['agent:', name])]),
	via: maybe(z.enum(vias)),
	session: id,
	operation: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
	idempotency_key: maybe(text(1_000)),
	arguments_hash: maybe(text(1_000)),
	receipt: z.unknown(),
	claims: z.array(claim),
	undoes: maybe(z.array(id)),
	forgets: maybe(z.array(claimId))
}) satisfies z.ZodType<Change>;

/** Why a value is no change: the first thing that is wrong and where. undefined: it is one. */
export function whyNoChange(value: unknown): string | undefined {
	const parsed = changeSchema.safeParse(value);
	if (parsed.success) return undefined;
	const issue = parsed.error.issues[0];
	const at = issue?.path.map(String).join('.');
	return `${at ? `"${at}": ` : ''}${issue?.message ?? 'unknown'}`;
}
