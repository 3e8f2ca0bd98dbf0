/** The journal through the door: what changed, one change whole, taking back (J4). */
import type { OutputOf } from '../../contract';
import { hlcMs } from '../../domain/clock';
import type { Claim, Id } from '../../domain/model';
import { refuse } from '../../domain/result';
import { claimId } from '../../domain/replay';
import { subjectParts } from '../../domain/subject';
import type { ChangeHead, StoreReader } from '../../store/store';
import { decides } from '../caller';
import { ChangeChannels } from '../change-channels';
import { channelGuard } from '../channel-guard';
import { iso } from '../answers';
import type { HandlersOf } from '../context';
import { gistOf, refsOf } from '../gist';
import { changesOfSession } from '../importing';
import { headPages, undoneAmong } from '../journal-view';
import { page } from '../paging';
import { asking, MOST_AT_ONCE, NeedsPerson } from '../permits';
import type { Brief, Reading } from '../reading';

type ChangeAnswer = OutputOf<'list_changes'>['changes'][number];
type Line = ChangeAnswer['summary'][number];

const kindOf: Record<ChangeHead['gist']['lines'][number]['kind'], Line['kind']> = {
	entity: 'entity',
	fact: 'fact',
	value: 'slot',
	relation: 'edge',
	note: 'note',
	channel: 'channel'
};

function briefChange(head: ChangeHead, undone: boolean, briefs: ReadonlyMap<Id, Brief>): ChangeAnswer {
	const named = new Map(head.gist.entities.map(({ id, name }) => [id, briefs.get(id) ?? { id, name, type: null }]));
	const total = Object.values(head.gist.counts).reduce((sum, count) => sum + count, 0);
	return {
		change_id: head.id,
		at: iso(hlcMs(head.hlc)),
		by: head.who,
		...(head.via && { via: head.via }),
		session: head.session,
		operation: head.operation,
		summary: head.gist.lines.map(({ kind, verb, text, entity }) => ({
			kind: kindOf[kind],
			verb,
			entity: entity === undefined ? null : (named.get(entity) ?? briefs.get(entity) ?? null),
			text
		})),
		summary_more: Math.max(0, total - head.gist.lines.length),
		entities: [...named.values()],
		undone,
		undoable: !undone && head.forgets === undefined,
		...(head.undoes && { undoes: head.undoes })
	};
}

const STRIDE = 200;

/** Those that are here, and in the channel when one is given (N7). */
async function narrowed(
	tx: StoreReader,
	heads: readonly (ChangeHead | undefined)[],
	channels: ChangeChannels,
	channel: Id | undefined
): Promise<ChangeHead[]> {
	const here = heads.filter((head) => head !== undefined);
	return channel === undefined ? here : channels.within(tx, here, channel);
}

interface Sought {
	wanted: (head: ChangeHead) => boolean;
	enough: number;
	since: number;
	channel: Id | undefined;
}

/** Heads newest first that a filter wants, until there are enough of them. */
async function matching(tx: StoreReader, { wanted, enough, since, channel }: Sought): Promise<ChangeHead[]> {
	const found: ChangeHead[] = [];
	const channels = new ChangeChannels();
	for await (const heads of headPages(tx, STRIDE)) {
		found.push(...(await narrowed(tx, heads.filter(wanted), channels, channel)));
		const last = heads.at(-1);
		if (found.length >= enough || (last && hlcMs(last.hlc) < since)) break;
	}
	return found;
}

/** The same of changes that are known by id, without a look at all others. */
async function matchingAmong(
	tx: StoreReader,
	ids: ReadonlySet<Id>,
	{ wanted, channel }: Sought
): Promise<ChangeHead[]> {
	const heads = (await tx.heads([...ids])).flatMap((head) => (head && wanted(head) ? head : []));
	const latestFirst = heads.sort((a, b) => (`${a.hlc} ${a.id}` < `${b.hlc} ${b.id}` ? 1 : -1));
	return narrowed(tx, latestFirst, new ChangeChannels(), channel);
}

