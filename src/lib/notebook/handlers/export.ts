/** The notebook as a file: the whole journal without loss, or the `memory.jsonl` of the official MCP memory server. */
import type { OutputOf } from '../../contract';
import type { Change, Id, Shelf } from '../../domain/model';
import { ChangeChannels } from '../change-channels';
import type { Call, Context, HandlersOf } from '../context';
import { memoryLines } from '../memory-lines';
import { tally, tallyIn } from '../tally';
import { transferPort } from '../transfer-port';

type Exported = OutputOf<'export'>;

/** Pages pushed by the store become an iterable that a writer pulls: one page waits at most. */
async function* pulled<T>(each: (visit: (page: T[]) => Promise<void>) => Promise<void>): AsyncIterable<T> {
	let give: ((page: T[] | undefined) => void) | undefined;
	let next = new Promise<T[] | undefined>((resolve) => {
		give = resolve;
	});
	let taken: (() => void) | undefined;
	const finished = each(
		(page) =>
			new Promise<void>((resolve) => {
				taken = resolve;
				give?.(page);
			})
	).then(
		() => give?.(undefined),
		(error: unknown) => {
			next = Promise.reject(error instanceof Error ? error : new Error(String(error)));
			give?.(undefined);
		}
	);
	for (;;) {
		const page = await next;
		if (!page) break;
		yield* page;
		next = new Promise((resolve) => {
			give = resolve;
		});
		taken?.();
	}
	await finished;
}

/** Whoever waits for a file hears that it is being written: a large one takes its time. */
const tell = (context: Context, done: number, total: number): void => {
	context.emit({ type: 'progress', job: 'export', phase: 'exporting', done, total });
};

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Formats come from the transfer port. */
export const exportNotebook =
	(context: Context): HandlersOf<{ export: 0 }>['export'] =>
	async (call, args) =>
		args.format === 'memory'
			? exportMemory(context, call, args.channel_id)
			: exportJournal(context, call, args.channel_id);

/** Of one channel: the changes that are about it, each whole (N7). */
async function exportJournal(context: Context, call: Call, channel: Id | undefined): Promise<Exported> {
	if (channel !== undefined) await context.ready; // its sums are counted from the indexes
	let changes = 0;
	let read = 0;
	const total = await call.read((reading) => reading.tx.countChanges());
	const channels = new ChangeChannels();
	const wanted = (page: Change[]): Promise<Change[]> =>
		channel === undefined ? Promise.resolve(page) : context.store.read((tx) => channels.within(tx, page, channel));
	async function* counted(): AsyncIterable<Change> {
		const pages = pulled<Change[]>((visit) => context.store.eachChange((page) => visit([page])));
		for await (const page of pages) {
			for (const change of await wanted(page)) {
				changes++;
				yield change;
			}
			read += page.length;
			tell(context, read, total);
		}
	}
	const blob = await transferPort(context).journal(counted());
	const { indexes } = context;
	const { entities, facts, relations } =
		channel === undefined ? tally(indexes) : await call.read((reading) => tallyIn(reading.tx, indexes, channel));
	return {
		filename: `commonplace-${channel === undefined ? '' : 'channel-'}${dateOf(call.now)}.ndjson`,
		media_type: 'application/x-ndjson',
		blob,
		counts: { lines: changes + 2, entities, facts, relations, changes },
		left_behind: ['settings of this device', 'requests of agents that wait', ...othersLeft(channel)]
	};
}

const othersLeft = (channel: Id | undefined): string[] => (channel === undefined ? [] : ['the other channels']);

async function exportMemory(context: Context, call: Call, channel: Id | undefined): Promise<Exported> {
	await context.ready;
	await context.indexes.settled();
	const counts = { lines: 0, entities: 0, facts: 0, relations: 0, changes: 0 };
	const shelves = () => pulled<Shelf>((visit) => context.store.eachShelf(visit));
	const lines = memoryLines(call, shelves, channel);
	async function* entities() {
		for await (const entity of lines.entities()) {
			counts.entities++;
			counts.lines++;
			counts.facts += entity.observations.length;
			if (counts.entities % 1000 === 0) tell(context, counts.entities, context.indexes.names.size);
			yield entity;
		}
	}
	async function* relations() {
		for await (const relation of lines.relations()) {
			counts.relations++;
			counts.lines++;
			yield relation;
		}
	}
	const blob = await transferPort(context).memory(entities(), relations());
	return {
		filename: `memory-${dateOf(call.now)}.jsonl`,
		media_type: 'application/x-ndjson',
		blob,
		counts,
		left_behind: [
			'who said what, when and how surely',
			'history, conflicts and what was undone',
			'mentions of others in a fact',
			'aliases, other names of merged things, descriptions, notes and channels',
			...othersLeft(channel)
		]
	};
}
