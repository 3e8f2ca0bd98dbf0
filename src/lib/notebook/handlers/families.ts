/** What is the same and what is not (N6), said and taken back. */
import type { InputOf, OutputOf } from '../../contract';
import { pairOf } from '../../domain/family';
import type { Declaration, Id } from '../../domain/model';
import { changeOfClaim } from '../../domain/replay';
import { byStanding } from '../../domain/resolve';
import { refuse } from '../../domain/result';
import { pairSubject, subjectParts } from '../../domain/subject';
import { entityAnswer, iso } from '../answers';
import { byline, decides, isPerson } from '../caller';
import type { HandlersOf, WriteCall } from '../context';
import { JournalView } from '../journal-view';
import { marksBetween, pairsAround } from '../kin';
import { previewMerge } from '../merge-preview';
import { asking, NeedsPerson } from '../permits';
import { existing } from '../receipts';
import { namedRow, pairAt, type ShelfRow } from '../shelves';
import type { Writer } from '../writer';

interface Two {
	entity: string;
	other: string;
	type?: string | undefined;
	entity_id?: string | undefined;
	other_type?: string | undefined;
	other_id?: string | undefined;
}

async function bothOf(call: WriteCall, writer: Writer, args: Two): Promise<[ShelfRow, ShelfRow]> {
	const one = await existing(call, writer, args.entity, args);
	const other = await existing(call, writer, args.other, { type: args.other_type, entity_id: args.other_id });
	if (one.id === other.id)
		throw refuse(
			'invalid_parameter',
			`"${args.entity}" and "${args.other}" are one and the same entity.`,
			'Name two entities; of namesakes give entity_id and other_id.',
			{ parameter: 'other' }
		);
	return [one, other];
}

const isSame = (one: ShelfRow, other: ShelfRow): boolean => one.same?.includes(other.id) === true;

/** An agent joins only what its own name made: near names joined wrongly are what people complain of (P3). */
async function mayMerge(call: WriteCall, writer: Writer, rows: readonly ShelfRow[]): Promise<void> {
	if (decides(call.caller)) return;
	const view = new JournalView(writer.tx);
	for (const { state, shelf } of rows) {
		const first = shelf.rows.e?.log[0] ?? '';
		await view.load([changeOfClaim(first)]);
		if (view.claim(first)?.entry?.who !== call.caller.who)
			throw new NeedsPerson(
				`"${rows.map((row) => row.state.name).join('" and "')}" as one thing: "${state.name}" was not made by you.`
			);
	}
}

/** The rows of one thing as they are answered, the primary first. */
async function thing(writer: Writer, ids: readonly Id[]): Promise<OutputOf<'merge_entities'>['entities']> {
	const shelves = new Map<Id, ShelfRow>();
	for (const id of ids)
		for (const shelf of await writer.kin(id)) {
			const row = namedRow(shelf, writer.now);
			if (row) shelves.set(row.id, row);
		}
	return byStanding([...shelves.values()], '').map(({ id, state }) => entityAnswer(id, state));
}

const merge: HandlersOf<{ merge_entities: 0 }>['merge_entities'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
			const [one, other] = await bothOf(call, writer, args);
			const ids = [one.id, other.id];
			if (isSame(one, other))
				return {
					change_id: null,
					action: 'unchanged' as const,
					ids,
					declaration: null,
					entities: await thing(writer, ids)
				};
			await mayMerge(call, writer, [one, other]);
			const marks = marksBetween(await writer.kin(one.id), await writer.kin(other.id)).map(({ mark }) => mark);
			refuseMarked(call, args, marks.at(-1));
			const [low, high] = pairOf(one.id, other.id);
			const declaration = await writer.claim(pairSubject(low, high), {
				verb: 'merge',
				...(marks.length > 0 && { despite: marks.map(({ id }) => id) })
			});
			return { change_id: null, action: 'merged' as const, ids, declaration, entities: await thing(writer, ids) };
		})
	);

/** N6: a merge of such a pair asks first. */
function refuseMarked(call: WriteCall, args: InputOf<'merge_entities'>, mark: Declaration | undefined): void {
	if (!mark) return;
	const said = `"${args.entity}" and "${args.other}" were marked as not the same by ${byline(mark.who)} (${iso(mark.at).slice(0, 10)}).`;
	if (call.caller.approved) return;
	if (!isPerson(call.caller)) throw new NeedsPerson(said);
	if (!args.despite)
		throw refuse('invalid_parameter', said, 'If they are the same after all, call again with despite: true.', {
			parameter: 'despite'
		});
}

