/** Devices that write with Writers and hand each other changes: the journal under test without the door before it. */
import { createClock } from '../../src/lib/domain/clock';
import type { Change, ClaimId, Id, Row, Shelf, SubjectKey, Who } from '../../src/lib/domain/model';
import { subjectOf } from '../../src/lib/domain/subject';
import { absorbChanges } from '../../src/lib/notebook/absorb';
import type { Context } from '../../src/lib/notebook/context';
import { createIds, type Tools } from '../../src/lib/notebook/env';
import { Bench } from '../../src/lib/notebook/bench';
import { emptyClaims } from '../../src/lib/notebook/purge';
import { Writer, type WriterOptions } from '../../src/lib/notebook/writer';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { Store } from '../../src/lib/store/store';
import { createTestEnv } from './notebooks';

export interface Device {
	store: Store;
	tools: Tools;
	/** One change (J1) of whatever the work says; undefined when it says nothing. */
	write(work: (writer: Writer) => Promise<unknown>, options?: Partial<WriterOptions> & { who?: Who }): Promise<Change>;
	undo(...ids: Id[]): Promise<Change>;
	/** Takes changes in as they are, `batch` of them in one transaction. */
	take(changes: readonly Change[], batch?: number): Promise<void>;
	/** Empties claims here, as forgetting does (J5). */
	empty(claims: readonly ClaimId[]): Promise<void>;
	changes(): Promise<Change[]>;
	shelves(): Promise<Shelf[]>;
	row(subject: SubjectKey): Promise<Row | undefined>;
}

/** @param seed tells devices apart: their random bits, their marks in stamps, and how far their clocks are off. */
export function createDevice(seed: number, skew = 0, store: Store = createMemoryStore()): Device {
	const env = { ...createTestEnv(seed * 7919 + 1), breathe: () => Promise.resolve() };
	env.at += skew;
	const tools: Tools = { env, clock: createClock(`d${seed}`), newId: createIds(env) };
	// Taking changes in needs no more of a notebook than this.
	const context = { store, tools, announce: () => undefined } as unknown as Context;
	const session = `00000000-0000-7000-8000-${seed.toString(16).padStart(12, '0')}`;
	const device: Device = {
		store,
		tools,
		write(work, { who = 'person', ...options } = {}) {
			return store.write(async (tx) => {
				const writer = new Writer(tx, tools, {
					operation: 'test',
					caller: { who, session },
					channel: 'default',
					...options
				});
				await work(writer);
				await writer.commit({ said: true });
				return writer.change;
			});
		},
		undo: (...ids) =>
			device.write((writer) => {
				writer.change.undoes = ids;
				return Promise.resolve();
			}),
		async take(changes, batch = 1) {
			for (let i = 0; i < changes.length; i += batch)
				await absorbChanges(context, structuredClone(changes.slice(i, i + batch)), {
					isCancelled: () => false,
					onProgress: () => undefined
				});
		},
		empty: (claims) => store.write((tx) => emptyClaims(tx, new Bench(tx), claims)),
		async changes() {
			const all: Change[] = [];
			await store.eachChange((page) => void all.push(...page));
			return all;
		},
		async shelves() {
			const all: Shelf[] = [];
			await store.eachShelf((page) => void all.push(...page));
			return all;
		},
		async row(subject) {
			const shelves = await device.shelves();
			for (const shelf of shelves)
				for (const [local, row] of Object.entries(shelf.rows)) if (subjectOf(shelf.id, local) === subject) return row;
			return undefined;
		}
	};
	return device;
}

/** The same store again, by what the port tells of it. */
export async function copyOf(
	store: Store,
	meta: readonly string[] = ['node', 'imports', 'settings', 'projections']
): Promise<Store> {
	const copy = createMemoryStore();
	const shelves: Shelf[] = [];
	await store.eachShelf((page) => void shelves.push(...page));
	const { heads, claims, values } = await store.read(async (tx) => {
		const all = await tx.headsBefore(undefined, Infinity);
		return {
			heads: all,
			claims: await tx.claims(all.map(({ id }) => id)),
			values: await Promise.all(meta.map((key) => tx.meta(key)))
		};
	});
	await copy.write(async (tx) => {
		await tx.putShelves(shelves);
		for (const [i, head] of heads.entries()) await tx.putChange(head, claims[i] ?? []);
		for (const [i, key] of meta.entries()) if (values[i] !== undefined) await tx.setMeta(key, values[i]);
	});
	return copy;
}

/** All that is projected, comparable: rows by subject with the order of their claims, look-up keys and links. Rows without claims and state do not count. */
export async function projectionOf(store: Store): Promise<Record<string, unknown>> {
	const all: Record<string, unknown> = {};
	await store.eachShelf((page) => {
		for (const shelf of page) {
			if (shelf.keys.length) all[`keys of ${shelf.id}`] = [...shelf.keys].sort();
			if (shelf.kin) all[`kin of ${shelf.id}`] = shelf.kin;
			if (shelf.links.length) all[`links of ${shelf.id}`] = [...shelf.links].sort();
			for (const [local, row] of Object.entries(shelf.rows))
				if (row.log.length || row.state) all[subjectOf(shelf.id, local)] = row;
		}
	});
	return sorted(all);
}

/** What lives, without the order of claims: what undo gives back (J4). */
export async function livingOf(store: Store): Promise<Record<string, unknown>> {
	const all: Record<string, unknown> = {};
	await store.eachShelf((page) => {
		for (const shelf of page) {
			if (shelf.kin) all[`kin of ${shelf.id}`] = shelf.kin;
			for (const [local, { state }] of Object.entries(shelf.rows)) if (state) all[subjectOf(shelf.id, local)] = state;
		}
	});
	return sorted(all);
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
	Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
