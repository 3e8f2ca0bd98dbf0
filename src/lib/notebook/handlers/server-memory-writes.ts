/**
 * Writing as the official memory server does. It compares names letter by letter; here a name is taken as every write takes one (N8):
 * - a thing *exists*, and is skipped by create_entities, when something is known of one of exactly that spelling;
 * - under another spelling that a write would join ("acme corp" for "Acme Corp") it is that thing, its observations go there and stand
 *   in the answer: there would be no second row, and skipped they would be lost;
 * - what is only an end or a mention (E2) does not exist yet, so create_entities makes it.
 * What is deleted was not wrong or over, it is no longer wanted: it may be said again without waiting for anybody (F6).
 */
import { isCurrent, SUBJECT_ROLE } from '../../domain/fact';
import type { AnyState, Id, Shelf, SlotState } from '../../domain/model';
import { textKey } from '../../domain/name';
import { changeOfClaim } from '../../domain/replay';
import { groupsOfSame, lookUp } from '../../domain/resolve';
import { refuse } from '../../domain/result';
import { isEmpty } from '../../domain/slot';
import { defaultConfidence } from '../../domain/standing';
import { edgeSubject, entitySubject, factSubject } from '../../domain/subject';
import { decides, mayRemove } from '../caller';
import type { HandlersOf, WriteCall } from '../context';
import { theOnly } from '../family';
import { JournalView } from '../journal-view';
import { nameable, typeable } from '../nameable';
import { asking, MOST_AT_ONCE, NeedsPerson } from '../permits';
import { nearNames } from '../near-names';
import { createdParts } from '../receipts';
import { slotText } from '../shelf-documents';
import { edgeOf, factsOn, isMentionedOnly, isSame, slotsOn, type ShelfRow } from '../shelves';
import { emptyOut, originFor } from '../slot-writing';
import { keyOfRelation, mayClose, refuseSelf, sameEnd, stateEdge, stateFact, type Stated } from '../stating';
import { ambiguous, type Writer } from '../writer';

const saidBy = (call: WriteCall) => ({
	confidence: defaultConfidence(call.caller.who),
	origin: originFor(call, undefined)
});

const state = (call: WriteCall, writer: Writer, id: Id, content: string): Promise<Stated> =>
	stateFact(writer, { subject: writer.ref(id), content, mentions: [], ...saidBy(call) });

/** What a write of items did. */
const storedParts = (writer: Writer, ids: Iterable<Id>) => ({
	change_id: null,
	action: writer.isEmpty ? ('unchanged' as const) : ('stored' as const),
	ids: [...new Set(ids)],
	...createdParts(writer)
});

const exists = async (writer: Writer, name: string): Promise<boolean> =>
	(await writer.rowsNamed(name)).some((row) => row.state.name === name && !isMentionedOnly(row.shelf, writer.now));

const createEntities: HandlersOf<{ create_entities: 0 }>['create_entities'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.entities[0]?.name }, async (writer) => {
		// Before anything is made: of two items of one name the second adds to the first.
		const there = new Set<string>();
		for (const { name } of args.entities) if (await exists(writer, name)) there.add(name);
		const made = [];
		for (const [i, { name, entityType, observations }] of args.entities.entries()) {
			if (there.has(name)) continue;
			const at = `entities[${String(i)}]`;
			const type = typeable(entityType === '' ? undefined : entityType, `${at}.entityType`);
			const { ref } = await writer.entity(nameable(name, `${at}.name`), type, true);
			const kept = new Map<Id, string>();
			for (const content of observations) {
				const { id, action } = await state(call, writer, ref.id, content);
				if (action !== 'contested') kept.set(id, content);
			}
			made.push({ id: ref.id, name: ref.name, entityType: ref.type ?? '', observations: [...kept.values()] });
		}
		return {
			...storedParts(
				writer,
				made.map(({ id }) => id)
			),
			entities: made.map(({ id: _id, ...entity }) => entity)
		};
	});