interface Found {
	low: Id;
	high: Id;
	declaration: Declaration;
}

/** The declaration of an id, as long as it stands. */
async function byDeclaration(writer: Writer, id: string): Promise<Found[]> {
	const view = new JournalView(writer.tx);
	await view.load([changeOfClaim(id)]);
	const entry = view.claim(id)?.entry;
	if (entry?.body.verb !== 'merge')
		throw refuse(
			'not_found',
			`No merge has the id "${id}".`,
			'Take it from merge_entities, or name the two entities.',
			{
				parameter: 'declaration'
			}
		);
	const { home, local } = subjectParts(entry.subject);
	const other = local.slice(2);
	await writer.bench.fetch([home, other]); // the other's name is told in History
	return standing(writer, home, other).filter(({ declaration }) => declaration.id === id);
}

function standing(writer: Writer, low: Id, high: Id): Found[] {
	return (pairAt(writer.bench.get(low), high)?.merges ?? []).map((declaration) => ({ low, high, declaration }));
}

/** What ties two things directly; when only others tie them, the choice is the caller's. */
async function byRows(call: WriteCall, writer: Writer, args: InputOf<'unmerge_entities'>): Promise<Found[]> {
	if ((args.entity ?? args.entity_id) === undefined || (args.other ?? args.other_id) === undefined)
		throw refuse(
			'invalid_parameter',
			'Neither a declaration nor two entities are named.',
			'Give declaration, or entity and other.',
			{ parameter: 'declaration' }
		);
	const named = {
		entity: args.entity ?? '',
		other: args.other ?? '',
		entity_id: args.entity_id,
		other_id: args.other_id
	};
	const [one, other] = await bothOf(call, writer, named);
	const [low, high] = pairOf(one.id, other.id);
	const direct = standing(writer, low, high);
	if (direct.length || !isSame(one, other)) return direct;
	const { pairs } = await pairsAround(writer.bench, one.id);
	const ties = pairs.flatMap(({ low: each, state }) => standing(writer, each, state.other));
	throw refuse(
		'ambiguous_name',
		`"${one.state.name}" and "${other.state.name}" are the same only by way of others.`,
		`Call again with one of these as declaration: ${ties.map(({ declaration }) => declaration.id).join(', ')}.`,
		{ rows: (await thing(writer, [one.id])).map(({ id, name, type }) => ({ entity_id: id, name, type })) }
	);
}

const unmerge: HandlersOf<{ unmerge_entities: 0 }>['unmerge_entities'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
			const found =
				args.declaration === undefined
					? await byRows(call, writer, args)
					: await byDeclaration(writer, args.declaration);
			for (const { low, high, declaration } of found) {
				if (!decides(call.caller) && declaration.who !== call.caller.who)
					throw new NeedsPerson(`This merge was declared by ${byline(declaration.who)}.`);
				await writer.claim(pairSubject(low, high), { verb: 'unmerge', declaration: declaration.id });
			}
			return {
				change_id: null,
				action: found.length ? ('unmerged' as const) : ('unchanged' as const),
				ids: [...new Set(found.flatMap(({ low, high }) => [low, high]))],
				declarations: found.map(({ declaration }) => declaration.id)
			};
		})
	);

const markDistinct: HandlersOf<{ mark_distinct: 0 }>['mark_distinct'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
		const [one, other] = await bothOf(call, writer, args);
		if (isSame(one, other))
			throw refuse(
				'invalid_parameter',
				`"${one.state.name}" and "${other.state.name}" are declared the same.`,
				'Take that back first with unmerge_entities.',
				{ parameter: 'other' }
			);
		const [low, high] = pairOf(one.id, other.id);
		const known = pairAt(writer.bench.get(low), high)?.marks.at(-1);
		const mark = known?.id ?? (await writer.claim(pairSubject(low, high), { verb: 'distinct' }));
		return {
			change_id: null,
			action: known ? ('unchanged' as const) : ('marked' as const),
			ids: [one.id, other.id],
			mark
		};
	});

const preview: HandlersOf<{ preview_merge: 0 }>['preview_merge'] = (call, args) =>
	call.read((reading) => previewMerge(reading, args.entity_id, args.other_id), args.channel_id);

export const familyHandlers = {
	merge_entities: merge,
	unmerge_entities: unmerge,
	mark_distinct: markDistinct,
	preview_merge: preview
};
