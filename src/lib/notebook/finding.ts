/** Where a fact lies: facts are asked for by id alone, and the text index knows the shelf of each current one. */
import type { FactState, Id } from '../domain/model';
import { refuse } from '../domain/result';
import type { Call } from './context';
import { entityOf, factOf } from './shelves';
import type { Writer } from './writer';

/**
 * The shelf of a fact, asked before the transaction: the index may still be building. Undefined is no failure yet: the call may be one
 * that has been done before (J6).
 * @param past look for one that is no longer current too, through all shelves.
 */
export async function homeOfFact(call: Call, id: Id, past = false): Promise<Id | undefined> {
	await call.context.ready;
	await call.context.indexes.settled();
	const home = call.context.indexes.words.shelfOf(id) ?? (await watchedHome(call, id));
	return home ?? (past ? pastHome(call, id) : undefined);
}

async function pastHome(call: Call, id: Id): Promise<Id | undefined> {
	let home: Id | undefined;
	await call.context.store.eachShelf((page) => {
		home ??= page.find((shelf) => factOf(shelf, id))?.id;
	});
	return home;
}

/** A fact called wrong is not indexed; while it waits in Review its shelf is watched. */
const watchedHome = (call: Call, id: Id): Promise<Id | undefined> =>
	call.read(async (reading) => {
		const shelves = await reading.tx.shelves([...call.context.indexes.watched]);
		return shelves.find((shelf) => factOf(shelf, id))?.id;
	});

export async function factIn(writer: Writer, found: Id | undefined, id: Id): Promise<{ home: Id; fact: FactState }> {
	if (found !== undefined) await writer.bench.fetch([found]);
	const shelf = found === undefined ? undefined : writer.bench.get(found);
	const fact = factOf(shelf, id);
	// N7: of another channel, it is not here.
	if (shelf && fact && entityOf(shelf)?.channel === writer.options.channel) return { home: shelf.id, fact };
	throw refuse('not_found', `No fact has the id "${id}".`, 'Take the id from get_entity or memory_search.', {
		parameter: 'fact_id'
	});
}
