/** remember: the one call an agent needs to store what it learned. A bad item is refused alone; the rest is stored whole or not at all. */
import type { InputOf, OutputOf } from '../../contract';
import { FailureError, refuse, type Failure } from '../../domain/result';
import { SUBJECT_ROLE } from '../../domain/fact';
import { exactKey } from '../../domain/name';
import { isPerson } from '../caller';
import { defaultConfidence } from '../../domain/standing';
import { noteSubject, slotSubject } from '../../domain/subject';
import type { Id } from '../../domain/model';
import { contenderAnswer } from '../answers';
import type { HandlersOf, WriteCall } from '../context';
import { nameable, typeable } from '../nameable';
import { NeedsPerson } from '../permits';
import { createdParts, matchParts } from '../receipts';
import {
	mayClose,
	checkValidity,
	keyOfRelation,
	refuseSelf,
	replaceBy,
	sameEnd,
	stateEdge,
	stateFact
} from '../stating';
import type { Writer } from '../writer';
import { ambiguous } from '../writer';
import { keyOfAttribute, setValue } from '../slot-writing';
import { factOf } from '../shelves';
import { linkedEntities } from '../note-links';

type Answer = OutputOf<'remember'>['facts'][number];
type Args = InputOf<'remember'>;
type Item<K extends 'facts' | 'relations' | 'values'> = Extract<Args[K][number], { ok: true }>['value'];

interface Batch {
	call: WriteCall;
	writer: Writer;
	note: Id | undefined;
	confidence: number;
	/** Homes of facts that are to be replaced. */
	homes: ReadonlyMap<Id, Id>;
}

const originOf = (call: WriteCall) => (isPerson(call.caller) ? ('user' as const) : ('agent' as const));

/** Names are all looked up before anything is made, so that a refused item leaves nothing behind. */
async function check(
	writer: Writer,
	name: string,
	type: string | undefined,
	parameter: string,
	typeParameter = 'type'
) {
	const pick = await writer.pick(nameable(name, parameter), typeable(type, typeParameter));
	if ('ambiguous' in pick) throw ambiguous(name, pick.ambiguous);
	return 'row' in pick ? pick.row.id : undefined;
}

async function fact(batch: Batch, item: Item<'facts'>): Promise<Omit<Answer, 'index'>> {
	const { call, writer } = batch;
	checkValidity(item.valid_from, item.valid_until);
	await check(writer, item.entity, item.type, 'entity');
	for (const [i, { entity, type, role }] of item.mentions.entries()) {
		if (exactKey(role) === SUBJECT_ROLE && exactKey(entity) !== exactKey(item.entity)) refuseSubject(entity, i);
		await check(writer, entity, type, `mentions[${String(i)}].entity`, `mentions[${String(i)}].type`);
	}
	const old = await replaced(batch, item.replaces);
	const subject = await writer.entity(item.entity, item.type ?? null, true);
	const mentions = [];
	for (const { entity, type, role } of item.mentions)
		mentions.push({ ...(await writer.entity(entity, type ?? null, false)).ref, role });
	const { id, action, rejected_at } = await stateFact(writer, {
		subject: subject.ref,
		content: item.content,
		mentions,
		confidence: item.confidence ?? batch.confidence,
		origin: originOf(call),
		importance: item.importance,
		source: item.source,
		note: batch.note,
		valid_from: item.valid_from,
		valid_until: item.valid_until,
		anew: old !== undefined && old.home !== subject.ref.id
	});
	if (old && old.id !== id && action !== 'contested') await replaceBy(writer, old.home, old.id, id);
	return {
		action,
		id,
		entity_id: subject.ref.id,
		...matchParts(call, item.entity, subject),
		...(rejected_at !== undefined && { rejected_at })
	};
}

/** F1: the role is reserved; whom a fact is about is the thing that it is at home with. */
function refuseSubject(entity: string, at: number): never {
	throw refuse(
		'invalid_parameter',
		`mentions[${String(at)}].role "subject" of "${entity}": whom a fact is about is its entity.`,
		'State the fact about each of them, or give another role such as topic.',
		{ parameter: `mentions[${String(at)}].role` }
	);
}

async function replaced({ writer, homes }: Batch, id: Id | undefined) {
	if (id === undefined) return undefined;
	const home = homes.get(id);
	if (home !== undefined) await writer.bench.fetch([home]);
	const old = home === undefined ? null : factOf(writer.bench.get(home), id);
	if (!old || home === undefined)
		throw refuse('not_found', `No fact has the id "${id}".`, 'Take the id from get_entity or memory_search.', {
			parameter: 'replaces'
		});
	mayClose(writer, old.support, `The fact "${old.content.slice(0, 80)}"`);
	return { id, home };
}

