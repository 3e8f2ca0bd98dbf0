/** Of an answer that tells of several items (`remember`): how many there were, and which were refused though the call as a whole went well. */
import type { Failure } from '../domain/result';

export interface ToldItems {
	total: number;
	refused: Failure[];
}

/** null: the answer is of no such call. */
export function toldItems(value: unknown): ToldItems | null {
	if (typeof value !== 'object' || value === null) return null;
	const { facts, relations, values } = value as Record<string, unknown>;
	if (![facts, relations, values].every(Array.isArray)) return null;
	// The three of them are `remembered` of the contract; an entry of the audit may come from an earlier build.
	const items = [facts, relations, values].flat() as { action?: string; error?: Failure }[];
	return {
		total: items.length,
		refused: items.flatMap(({ action, error }) => (action === 'refused' ? (error ?? []) : []))
	};
}
