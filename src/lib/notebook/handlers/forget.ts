/** forget: erasing for good, here (J5). Names its targets, says first what would go, and which wording of others stays. */
import type { InputOf, OutputOf } from '../../contract';
import type { Claim, ClaimId, Id, Shelf } from '../../domain/model';
import { refuse } from '../../domain/result';
import { changeOfClaim, claimId, indexOfClaim } from '../../domain/replay';
import { localKind, slotLocal } from '../../domain/subject';
import { decides } from '../caller';
import { channelGuard } from '../channel-guard';
import type { HandlersOf, WriteCall } from '../context';
import { asking, NeedsPerson } from '../permits';
import { dropMentions, emptyClaims, namingElsewhere, purgeWords, textsSaid } from '../purge';
import { factIn, homeOfFact } from '../finding';
import { existing } from '../receipts';
import { edgesOn, entityOf, factsOn, noteOf } from '../shelves';
import type { Writer } from '../writer';
import { keyOfAttribute } from '../slot-writing';

type Args = InputOf<'forget'>;
type Output = OutputOf<'forget'>;
type Rows = { home: Id; local: string }[];

interface Target {
	rows: Rows;
	claims: ClaimId[];
	mentions: Output['mentions'];
	/** Changes whose claims lose a mention; whose entity. */
	mentioning: Id[];
	entity?: Id;
	/** What receipts may not go on saying. */
	needles: string[];
}

const rowsOf = (shelf: Shelf | undefined, keep: (local: string) => boolean = () => true): Rows =>
	shelf
		? Object.keys(shelf.rows)
				.filter(keep)
				.map((local) => ({ home: shelf.id, local }))
		: [];

async function entityTarget(call: WriteCall, writer: Writer, args: Args): Promise<Target> {
	const row = await existing(call, writer, args.entity ?? '', args);
	if (args.attribute !== undefined) return slotTarget(writer, row.id, args.attribute, args.entity ?? '');
	const linking = await writer.tx.linking(row.id);
	await writer.bench.fetch(linking);
	const target: Target = {
		rows: rowsOf(writer.bench.get(row.id)),
		claims: [],
		mentions: [],
		mentioning: [],
		entity: row.id,
		needles: [row.id, row.state.name, ...row.state.aliases]
	};
	for (const id of linking) linkedTo(writer.bench.get(id), row.id, args.mentions === 'erase', target);
	const undone = await namingElsewhere(writer.tx, row.id);
	target.mentioning.push(...undone.mentioning);
	const whole = await withClaims(writer, target);
	return { ...whole, claims: [...new Set([...whole.claims, ...undone.relations])] };
}

/** Edges at the entity go; facts of others lose the link, or are taken along. */
function linkedTo(shelf: Shelf | undefined, entity: Id, erase: boolean, target: Target): void {
	if (!shelf) return;
	for (const { target: other, local } of edgesOn(shelf))
		if (other === entity) target.rows.push({ home: shelf.id, local });
	for (const { id, fact } of factsOn(shelf)) {
		if (!fact.mentions.some((mention) => mention.id === entity)) continue;
		const name = entityOf(shelf)?.name ?? '';
		target.mentions.push({
			fact_id: id,
			content: fact.content,
			entities: [{ entity_id: shelf.id, name, type: entityOf(shelf)?.type ?? null }]
		});
		if (erase) target.rows.push({ home: shelf.id, local: `f:${id}` });
		else target.mentioning.push(...(shelf.rows[`f:${id}`]?.log ?? []).map(changeOfClaim));
	}
	if (noteOf(shelf)) target.mentioning.push(...(shelf.rows.n?.log ?? []).map(changeOfClaim));
}

async function slotTarget(writer: Writer, entity: Id, attribute: string, name: string): Promise<Target> {
	const local = slotLocal(keyOfAttribute(attribute));
	if (!writer.bench.get(entity)?.rows[local])
		throw refuse('not_found', `"${name}" has no "${attribute}".`, 'See its values with get_entity.', {
			parameter: 'attribute'
		});
	return withClaims(writer, { rows: [{ home: entity, local }], claims: [], mentions: [], mentioning: [], needles: [] });
}

async function noteTarget(writer: Writer, id: Id): Promise<Target> {
	await writer.bench.fetch([id]);
	const note = noteOf(writer.bench.get(id));
	if (!note)
		throw refuse('not_found', `No note has the id "${id}".`, 'Take the id from list_notes.', { parameter: 'note_id' });
	return withClaims(writer, {
		rows: [{ home: id, local: 'n' }],
		claims: [],
		mentions: [],
		mentioning: [],
		needles: [id]
	});
}