/** Current relations of a key between two things, whichever of their rows they lie at (N6). */
async function edgesBetween(writer: Writer, from: Id, to: Id, key: string) {
	const targets = await writer.kin(to);
	return (await writer.kin(from)).flatMap((shelf) =>
		targets.flatMap((target) => {
			const edge = edgeOf(shelf, target.id, key);
			return edge && isCurrent(edge, writer.now) ? [{ source: shelf.id, target: target.id, edge }] : [];
		})
	);
}

/** E2, before anything is made for it: the two names are of one thing, or would make one. */
async function refuseSelfRelation(writer: Writer, from: string, to: string, parameter: string): Promise<void> {
	const [source, target] = [await known(writer, from), await known(writer, to)];
	const isSelf =
		source || target
			? source !== undefined && target !== undefined && (source.id === target.id || isSame(source, target))
			: sameEnd(writer, { name: from, type: null }, { name: to, type: null });
	if (isSelf) refuseSelf(from, to, parameter);
}

/** The row that a write would take, if there is one. */
async function known(writer: Writer, name: string): Promise<ShelfRow | undefined> {
	const pick = await writer.pick(name, null);
	if ('ambiguous' in pick) throw ambiguous(name, pick.ambiguous);
	return 'row' in pick ? pick.row : undefined;
}

const createRelations: HandlersOf<{ create_relations: 0 }>['create_relations'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.relations[0]?.from }, async (writer) => {
		const made = [];
		const ids: Id[] = [];
		for (const [i, { from, to, relationType }] of args.relations.entries()) {
			const at = `relations[${String(i)}]`;
			const key = keyOfRelation(relationType);
			await refuseSelfRelation(writer, nameable(from, `${at}.from`), nameable(to, `${at}.to`), `${at}.to`);
			const source = (await writer.entity(from, null, false)).ref;
			const target = (await writer.entity(to, null, false)).ref;
			const there = (await edgesBetween(writer, source.id, target.id, key)).length > 0;
			await stateEdge(writer, { source, target, relation: relationType, ...saidBy(call) });
			ids.push(source.id, target.id);
			const relation = edgeOf(writer.bench.get(source.id), target.id, key)?.relation ?? relationType;
			if (!there) made.push({ from: source.name, to: target.name, relationType: relation });
		}
		return { ...storedParts(writer, ids), relations: made };
	});

/** The thing that a write means, when something is known of it; else the official server's error. */
async function knownThing(call: WriteCall, writer: Writer, name: string): Promise<ShelfRow> {
	const pick = await writer.pick(name, null);
	if ('ambiguous' in pick) throw ambiguous(name, pick.ambiguous);
	if ('row' in pick) {
		const kin = await writer.kin(pick.row.id);
		if (!kin.every((shelf) => isMentionedOnly(shelf, writer.now))) return pick.row;
	}
	const channels = [writer.options.channel];
	const did_you_mean = call.context.isReady()
		? nearNames(call.context.indexes.names, name, { ambiguous: pick.others, channels })
		: [];
	throw refuse(
		'not_found',
		`Entity with name ${name} not found`,
		'Nothing was added. Make it with create_entities, or look for its name with search_nodes.',
		{ parameter: 'observations', ...(did_you_mean.length > 0 && { did_you_mean }) }
	);
}

/** Current facts about a thing of these words (F5), whichever of its rows they are at home with. */
async function factsSaying(writer: Writer, id: Id, text: string) {
	const kin = await writer.kin(id);
	const family = new Set(kin.map((shelf) => shelf.id));
	const key = textKey(text);
	return kin.flatMap((shelf) =>
		[...factsOn(shelf)]
			.filter(({ fact }) => isCurrent(fact, writer.now) && textKey(fact.content) === key)
			.filter(({ fact }) => fact.mentions.some((each) => each.role === SUBJECT_ROLE && family.has(each.id)))
			.map((found) => ({ home: shelf.id, ...found }))
	);
}

