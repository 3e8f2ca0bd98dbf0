/** What a name that was not found may have been meant for (N4): shown, never taken. */
import type { NameWhy } from '../contract/shapes';
import type { Id } from '../domain/model';
import type { NamedRow } from '../domain/resolve';
import type { NameIndex } from './name-index';

export interface NearName {
	entity_id: Id;
	name: string;
	type: string | null;
	/** How it is near, or that the name could mean it (N2). */
	why: 'ambiguous' | NameWhy;
}

const MOST = 5;

export interface NearOptions {
	/** What the name could mean and fails closed on (N2): then that is the answer. */
	ambiguous?: readonly NamedRow[];
	exclude?: readonly Id[];
	channels?: readonly Id[];
}

/** The likeliest first, five at most. */
export function nearNames(names: NameIndex, name: string, { ambiguous = [], ...narrow }: NearOptions): NearName[] {
	if (ambiguous.length)
		return ambiguous
			.slice(0, MOST)
			.map(({ id, state }) => ({ entity_id: id, name: state.name, type: state.type, why: 'ambiguous' }));
	return names
		.suggest(name, { limit: MOST, ...narrow })
		.map(({ id, name: near, type, why }) => ({ entity_id: id, name: near, type, why }));
}
