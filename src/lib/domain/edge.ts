/** Edges (E1): what one claim does to a relation. Pure. */
import type { ClaimBody, EdgeState, Entry } from './model';
import { confirmedConfidence, supportOf, thousandths } from './standing';

type Related = Extract<ClaimBody, { verb: 'relate' }>;

const MAX_CONTEXTS = 20;

function related(entry: Entry, body: Related): EdgeState {
	return {
		target: body.target_ref.id,
		relation: body.relation,
		confidence: thousandths(body.confidence),
		...(body.strength !== undefined && { strength: thousandths(body.strength) }),
		contexts: body.context === undefined ? [] : [body.context],
		...(body.valid_from !== undefined && { valid_from: body.valid_from }),
		...(body.valid_until !== undefined && { valid_until: body.valid_until }),
		status: 'current',
		support: [supportOf(entry, body)]
	};
}

/** E1: confidence as S3, strength replaced when given, newest context shown and older kept. */
function again(state: EdgeState, entry: Entry, body: Related): EdgeState {
	const fresh = related(entry, body);
	if (state.status !== 'current') return { ...fresh, relation: state.relation, contexts: joined(fresh, state) }; // it lives again
	return {
		...state,
		...(fresh.strength !== undefined && { strength: fresh.strength }),
		...(fresh.valid_from !== undefined && { valid_from: fresh.valid_from }),
		...(fresh.valid_until !== undefined && { valid_until: fresh.valid_until }),
		confidence: confirmedConfidence(state.confidence, fresh.confidence, entry.who),
		contexts: joined(fresh, state),
		support: [...state.support, ...fresh.support]
	};
}

const joined = (newer: EdgeState, older: EdgeState): string[] =>
	[...new Set([...newer.contexts, ...older.contexts])].slice(0, MAX_CONTEXTS);

/** What one claim does to an edge. */
export function stepEdge(state: EdgeState | null, entry: Entry): EdgeState | null {
	const body = entry.body;
	if (body.verb === 'relate') return state ? again(state, entry, body) : related(entry, body);
	if (!state) return null;
	switch (body.verb) {
		case 'end':
			return { ...state, status: 'ended', valid_until: body.until };
		case 'retract':
			return { ...state, status: 'retracted' };
		case 'remove':
			return { ...state, status: 'removed' };
		default:
			return state;
	}
}