async function relation(batch: Batch, item: Item<'relations'>): Promise<Omit<Answer, 'index'>> {
	const { call, writer } = batch;
	keyOfRelation(item.relation);
	const from = await check(writer, item.from, item.from_type, 'from', 'from_type');
	const to = await check(writer, item.to, item.to_type, 'to', 'to_type');
	const ends = [
		{ name: item.from, type: item.from_type ?? null },
		{ name: item.to, type: item.to_type ?? null }
	] as const;
	if (from === undefined ? to === undefined && sameEnd(writer, ...ends) : from === to) refuseSelf(item.from, item.to);
	const source = await writer.entity(item.from, item.from_type ?? null, false);
	const target = await writer.entity(item.to, item.to_type ?? null, false);
	const action = await stateEdge(writer, {
		source: source.ref,
		target: target.ref,
		relation: item.relation,
		confidence: item.confidence ?? batch.confidence,
		origin: originOf(call),
		strength: item.strength,
		context: item.context
	});
	return { action, entity_id: source.ref.id, ...matchParts(call, item.from, source) };
}

async function value(batch: Batch, item: Item<'values'>): Promise<Omit<Answer, 'index'>> {
	const { call, writer } = batch;
	const key = keyOfAttribute(item.attribute);
	const known = await check(writer, item.entity, item.type, 'entity');
	const before = known === undefined ? null : await writer.slot(known, key);
	if (before?.members.length)
		throw refuse(
			'invalid_parameter',
			`"${item.attribute}" of "${item.entity}" holds a set.`,
			'Use memory_set_add to add a member.',
			{ parameter: 'attribute' }
		);
	const row = await writer.entity(item.entity, item.type ?? null, true);
	const { after, action, version } = await setValue(
		writer,
		{ row, key, subject: slotSubject(row.ref.id, key), before: await writer.slot(row.ref.id, key) },
		{
			attribute: item.attribute,
			value: item.value,
			origin: originOf(call),
			confidence: item.confidence ?? batch.confidence,
			note: batch.note
		}
	);
	return {
		action: action === 'inserted' ? 'new' : action,
		id: version,
		entity_id: row.ref.id,
		...matchParts(call, item.entity, row),
		...(action === 'contested' && after?.contender && { contender: contenderAnswer(after.contender) })
	};
}

async function each<T>(
	items: readonly ({ ok: true; value: T } | { ok: false; error: Failure })[],
	one: (item: T) => Promise<Omit<Answer, 'index'>>,
	onDone: () => void
): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const [index, item] of items.entries()) {
		answers.push({
			index,
			...(item.ok ? await tried(() => one(item.value)) : { action: 'refused' as const, error: item.error })
		});
		onDone();
	}
	return answers;
}

async function tried(work: () => Promise<Omit<Answer, 'index'>>): Promise<Omit<Answer, 'index'>> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof FailureError) return { action: 'refused', error: error.failure };
		if (error instanceof NeedsPerson)
			return {
				action: 'refused',
				error: refuse(
					'needs_confirmation',
					error.preview,
					'Ask for it alone with replace_fact: it then waits for the person.'
				).failure
			};
		throw error;
	}
}

/** Facts that give way are found by their ids, which needs the index. */
async function homesOf(call: WriteCall, args: Args): Promise<Map<Id, Id>> {
	const ids = args.facts.flatMap((item) => (item.ok && item.value.replaces !== undefined ? [item.value.replaces] : []));
	if (ids.length) await call.context.ready;
	return new Map(
		ids.flatMap((id) => {
			const home = call.context.indexes.words.shelfOf(id);
			return home === undefined ? [] : [[id, home] as const];
		})
	);
}

const remember: HandlersOf<{ remember: 0 }>['remember'] = async (call, args) => {
	const homes = await homesOf(call, args);
	return call.write({ channel_id: args.channel_id, named: firstName(args) }, async (writer) => {
		const note = args.note === undefined ? undefined : call.context.tools.newId();
		const batch: Batch = { call, writer, note, confidence: defaultConfidence(call.caller.who), homes };
		if (note !== undefined && args.note !== undefined) {
			const mentions = await linkedEntities(writer, args.note);
			await writer.claim(noteSubject(note), {
				verb: 'write-note',
				text: args.note,
				note_kind: 'capture',
				channel: writer.options.channel,
				mentions
			});
		}
		const total = args.facts.length + args.relations.length + args.values.length;
		let done = 0;
		const onDone = () => call.caller.watch?.onProgress?.(++done, total);
		const facts = await each(args.facts, (item) => fact(batch, item), onDone);
		const relations = await each(args.relations, (item) => relation(batch, item), onDone);
		const values = await each(args.values, (item) => value(batch, item), onDone);
		const ids = [...facts, ...relations, ...values].flatMap(({ entity_id }) => entity_id ?? []);
		return {
			change_id: null,
			action: writer.isEmpty ? ('unchanged' as const) : ('stored' as const),
			ids: [...new Set(ids)],
			...createdParts(writer),
			...(note !== undefined && { note_id: note }),
			facts,
			relations,
			values
		};
	});
};

/** N7: the channel of a batch is told by its first name. */
function firstName(args: Args): string | undefined {
	for (const item of args.facts) if (item.ok) return item.value.entity;
	for (const item of args.relations) if (item.ok) return item.value.from;
	for (const item of args.values) if (item.ok) return item.value.entity;
	return undefined;
}

export const rememberHandlers = { remember };
