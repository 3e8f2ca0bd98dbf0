/** What a person is shown of a plan before it is run. */
import type { OutputOf } from '../contract';
import type { Context } from './context';
import type { Plan, PlannedEntity } from './planned';

type Preview = OutputOf<'import_preview'>;

const MOST_NEAR = 200;
const MOST_AMBIGUOUS = 100;
const MOST_FILES = 500;
const MOST_SAMPLES = 8;

const placeOf = ({ line, file }: { line: number; file?: string }) => ({ line, ...(file !== undefined && { file }) });

/** Names of the file that are near one of the notebook and stay apart. */
function nearNames(context: Context, plan: Plan): Preview['near_names'] {
	if (!context.indexes.names.size) return [];
	const fresh = plan.entities.filter(({ row }) => !row).slice(0, MOST_NEAR);
	return fresh.flatMap(({ name, line }) =>
		context.indexes.names
			.suggest(name, { limit: 1 })
			.filter(({ score }) => score >= 0.6)
			.map(({ id, name: near, why }) => ({ name, line, near, entity_id: id, why }))
	);
}

const listed = <K extends string>(map: ReadonlyMap<string, number>, key: K) =>
	[...map]
		.map(([name, count]) => ({ [key]: name, count }) as { [P in K]: string } & { count: number })
		.sort((a, b) => b.count - a.count);

function samplesOf(plan: Plan): Preview['samples'] {
	return plan.entities
		.filter(({ mentioned }) => !mentioned)
		.slice(0, MOST_SAMPLES)
		.map((entity) => ({
			name: entity.name,
			type: entity.type,
			matched: entity.row !== undefined,
			observations: entity.observations.size,
			relations: entity.relations.length,
			first: [...entity.observations.values()][0]?.text.slice(0, 200) ?? null
		}));
}

/** By what things were found here. */
function matchedBy(entities: readonly PlannedEntity[]): Preview['matched_by'] {
	const counts = { id: 0, exact: 0, alias: 0, fold: 0 };
	for (const { matchedBy: by } of entities) if (by) counts[by]++;
	return counts;
}

const ambiguousOf = ({ entities }: Plan): Preview['ambiguous'] =>
	entities
		.filter(({ ambiguous }) => ambiguous)
		.slice(0, MOST_AMBIGUOUS)
		.map((entity) => ({
			name: entity.name,
			...placeOf(entity),
			rows: (entity.ambiguous ?? []).map(({ id, state }) => ({ entity_id: id, name: state.name, type: state.type }))
		}));

export const reportOf = (context: Context, plan: Plan) => ({
	matched_by: matchedBy(plan.entities),
	ambiguous: ambiguousOf(plan),
	files: plan.files.slice(0, MOST_FILES),
	files_total: plan.files.length,
	refused: plan.refused.map((item) => ({ ...placeOf(item), reason: item.reason, excerpt: item.excerpt })),
	refused_total: plan.refusedTotal,
	dropped_fields: listed(plan.dropped, 'field'),
	ignored: listed(plan.ignored, 'what'),
	near_names: nearNames(context, plan),
	samples: samplesOf(plan)
});