/** Slots of a thing whose value is shown as these words. */
async function slotsSaying(writer: Writer, id: Id, text: string): Promise<{ key: string; slot: SlotState }[]> {
	const keys = new Set((await writer.kin(id)).flatMap((shelf) => [...slotsOn(shelf)].map(({ key }) => key)));
	const found: { key: string; slot: SlotState }[] = [];
	for (const key of keys) {
		const slot = await writer.slot(id, key);
		if (slot && !isEmpty(slot) && textKey(slotText(slot) ?? '') === textKey(text)) found.push({ key, slot });
	}
	return found;
}

const addObservations: HandlersOf<{ add_observations: 0 }>['add_observations'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.observations[0]?.entityName }, async (writer) => {
		const results = [];
		const ids: Id[] = [];
		for (const { entityName, contents } of args.observations) {
			const { id } = await knownThing(call, writer, entityName);
			const addedObservations: string[] = [];
			for (const content of contents) {
				// What is shown as an observation and is a value stands already.
				if ((await slotsSaying(writer, id, content)).length) continue;
				const [said] = await factsSaying(writer, id, content);
				const { action } = await state(call, writer, said?.home ?? id, content);
				if (action === 'new') addedObservations.push(content);
			}
			ids.push(id);
			results.push({ entityName, addedObservations });
		}
		return { ...storedParts(writer, ids), results };
	});

/** Rows that a name means (N2); none when it means nothing; never a guess (N9). */
async function rowsMeant(writer: Writer, name: string): Promise<ShelfRow[]> {
	const found = lookUp(await writer.rowsNamed(name), name);
	if (found.found) return found.rows;
	if (found.ambiguous.length) throw ambiguous(name, found.ambiguous);
	return [];
}

/** One row for each thing that a name means: namesakes are several. */
const thingsMeant = async (writer: Writer, name: string): Promise<ShelfRow[]> =>
	groupsOfSame(await rowsMeant(writer, name)).flatMap(([first]) => first ?? []);

/** P3: much at once waits for the person, though the agent wrote it. */
function deletedParts(call: WriteCall, writer: Writer, ids: Iterable<Id>, what: string) {
	const { length } = writer.change.claims;
	if (!decides(call.caller) && length > MOST_AT_ONCE) throw new NeedsPerson(`Deleting ${String(length)} at once.`);
	return {
		change_id: null,
		action: writer.isEmpty ? ('unchanged' as const) : ('removed' as const),
		ids: [...new Set(ids)],
		success: true,
		message: `${what} deleted successfully`
	};
}

/** Whether a row speaks of any of these. */
function speaksOf(shown: AnyState | null, ids: ReadonlySet<Id>): boolean {
	if (!shown) return false;
	if ('target' in shown) return ids.has(shown.target);
	if ('mentions' in shown) return shown.mentions.some((each) => ids.has(typeof each === 'string' ? each : each.id));
	return false;
}

/** P3, of all that would no longer be shown: everything said of the thing, and everything said of others that names it. */
async function mustHaveSaidAll(call: WriteCall, writer: Writer, family: readonly Shelf[], name: string): Promise<void> {
	if (mayRemove(call.caller)) return;
	const ids = new Set(family.map(({ id }) => id));
	const linking = new Set<Id>();
	for (const id of ids) for (const other of await writer.tx.linking(id)) if (!ids.has(other)) linking.add(other);
	await writer.bench.fetch(linking);
	const around = [...linking].flatMap((id) => Object.values(writer.bench.get(id)?.rows ?? {}));
	const rows = [
		...family.flatMap((shelf) => Object.values(shelf.rows)),
		...around.filter((row) => speaksOf(row.state, ids))
	];
	const claims = rows.flatMap(({ log }) => log);
	const view = new JournalView(writer.tx);
	await view.load(claims.map(changeOfClaim));
	const foreign = claims.some((id) => {
		const claim = view.claim(id);
		return claim?.effective && claim.entry && claim.entry.who !== call.caller.who;
	});
	if (foreign) throw new NeedsPerson(`"${name}", or something that is said of it, was not written by you.`);
}