async function changeTarget(writer: Writer, id: Id): Promise<Target> {
	const head = await writer.tx.head(id);
	const [claims = []] = await writer.tx.claims([id]);
	if (!head)
		throw refuse('not_found', `No change has the id "${id}".`, 'Take the id from list_changes.', {
			parameter: 'change_id'
		});
	const standing = claims.flatMap((claim: Claim, i) => (claim.body ? [claimId(id, i)] : []));
	return { rows: [], claims: standing, mentions: [], mentioning: [], needles: [id] };
}

/** Every claim about the rows, and what values and facts receipts would repeat. */
async function withClaims(writer: Writer, target: Target): Promise<Target> {
	await writer.bench.fetch(target.rows.map(({ home }) => home));
	const claims = target.rows.flatMap(({ home, local }) => writer.bench.get(home)?.rows[local]?.log ?? []);
	const changes = [...new Set(claims.map(changeOfClaim))];
	const stored = await writer.tx.claims(changes);
	const of = new Map(changes.map((id, i) => [id, stored[i]]));
	const said = claims.map((id) => of.get(changeOfClaim(id))?.[indexOfClaim(id)]);
	const texts = textsSaid(said.filter((claim) => claim !== undefined));
	return { ...target, claims, needles: [...target.needles, ...texts] };
}

async function find(call: WriteCall, writer: Writer, args: Args, factHome: Id | undefined): Promise<Target> {
	if (args.entity !== undefined) return entityTarget(call, writer, args);
	if (args.note_id !== undefined) return noteTarget(writer, args.note_id);
	if (args.change_id !== undefined) return changeTarget(writer, args.change_id);
	const id = args.fact_id ?? '';
	const { home } = await factIn(writer, factHome, id);
	return withClaims(writer, {
		rows: [{ home, local: `f:${id}` }],
		claims: [],
		mentions: [],
		mentioning: [],
		needles: [id]
	});
}

const counted = (target: Target) => {
	const of = (kind: string) => target.rows.filter(({ local }) => localKind(local) === kind).length;
	return {
		claims: target.claims.length,
		entities: of('entity'),
		facts: of('fact'),
		values: of('slot'),
		relations: of('edge'),
		notes: of('note')
	};
};

async function erase(writer: Writer, target: Target): Promise<void> {
	await emptyClaims(writer.tx, writer.bench, target.claims);
	if (target.entity !== undefined) await dropMentions(writer.tx, writer.bench, target.mentioning, target.entity);
	await purgeWords(writer.tx, target.needles);
	writer.unsaid.push(...target.needles);
	writer.change.forgets = target.claims;
}

const whatOf = ({ entity, attribute, fact_id, note_id }: Args): string => {
	if (entity !== undefined) return attribute === undefined ? `"${entity}"` : `${attribute} of "${entity}"`;
	return fact_id !== undefined ? 'a fact' : note_id !== undefined ? 'a note' : 'a change';
};

const OUT_OF_REACH = ['copies you have exported', 'answers that agents have read already'];

const forget: HandlersOf<{ forget: 0 }>['forget'] = async (call, args) => {
	await call.context.audit.settled(); // what is still to be written of it goes, too
	const factHome = args.fact_id === undefined ? undefined : await homeOfFact(call, args.fact_id, true);
	const guarded = args.change_id === undefined ? {} : { guard: await channelGuard(call, 'change_id') };
	return asking(call, args, () =>
		call.write(
			{ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id ?? factHome, ...guarded },
			async (writer) => {
				if (!decides(call.caller) && !args.preview) throw new NeedsPerson(`Forgetting ${whatOf(args)} for good.`);
				const target = await find(call, writer, args, factHome);
				if (!args.preview && target.claims.length) await erase(writer, target);
				return {
					change_id: null,
					action: args.preview || !target.claims.length ? ('unchanged' as const) : ('forgotten' as const),
					ids: [],
					preview: args.preview,
					erased: counted(target),
					// Taken along, their wording may stand in no receipt.
					mentions: args.preview || args.mentions !== 'erase' ? target.mentions : [],
					copies: OUT_OF_REACH
				};
			}
		)
	);
};

export const forgetHandlers = { forget };
