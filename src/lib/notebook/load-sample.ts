/** The sample, replayed through the door step by step as if it had happened, in one session that undo takes back. */
import type { OutputOf } from '../contract';
import { FailureError } from '../domain/result';
import type { Context, WriteCall } from './context';
import { sampleSteps } from './sample';

const DAY = 86_400_000;

export const loadSample = (context: Context, call: WriteCall): Promise<OutputOf<'load_sample'>> =>
	call.writeMany(() => replaySteps(context, call));

async function replaySteps(context: Context, call: WriteCall): Promise<OutputOf<'load_sample'>> {
	const session = context.tools.newId();
	let entities = 0;
	let facts = 0;
	for (const [i, { who, daysAgo, operation, args }] of sampleSteps.entries()) {
		const at = call.now - daysAgo * DAY - (sampleSteps.length - i) * 1000;
		const done = await context.performAt({ who, session }, operation, args, at);
		if (!done.ok) throw new FailureError(done.error);
		const counted = countOf(done.value);
		entities += counted.entities;
		facts += counted.facts;
	}
	return { change_id: null, action: 'stored', ids: [], session, entities, facts };
}

/** What a receipt says was made. */
function countOf(receipt: unknown): { entities: number; facts: number } {
	if (typeof receipt !== 'object' || receipt === null) return { entities: 0, facts: 0 };
	const size = (key: string): number => {
		const list = (receipt as Record<string, unknown>)[key];
		return Array.isArray(list) ? list.length : 0;
	};
	return { entities: size('created'), facts: size('facts') + size('values') + ('record' in receipt ? 1 : 0) };
}