const listChanges: HandlersOf<{ list_changes: 0 }>['list_changes'] = (call, args) =>
	call.read(async (reading) => {
		const about =
			args.entity === undefined && args.entity_id === undefined
				? undefined
				: await changesAbout(reading, args.entity ?? '', args.entity_id);
		const wanted = (head: ChangeHead): boolean => {
			const at = hlcMs(head.hlc);
			return (
				(args.by === undefined || head.who === args.by) &&
				(args.session === undefined || head.session === args.session) &&
				(args.since === undefined || at >= args.since) &&
				(args.until === undefined || at < args.until)
			);
		};
		const enough = args.cursor === undefined ? args.limit + 1 : Infinity;
		const sought: Sought = { wanted, enough, since: args.since ?? 0, channel: args.channel_id };
		const heads = await (about ? matchingAmong(reading.tx, about, sought) : matching(reading.tx, sought));
		const undone = await undoneAmong(
			reading.tx,
			heads.map(({ id }) => id)
		);
		const briefs = await reading.briefs(heads.flatMap(({ gist }) => gist.entities.map(({ id }) => id)));
		const answers = heads.map((head) => ({ head, change: briefChange(head, undone.has(head.id), briefs) }));
		const ordered = answers.map((answer) => ({ ...answer, key: -hlcMs(answer.head.hlc) }));
		const paged = page(
			ordered,
			{ scope: call.scope, cursor: args.cursor, budget: args.budget, limit: args.limit },
			({ key, head }) => [key, reversed(head.hlc), reversed(head.id)],
			undefined,
			({ change }) => change
		);
		return {
			changes: paged.items.map(({ change }) => change),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);

/** Text that sorts the other way round (of two that begin alike the longer first), for stamps of one millisecond and changes of one stamp. */
const reversed = (text: string): string =>
	`${[...text].map((char) => String.fromCharCode(0xffff - char.charCodeAt(0))).join('')}\uffff`;

/** Changes with a claim on a shelf of the thing's, or on a row elsewhere that names it. */
async function changesAbout(reading: Reading, name: string, entity_id: Id | undefined): Promise<Set<Id>> {
	const { rows } = await reading.family(name, { entity_id });
	// By its id also what lies in the Trash, which is no thing among others.
	const ids = new Set([...rows.map(({ id }) => id), ...(entity_id === undefined ? [] : [entity_id])]);
	const changes = new Set<Id>();
	for (const id of ids) {
		const own = await reading.tx.shelf(id);
		const shelves = await reading.tx.shelves(await reading.tx.linking(id));
		for (const shelf of [own, ...shelves])
			for (const [local, row] of Object.entries(shelf?.rows ?? {})) {
				const names = shelf?.id === id || local.includes(id) || JSON.stringify(row.state).includes(id);
				if (names) for (const claim of row.log) changes.add(claim.slice(0, claim.lastIndexOf('.')));
			}
	}
	for (const undo of await reading.tx.undoesOf([...changes])) changes.add(undo.id);
	return changes;
}

const getChange: HandlersOf<{ get_change: 0 }>['get_change'] = (call, args) =>
	call.read(async (reading) => {
		const [head] = await narrowed(
			reading.tx,
			await reading.tx.heads([args.change_id]),
			new ChangeChannels(),
			args.channel_id
		);
		if (!head) return { found: false, change: null };
		const [claims = []] = await reading.tx.claims([head.id]);
		const undoes = await reading.tx.undoesOf([head.id]);
		const undone = (await undoneAmong(reading.tx, [head.id])).has(head.id);
		const briefs = await reading.briefs(claims.flatMap(namedBy));
		const undoer = undoes.at(-1)?.id;
		return {
			found: true,
			change: {
				...briefChange(head, undone, briefs),
				...(undone && undoer !== undefined && { undone_by: undoer }),
				...(head.idempotency_key !== undefined && { idempotency_key: head.idempotency_key }),
				claims: claims.slice(0, MOST_CLAIMS).map((claim, i) => claimAnswer(claim, claimId(head.id, i), briefs))
			}
		};
	}, args.channel_id);

const MOST_CLAIMS = 500;
const namedBy = ({ subject, body }: Claim): Id[] => {
	const { home } = subjectParts(subject);
	return body ? [home, ...refsOf(body, home).map(({ id }) => id)] : [home];
};

function claimAnswer(claim: Claim, id: string, briefs: ReadonlyMap<Id, Brief>) {
	const { kind, home } = subjectParts(claim.subject);
	const body = claim.body;
	const [line] = gistOf({ claims: [claim] }, () => undefined).lines;
	const target = body?.verb === 'relate' ? (briefs.get(body.target_ref.id) ?? body.target_ref) : undefined;
	return {
		claim_id: id,
		kind: body ? kind : ('husk' as const),
		verb: body?.verb ?? 'forgotten',
		entity: briefs.get(home) ?? null,
		...(body && 'attribute' in body && { attribute: body.attribute }),
		...(target && { target: { id: target.id, name: target.name, type: target.type } }),
		text: line?.text ?? '',
		...(body && 'confidence' in body && { confidence: body.confidence }),
		...(body && 'origin' in body && { origin: body.origin }),
		...(body && 'source' in body && { source: body.source }),
		...(claim.over !== undefined && { over: claim.over }),
		...(body && 'note' in body && { note_id: body.note })
	};
}

async function named(
	tx: StoreReader,
	args: { change_id?: string | undefined; session?: string | undefined }
): Promise<Id[]> {
	if (args.change_id !== undefined) return [args.change_id];
	const session = args.session ?? '';
	const ids = await changesOfSession(tx, session);
	if (!ids.length)
		throw refuse('not_found', `No change has the session "${session}".`, 'Take the session from list_changes.', {
			parameter: 'session'
		});
	return ids;
}

/** Undone by what is not taken back with them. An undo and what it undid go together: taken back alone, it would bring the other back. */
async function undoneElsewhere(tx: StoreReader, ids: readonly Id[]): Promise<Set<Id>> {
	const elsewhere = new Set<Id>();
	for (const id of await undoneAmong(tx, ids)) {
		const undoes = (await tx.undoesOf([id])).map((undo) => undo.id).filter((undo) => !ids.includes(undo));
		if ((await undoneAmong(tx, undoes)).size < undoes.length) elsewhere.add(id);
	}
	return elsewhere;
}

const undo: HandlersOf<{ undo: 0 }>['undo'] = (call, args) =>
	asking(call, args, async () => {
		const guard = await channelGuard(call, args.change_id === undefined ? 'session' : 'change_id');
		return call.write({ guard }, async (writer) => {
			const ids = await named(writer.tx, args);
			const heads = await writer.tx.heads(ids);
			const undone = await undoneElsewhere(writer.tx, ids);
			const skipped: { change_id: Id; reason: string }[] = [];
			const going: Id[] = [];
			heads.forEach((head, i) => {
				const id = ids[i] ?? '';
				if (!head)
					throw refuse(
						'not_found',
						`No change has the id "${id}".`,
						'Take the id from list_changes or from a receipt.',
						{ parameter: 'change_id' }
					);
				if (!decides(call.caller) && head.who !== call.caller.who)
					throw new NeedsPerson(`The change "${id}" was not made by you.`);
				if (undone.has(id)) skipped.push({ change_id: id, reason: 'it is undone already' });
				else if (head.forgets) skipped.push({ change_id: id, reason: 'forgetting cannot be undone' });
				else going.push(id);
			});
			if (!decides(call.caller) && going.length > MOST_AT_ONCE)
				throw new NeedsPerson(`Taking back ${String(going.length)} changes at once.`);
			if (going.length) writer.change.undoes = going;
			return {
				change_id: null,
				action: going.length ? ('undone' as const) : ('unchanged' as const),
				ids: going,
				undone: going,
				skipped
			};
		});
	});

export const journalHandlers = { list_changes: listChanges, get_change: getChange, undo };
