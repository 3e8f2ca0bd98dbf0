/** Relations through the door: how things connect (E1–E4). */
import type { OutputOf } from '../../contract';
import { isCurrent } from '../../domain/fact';
import { refuse } from '../../domain/result';
import { groupsOfSame } from '../../domain/resolve';
import { AGENT_CAPS, describeSubgraph, subgraph, type SubgraphCaps } from '../../domain/subgraph';
import type { Id } from '../../domain/model';
import { defaultConfidence } from '../../domain/standing';
import { edgeSubject } from '../../domain/subject';
import { isPerson } from '../caller';
import type { Call, HandlersOf } from '../context';
import { asking } from '../permits';
import { familyOf } from '../family';
import type { Indexes } from '../indexes';
import { kindred, rowsInMemory } from '../kindred';
import type { NameEntry } from '../name-index';
import { nearNames } from '../near-names';
import { choiceFromRef, createdParts, entityFor, existing, matchParts } from '../receipts';
import { edgeOf } from '../shelves';
import { endOf, keyOfRelation, mayClose, refuseSelf, stateEdge } from '../stating';

/** The app draws more than an agent reads. */
const APP_CAPS: SubgraphCaps = { nodes: 500, edges: 1500 };

type Graph = OutputOf<'search_relationships'>;

interface Sought {
	seeds: Id[];
	unresolved: NonNullable<Graph['unresolved']>;
	/** Rows of seeds that are several, by row id: their group's first row. */
	groupOf: Map<Id, Id>;
	members: Map<Id, Id[]>;
}

/** N2 for each name, from memory as the walk is; rows of one spelling and type are one node (E3), namesakes are several. */
async function seek({ names: index }: Indexes, names: readonly string[], channel: Id): Promise<Sought> {
	const sought: Sought = { seeds: [], unresolved: [], groupOf: new Map(), members: new Map() };
	const source = rowsInMemory(index, (each) => each === channel);
	for (const name of names) {
		const family = await familyOf(name, source);
		if (!family.rows.length)
			sought.unresolved.push({
				name,
				did_you_mean: nearNames(index, name, { ambiguous: family.ambiguous, channels: [channel] })
			});
		for (const group of groupsOfSame(family.rows)) {
			const [first] = group;
			if (!first || sought.seeds.includes(first.id)) continue;
			sought.seeds.push(first.id);
			sought.members.set(
				first.id,
				group.map(({ id }) => id)
			);
			if (group.length > 1) for (const { id } of group) sought.groupOf.set(id, first.id);
		}
	}
	return sought;
}

const search: HandlersOf<{ search_relationships: 0 }>['search_relationships'] = async (call, args) => {
	if (!args.entities.length)
		throw refuse(
			'invalid_parameter',
			'entities is empty: it must name at least one thing.',
			'Give one name for its neighbourhood, two or more for how they connect.',
			{ parameter: 'entities' }
		);
	await call.context.ready;
	await call.context.indexes.namesSettled();
	// All is in memory; the transaction is asked for nothing but whether there still is a store to speak for.
	return call.read(async () => {
		const sought = await seek(call.context.indexes, args.entities, args.channel_id);
		return { ...walk(call, sought, args), entities_searched: args.entities };
	});
};

