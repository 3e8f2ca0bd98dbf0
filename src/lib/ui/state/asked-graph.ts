/** What is asked of a graph, as it stands in the address, so that a link and the way back show the same. Pure. */
import type { Filters } from '../../graph/filters';

export interface Asked extends Filters {
	/** Names of what it is about. */
	of: readonly string[];
	/** 1–4 */
	hops: number;
	/** Only the ways between the first two. */
	ways: boolean;
}

export const HOPS = [1, 2, 3, 4] as const;
const USUAL_HOPS = 2;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day of the calendar, else ''. */
const dayOf = (text: string | null): string =>
	text !== null && DAY.test(text) && !Number.isNaN(new Date(`${text}T00:00`).getTime()) ? text : '';

/** Anything may stand in an address: what is no number of steps is the usual. */
export function readAsked(query: URLSearchParams): Asked {
	const all = (name: string): string[] => [...new Set(query.getAll(name))];
	const of = all('of').filter((name) => name.trim() !== '');
	const hops = Math.trunc(Number(query.get('hops') ?? USUAL_HOPS)) || USUAL_HOPS;
	return {
		of,
		hops: Math.min(4, Math.max(1, hops)),
		types: all('type-off'),
		relations: all('relation-off'),
		from: dayOf(query.get('from')),
		until: dayOf(query.get('until')),
		ways: of.length > 1 && query.has('ways')
	};
}

/** Without the question mark; the usual is left out. */
export function writeAsked({ of, hops, types, relations, from, until, ways }: Asked): string {
	const parts = of.map((name) => `of=${encodeURIComponent(name)}`);
	if (hops !== USUAL_HOPS) parts.push(`hops=${hops}`);
	parts.push(...types.map((type) => `type-off=${encodeURIComponent(type)}`));
	parts.push(...relations.map((relation) => `relation-off=${encodeURIComponent(relation)}`));
	if (from) parts.push(`from=${from}`);
	if (until) parts.push(`until=${until}`);
	if (ways && of.length > 1) parts.push('ways=1');
	return parts.join('&');
}
