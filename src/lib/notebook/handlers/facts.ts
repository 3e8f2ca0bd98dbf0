/** Ending, retracting and replacing a fact or the value of a slot (F6). */
import type { InputOf, OutputOf } from '../../contract';
import { isCurrent } from '../../domain/fact';
import type { FactState, Id } from '../../domain/model';
import { refuse } from '../../domain/result';
import { isEmpty } from '../../domain/slot';
import { defaultConfidence } from '../../domain/standing';
import { factSubject, slotSubject } from '../../domain/subject';
import { contenderAnswer, iso } from '../answers';
import type { HandlersOf, WriteCall } from '../context';
import { factIn, homeOfFact } from '../finding';
import { asking } from '../permits';
import { existing } from '../receipts';
import { checkValidity, endOf, mayClose, replaceBy, stateFact } from '../stating';
import type { Writer } from '../writer';
import { emptyOut, keyOfAttribute, originFor, setValue, standingIn } from '../slot-writing';

type EndArgs = InputOf<'end_fact'>;
type RetractArgs = InputOf<'retract_fact'>;
type Closing = { verb: 'end'; until: number } | { verb: 'retract'; reason?: string };

/** What the person saw must still be what stands (version_conflict; there is no contender for an ending). */
export function checkVersion(expected: string | undefined, current: string | undefined, what: string): void {
	if (expected === undefined || expected === current) return;
	throw refuse(
		'version_conflict',
		`${what} has changed since version "${expected}".`,
		'Read it again, then decide with its present version.',
		{ current_version: current ?? null }
	);
}

/** It stands, or waits in Review: else it has ended in a way of its own, which is kept (F6). */
const isOpen = (fact: FactState, now: number): boolean => isCurrent(fact, now) || fact.restated !== undefined;

const noLongerCurrent = (id: Id) =>
	refuse('not_found', `The fact "${id}" is no longer current.`, 'State what is so now with remember.', {
		parameter: 'fact_id'
	});

async function closeFact(call: WriteCall, args: EndArgs | RetractArgs, id: Id, closing: Closing) {
	const found = await homeOfFact(call, id);
	return call.write({ channel_id: args.channel_id, entity_id: found }, async (writer) => {
		const { home, fact } = await factIn(writer, found, id);
		const version = fact.support[0]?.id;
		mayClose(writer, fact.support, `The fact "${fact.content.slice(0, 80)}"`);
		checkVersion(args.expected_version, version, 'The fact');
		if (closing.verb === 'end') checkValidity(fact.valid_from, closing.until, 'until');
		const open = isOpen(fact, writer.now);
		if (open) await writer.claim(factSubject(home, id), closing, version);
		return {
			change_id: null,
			action: open ? (closing.verb === 'end' ? ('ended' as const) : ('retracted' as const)) : ('unchanged' as const),
			ids: [id],
			content: fact.content,
			...(closing.verb === 'end' && { until: iso(closing.until) })
		};
	});
}

const closeValue = (
	call: WriteCall,
	args: EndArgs | RetractArgs,
	entity: string,
	attribute: string,
	closing: Closing
) =>
	call.write({ channel_id: args.channel_id, named: entity, entity_id: args.entity_id }, async (writer) => {
		const key = keyOfAttribute(attribute);
		const row = await existing(call, writer, entity, args);
		const slot = await writer.slot(row.id, key);
		checkVersion(args.expected_version, slot?.current?.id, 'The value');
		await emptyOut(writer, row.id, key, slot, closing);
		return {
			change_id: null,
			action:
				slot && !isEmpty(slot)
					? closing.verb === 'end'
						? ('ended' as const)
						: ('retracted' as const)
					: ('unchanged' as const),
			ids: [row.id],
			content: `${slot?.attribute ?? attribute}: ${standingIn(slot)
				.map(({ value }) => value)
				.join(', ')}`,
			...(slot?.current && { before: { value: slot.current.value, version: slot.current.id } }),
			...(closing.verb === 'end' && { until: iso(closing.until) })
		};
	});

function close(call: WriteCall, args: EndArgs | RetractArgs, closing: Closing) {
	return asking(call, args, () =>
		args.fact_id !== undefined
			? closeFact(call, args, args.fact_id, closing)
			: closeValue(call, args, args.entity ?? '', args.attribute ?? '', closing)
	);
}

const endFact: HandlersOf<{ end_fact: 0 }>['end_fact'] = async (call, args) => {
	const done = await close(call, args, { verb: 'end', until: endOf(args.until, call.now) });
	return { ...done, action: done.action === 'retracted' ? 'ended' : done.action };
};