function walk(
	call: Call,
	sought: Sought,
	args: { channel_id: string; hops: number }
): Omit<Graph, 'entities_searched'> {
	const { edges, names } = call.context.indexes;
	const entries = new Map<Id, NameEntry | null>();
	const entryOf = (id: Id): NameEntry | null => {
		const known = entries.get(id);
		if (known !== undefined) return known;
		const entry = names.get(id) ?? null;
		entries.set(id, entry);
		return entry;
	};
	const isHere = (id: Id): boolean => entryOf(id)?.channel === args.channel_id;
	// Most notebooks have nothing that is several rows: then an edge is walked as it is.
	const isPlain = !names.hasFamilies && sought.groupOf.size === 0;
	const isChannel = (channel: Id): boolean => channel === args.channel_id;
	// Of rows in several channels, one of this channel speaks.
	const primaryIdOf = (id: Id): Id => (entryOf(id)?.same?.length ? (kindred(names, id, isChannel)[0]?.id ?? id) : id);
	const groupOf = isPlain ? (id: Id): Id => id : (id: Id): Id => sought.groupOf.get(id) ?? primaryIdOf(id);
	const membersOf = (group: Id): Id[] => sought.members.get(group) ?? kindred(names, group).map(({ id }) => id);
	const nameOf = (id: Id): string => entryOf(id)?.name ?? '';
	const view = {
		...edges.grouped({
			groupOf,
			...(!isPlain && { membersOf }),
			keep: ({ validUntil }, far) => (validUntil === undefined || validUntil > call.now) && isHere(far)
		}),
		name: nameOf
	};
	const isApp = isPerson(call.caller) && !call.caller.via;
	const caps = isApp ? APP_CAPS : AGENT_CAPS;
	const graph = subgraph(view, { seeds: sought.seeds, hops: args.hops, caps });
	const unresolved = sought.unresolved;
	return {
		nodes: graph.nodes.map((id) => ({ id, name: nameOf(id), type: entryOf(id)?.type ?? null })),
		edges: graph.edges.map((edge) => ({
			source: nameOf(edge.source),
			target: nameOf(edge.target),
			source_id: edge.source,
			target_id: edge.target,
			type: edge.row.relation,
			confidence: edge.row.confidence,
			context: edge.row.context ?? null,
			...(isApp && { since: new Date(edge.row.validFrom ?? edge.row.at).toISOString() })
		})),
		text: describeSubgraph(graph, {
			name: nameOf,
			relation: (edge) => edge.row.relation,
			unresolved: unresolved.map(({ name }) => name)
		}),
		...(graph.truncated && { truncated: true as const }),
		...(unresolved.length > 0 && { unresolved })
	};
}

const relate: HandlersOf<{ relate_entities: 0 }>['relate_entities'] = (call, args) =>
	call.write(
		{ channel_id: args.channel_id, named: args.fromEntity, entity_id: args.from_entity_id },
		async (writer) => {
			keyOfRelation(args.relation);
			const source = await entityFor(
				writer,
				args.fromEntity,
				{ type: args.fromEntityType, entity_id: args.from_entity_id },
				false,
				{ name: 'fromEntity', type: 'fromEntityType' }
			);
			const target = await entityFor(
				writer,
				args.toEntity,
				{ type: args.toEntityType, entity_id: args.to_entity_id },
				false,
				{ name: 'toEntity', type: 'toEntityType' }
			);
			if (source.ref.id === target.ref.id) refuseSelf(args.fromEntity, args.toEntity, 'toEntity');
			const action = await stateEdge(writer, {
				source: source.ref,
				target: target.ref,
				relation: args.relation,
				confidence: args.confidence ?? defaultConfidence(call.caller.who),
				origin: isPerson(call.caller) ? 'user' : 'agent',
				strength: args.strength,
				context: args.context
			});
			const { matched_by, ...parts } = matchParts(call, args.fromEntity, source);
			return {
				change_id: null,
				action,
				ids: [source.ref.id, target.ref.id],
				...createdParts(writer),
				...parts,
				matched_by,
				from: { ...choiceFromRef(source.ref), matched_by: source.matched_by },
				relation: args.relation,
				to: { ...choiceFromRef(target.ref), matched_by: target.matched_by }
			};
		}
	);

const endRelation: HandlersOf<{ end_relation: 0 }>['end_relation'] = (call, args) =>
	asking(call, args, () =>
		call.write(
			{ channel_id: args.channel_id, named: args.fromEntity, entity_id: args.from_entity_id },
			async (writer) => {
				const source = await existing(call, writer, args.fromEntity, {
					type: args.fromEntityType,
					entity_id: args.from_entity_id
				});
				const target = await existing(call, writer, args.toEntity, {
					type: args.toEntityType,
					entity_id: args.to_entity_id
				});
				const key = keyOfRelation(args.relation);
				const edge = edgeOf(writer.bench.get(source.id), target.id, key);
				const live = edge !== null && isCurrent(edge, writer.now);
				if (live) {
					mayClose(writer, edge.support, `The relation ${source.state.name} ${edge.relation} ${target.state.name}`);
					const subject = edgeSubject(source.id, target.id, key);
					await writer.claim(
						subject,
						args.wrong ? { verb: 'retract' } : { verb: 'end', until: endOf(args.until, call.now) }
					);
				}
				return {
					change_id: null,
					action: live ? (args.wrong ? ('retracted' as const) : ('ended' as const)) : ('unchanged' as const),
					ids: [source.id, target.id]
				};
			}
		)
	);

export const relationHandlers = { search_relationships: search, relate_entities: relate, end_relation: endRelation };
