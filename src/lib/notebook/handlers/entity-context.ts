/** get_entity_context: observations and relations of one thing, compact enough for an agent, or verbose. */
import { namedEdges, factAnswer, valueAnswer, type FactAnswer } from '../answers';
import type { HandlersOf } from '../context';
import type { PlacedEdge, Reading } from '../reading';
import type { ShelfRow } from '../shelves';

type NamedEdge = ReturnType<typeof namedEdges>[number];

const getEntityContext: HandlersOf<{ get_entity_context: 0 }>['get_entity_context'] = (call, args) =>
	call.read(async (reading) => {
		const [settings, family] = await Promise.all([
			call.context.settings.recent(reading.tx),
			reading.family(args.entityName, args)
		]);
		const compact_responses = call.caller.compact ?? settings.compact_responses;
		if (!family.rows.length)
			return compact_responses
				? { ok: false as const }
				: { found: false as const, message: `No entity found with name: ${args.entityName}` };
		const observations = await observationsOf(reading, family.rows);
		const relations = args.includeRelated ? await namedRelations(reading, family.rows) : undefined;
		return compact_responses
			? compact(family.rows, observations, args.maxObs, relations)
			: verbose(family.rows, observations, args.maxObs, relations);
	}, args.channel_id);

type Named = NamedEdge[];

async function namedRelations(reading: Reading, rows: readonly ShelfRow[]): Promise<Named> {
	const edges = await reading.relations(rows);
	const briefs = await reading.briefs(edges.map(({ other }) => other));
	return namedEdges(edges.sort(byTime), briefs);
}

const byTime = (a: PlacedEdge, b: PlacedEdge): number => a.at - b.at || (a.other < b.other ? -1 : 1);

/** Facts with the family as subject and current values; newest first, of one time the one later in its file (ids grow). */
async function observationsOf(reading: Reading, rows: readonly ShelfRow[]): Promise<FactAnswer[]> {
	const facts = await reading.facts(rows, { mentions: rows.length > 1 });
	const values = (await reading.slots(rows)).map(valueAnswer).filter((value) => value !== undefined);
	return [...facts.filter(({ is_subject }) => is_subject).map(factAnswer), ...values].sort(
		(a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1)
	);
}

function compact(rows: readonly ShelfRow[], observations: FactAnswer[], most: number, relations: Named | undefined) {
	const [primary] = rows;
	const more = observations.length - most;
	return {
		ok: true as const,
		n: primary?.state.name ?? '',
		t: primary?.state.type ?? null,
		o: observations.slice(0, most).map(({ content }) => content),
		...(relations && {
			r: {
				out: relations.filter(isOut).map(({ edge, brief }) => ({ rel: edge.relation, to: brief.name })),
				in: relations
					.filter((each) => !isOut(each))
					.map(({ edge, brief }) => ({ rel: edge.relation, from: brief.name }))
			}
		}),
		...(more > 0 && { more })
	};
}

const isOut = ({ direction }: { direction: string }): boolean => direction === 'out';

function verbose(rows: readonly ShelfRow[], observations: FactAnswer[], most: number, relations: Named | undefined) {
	const [primary] = rows;
	return {
		found: true as const,
		entity: {
			id: primary?.id ?? '',
			name: primary?.state.name ?? '',
			type: primary?.state.type ?? null,
			description: primary?.state.description ?? null
		},
		observations: observations
			.slice(0, most)
			.map(({ id, content, source, confidence, created_at }) => ({ id, content, source, confidence, created_at })),
		...(relations && {
			relations: {
				outgoing: relations.filter(isOut).map(({ edge, brief }) => ({
					relation_type: edge.relation,
					to_entity: brief.name,
					to_entity_type: brief.type,
					strength: edge.strength ?? null
				})),
				incoming: relations
					.filter((each) => !isOut(each))
					.map(({ edge, brief }) => ({
						relation_type: edge.relation,
						from_entity: brief.name,
						from_entity_type: brief.type,
						strength: edge.strength ?? null
					}))
			}
		}),
		...(observations.length > most && { hasMore: true as const, totalObservations: observations.length })
	};
}

export const contextReads = { get_entity_context: getEntityContext };