const retractFact: HandlersOf<{ retract_fact: 0 }>['retract_fact'] = async (call, args) => {
	const done = await close(call, args, { verb: 'retract', ...(args.reason !== undefined && { reason: args.reason }) });
	return { ...done, action: done.action === 'ended' ? 'retracted' : done.action };
};

type ReplaceArgs = InputOf<'replace_fact'>;

type Replaced = OutputOf<'replace_fact'>;

async function replaceOne(call: WriteCall, args: ReplaceArgs, id: Id): Promise<Replaced> {
	const found = await homeOfFact(call, id);
	return call.write({ channel_id: args.channel_id, entity_id: found }, async (writer) => {
		const { home, fact: old } = await factIn(writer, found, id);
		mayClose(writer, old.support, `The fact "${old.content.slice(0, 80)}"`);
		checkVersion(args.expected_version, old.support[0]?.id, 'The fact');
		if (!isOpen(old, writer.now)) throw noLongerCurrent(id);
		const others = old.mentions.filter((mention) => mention.id !== home);
		await writer.bench.fetch(others.map((mention) => mention.id));
		const stated = await stateFact(writer, {
			subject: writer.ref(home),
			content: args.content,
			mentions: livingMentions(writer, others),
			confidence: args.confidence ?? defaultConfidence(call.caller.who),
			origin: originFor(call, undefined),
			importance: old.importance,
			source: args.source
		});
		if (stated.id !== id && stated.action !== 'contested') await replaceBy(writer, home, id, stated.id);
		return {
			change_id: null,
			action: stated.action === 'new' ? ('replaced' as const) : stated.action,
			ids: [id, stated.id],
			fact_id: stated.id,
			before: { value: old.content },
			...(stated.rejected_at !== undefined && { rejected_at: stated.rejected_at })
		};
	});
}

function livingMentions(writer: Writer, mentions: readonly { id: Id; role: string }[]) {
	return mentions.flatMap(({ id, role }) => {
		try {
			return [{ ...writer.ref(id), role }];
		} catch {
			return []; // in the Trash: the new fact names it no more
		}
	});
}

const replaceValue = (call: WriteCall, args: ReplaceArgs, entity: string, attribute: string): Promise<Replaced> =>
	call.write({ channel_id: args.channel_id, named: entity, entity_id: args.entity_id }, async (writer) => {
		const key = keyOfAttribute(attribute);
		const row = await existing(call, writer, entity, args);
		const before = await writer.slot(row.id, key);
		const place = {
			row: { ref: writer.ref(row.id), matched_by: 'exact' as const, others: [] },
			key,
			subject: slotSubject(row.id, key),
			before
		};
		const { after, action, version } = await setValue(writer, place, {
			attribute: before?.attribute ?? attribute,
			value: args.content,
			origin: originFor(call, undefined),
			confidence: args.confidence ?? defaultConfidence(call.caller.who),
			source: args.source,
			expected: args.expected_version ?? before?.current?.id
		});
		return {
			change_id: null,
			action: action === 'inserted' ? ('replaced' as const) : action,
			ids: [row.id],
			version,
			...(before?.current && { before: { value: before.current.value, version: before.current.id } }),
			...(after?.contender && { contender: contenderAnswer(after.contender) })
		};
	});

const replaceFact: HandlersOf<{ replace_fact: 0 }>['replace_fact'] = (call, args) =>
	asking(call, args, () =>
		args.fact_id !== undefined
			? replaceOne(call, args, args.fact_id)
			: replaceValue(call, args, args.entity ?? '', args.attribute ?? '')
	);

const weighFact: HandlersOf<{ weigh_fact: 0 }>['weigh_fact'] = async (call, args) => {
	const found = await homeOfFact(call, args.fact_id);
	return call.write({ channel_id: args.channel_id, entity_id: found }, async (writer) => {
		const { home, fact } = await factIn(writer, found, args.fact_id);
		if (!isOpen(fact, writer.now)) throw noLongerCurrent(args.fact_id);
		const importance = args.importance ?? null;
		const same = importance === (fact.importance ?? null);
		if (!same) await writer.claim(factSubject(home, args.fact_id), { verb: 'weigh', importance });
		return {
			change_id: null,
			action: same ? ('unchanged' as const) : ('updated' as const),
			ids: [args.fact_id],
			importance
		};
	});
};

export const factHandlers = {
	end_fact: endFact,
	retract_fact: retractFact,
	replace_fact: replaceFact,
	weigh_fact: weighFact
};