const deleteEntities: HandlersOf<{ delete_entities: 0 }>['delete_entities'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.entityNames[0] }, async (writer) => {
			const ids: Id[] = [];
			for (const name of args.entityNames) {
				const rows = await rowsMeant(writer, name);
				if (!rows.length) continue;
				const { id } = theOnly(name, { rows, stage: undefined, ambiguous: [], type_missed: false }, () => []);
				const family = await writer.kin(id);
				await mustHaveSaidAll(call, writer, family, name);
				for (const shelf of family) {
					await writer.claim(entitySubject(shelf.id), { verb: 'remove' });
					ids.push(shelf.id);
				}
			}
			return deletedParts(call, writer, ids, 'Entities');
		})
	);

/** Takes away what says a thing in these words. @returns whether anything did. */
async function deleteSaying(writer: Writer, id: Id, text: string): Promise<boolean> {
	const facts = await factsSaying(writer, id, text);
	for (const { home, id: each, fact, version } of facts) {
		mayClose(writer, fact.support, `"${fact.content.slice(0, 80)}"`);
		await writer.claim(factSubject(home, each), { verb: 'remove' }, version);
	}
	const slots = await slotsSaying(writer, id, text);
	for (const { key, slot } of slots) await emptyOut(writer, id, key, slot, { verb: 'end', until: writer.now });
	return facts.length + slots.length > 0;
}

const deleteObservations: HandlersOf<{ delete_observations: 0 }>['delete_observations'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.deletions[0]?.entityName }, async (writer) => {
			const ids: Id[] = [];
			for (const { entityName, observations } of args.deletions) {
				const things = await thingsMeant(writer, entityName);
				for (const text of observations) {
					const saying: ShelfRow[] = [];
					for (const row of things) if (await says(writer, row.id, text)) saying.push(row);
					if (saying.length > 1) throw ambiguous(entityName, saying);
					for (const { id } of saying) if (await deleteSaying(writer, id, text)) ids.push(id);
				}
			}
			return deletedParts(call, writer, ids, 'Observations');
		})
	);

const says = async (writer: Writer, id: Id, text: string): Promise<boolean> =>
	(await factsSaying(writer, id, text)).length > 0 || (await slotsSaying(writer, id, text)).length > 0;

const deleteRelations: HandlersOf<{ delete_relations: 0 }>['delete_relations'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.relations[0]?.from }, async (writer) => {
			const ids: Id[] = [];
			for (const { from, to, relationType } of args.relations) {
				const key = keyOfRelation(relationType);
				const [sources, targets] = [await thingsMeant(writer, from), await thingsMeant(writer, to)];
				const meant = [];
				for (const source of sources)
					for (const target of targets) {
						const edges = await edgesBetween(writer, source.id, target.id, key);
						if (edges.length) meant.push({ source, target, edges });
					}
				if (new Set(meant.map(({ source }) => source.id)).size > 1) throw ambiguous(from, sources);
				if (meant.length > 1) throw ambiguous(to, targets);
				for (const { source, target, edge } of meant.flatMap(({ edges }) => edges)) {
					mayClose(writer, edge.support, `The relation "${from}" ${edge.relation} "${to}"`);
					await writer.claim(edgeSubject(source, target, key), { verb: 'remove' });
					ids.push(source, target);
				}
			}
			return deletedParts(call, writer, ids, 'Relations');
		})
	);

export const serverMemoryWrites = {
	create_entities: createEntities,
	create_relations: createRelations,
	add_observations: addObservations,
	delete_entities: deleteEntities,
	delete_observations: deleteObservations,
	delete_relations: deleteRelations
};
