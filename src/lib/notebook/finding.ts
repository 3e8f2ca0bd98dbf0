/** Where a fact lies: facts are asked for by id alone, and the text index knows the shelf of each current one. */
import type { Id } from '../domain/model';
import { refuse } from '../domain/result';
import type { Call } from './context';
import { entityOf, factOf } from './shelves';
import type { Writer } from './writer';

/** The shelf of a fact, asked before the transaction: the index may still be building. */
export async function homeOfFact(call: Call, id: Id): Promise<Id> {
	await call.context.ready;
	await call.context.indexes.settled();
	const home = call.context.indexes.words.shelfOf(id) ?? (await watchedHome(call, id));
	if (home !== undefined) return home;
	throw refuse('not_found', `No current fact has the id "${id}".`, 'Take the id from get_entity or memory_search.', {
		parameter: 'fact_id'
	});
}

/** A fact called wrong is not indexed; while it waits in Review its shelf is watched. */
const watchedHome = (call: Call, id: Id): Promise<Id | undefined> =>
	call.read(async (reading) => {
		const shelves = await reading.tx.shelves([...call.context.indexes.watched]);
		return shelves.find((shelf) => factOf(shelf, id))?.id;
	});

export async function factIn(writer: Writer, home: Id, id: Id) {
	await writer.bench.fetch([home]);
	const shelf = writer.bench.get(home);
	const fact = factOf(shelf, id);
	if (fact && entityOf(shelf)?.channel === writer.options.channel) return fact; // N7: of another channel, it is not here
	throw refuse('not_found', `No fact has the id "${id}".`, 'Take the id from get_entity or memory_search.', {
		parameter: 'fact_id'
	});
}
