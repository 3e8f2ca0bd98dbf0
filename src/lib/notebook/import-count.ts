/** What an import would do, or did, in numbers. */
import { edgeBetween, factsByText, newMembers } from './import-match';
import type { Plan, PlannedEntity } from './planned';

export interface ImportCounts {
	entities_new: number;
	entities_matched: number;
	united: number;
	observations_new: number;
	observations_known: number;
	values_new: number;
	values_known: number;
	relations_new: number;
	relations_known: number;
	notes_new: number;
	notes_known: number;
	mentioned_only: number;
	changes_new: number;
	changes_known: number;
}

export const noCounts = (): ImportCounts => ({
	entities_new: 0,
	entities_matched: 0,
	united: 0,
	observations_new: 0,
	observations_known: 0,
	values_new: 0,
	values_known: 0,
	relations_new: 0,
	relations_known: 0,
	notes_new: 0,
	notes_known: 0,
	mentioned_only: 0,
	changes_new: 0,
	changes_known: 0
});

type Counted = Pick<Plan, 'entities' | 'notes' | 'united' | 'repeatedObservations' | 'repeatedRelations'>;

/** What a plan would do, counted as `import-write` does it. */
export function countPlan(plan: Counted): ImportCounts {
	const counts = { ...noCounts(), united: plan.united };
	counts.observations_known = plan.repeatedObservations;
	counts.relations_known = plan.repeatedRelations;
	for (const entity of plan.entities) countEntity(entity, counts);
	for (const { known } of plan.notes) counts[known ? 'notes_known' : 'notes_new']++;
	return counts;
}

function countEntity(entity: PlannedEntity, counts: ImportCounts): void {
	if (entity.row) counts.entities_matched++;
	else if (entity.mentioned) counts.mentioned_only++;
	else counts.entities_new++;
	const known = factsByText(entity);
	for (const key of entity.observations.keys()) counts[known.has(key) ? 'observations_known' : 'observations_new']++;
	for (const [key, { members }] of entity.values) {
		const fresh = newMembers(entity, key).length;
		counts.values_new += fresh;
		counts.values_known += members.size - fresh;
	}
	for (const { to, key } of entity.relations)
		counts[edgeBetween(entity, to, key) ? 'relations_known' : 'relations_new']++;
}

/** What a plan did that was perhaps stopped on the way: then there are also ends that so far only its relations name. */
export function countWritten(plan: Plan, done: Pick<Plan, 'entities' | 'notes'>): ImportCounts {
	const written = new Set(done.entities);
	const named = done.entities.flatMap(({ relations, mentions }) => [
		...relations.map(({ to }) => to),
		...[...mentions.values()].flat().map(({ to }) => to)
	]);
	const ends = new Set(named.filter((end) => !end.row && !written.has(end)));
	const counts = countPlan({ ...plan, ...done });
	return { ...counts, mentioned_only: counts.mentioned_only + ends.size };
}
