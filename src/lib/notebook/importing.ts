/** Imports as sessions (J2): begun, ended, or cut off; what a cut-off one left without a row is given one. Device-local record. */
import type { Id } from '../domain/model';
import type { StoreReader, StoreWriter } from '../store/store';
import { iso } from './answers';
import { Bench, type Touched } from './bench';
import type { Context } from './context';
import { entitiesNamed, settleGhosts } from './ghosts';
import { firstReceipt, type Key } from './idempotency';
import { JournalView, undoneAmong } from './journal-view';

const IMPORTS = 'imports';
const KEPT = 50;

export interface ImportRecord {
	session: Id;
	/** ms since epoch */
	at: number;
	name: string;
	ended: boolean;
	/** Of a journal: the changes it brought, or until it has ended those it is to bring. They have sessions of their own. */
	brought?: Id[];
	/** The call that made it, if it had an idempotency key: many changes have no one of theirs that could hold it (J6). */
	call?: { scope: string; hash: string; receipt: unknown };
}

export async function importRecords(tx: StoreReader): Promise<ImportRecord[]> {
	return ((await tx.meta(IMPORTS)) ?? []) as ImportRecord[];
}

export async function recordImport(tx: StoreWriter, record: ImportRecord): Promise<void> {
	const others = (await importRecords(tx)).filter(({ session }) => session !== record.session);
	await tx.setMeta(IMPORTS, [...others, record].slice(-KEPT));
}

/** Notes the call that wrote a session, when all of it is there. */
export async function recordCall(tx: StoreWriter, record: ImportRecord): Promise<void> {
	const known = (await importRecords(tx)).find(({ session }) => session === record.session);
	await recordImport(tx, { ...record, ...known, ...(record.call && { call: record.call }) });
}

/** J6 for calls of many changes. */
export async function repeatedSession<T extends object>(
	tx: StoreReader,
	scope: string,
	keyed: Key
): Promise<T | undefined> {
	const record = (await importRecords(tx)).find(({ call }) => call?.scope === scope);
	if (!record?.call) return undefined;
	const changes = await changesOfSession(tx, record.session);
	const undone = (await undoneAmong(tx, changes)).size === changes.length;
	const receipt = record.call.receipt as T; // stored as it was answered by this very operation
	return firstReceipt({ hash: record.call.hash, receipt, undone }, keyed);
}

/** The changes of a session; of a restored journal those it brought, as far as they are here. */
export async function changesOfSession(tx: StoreReader, session: Id): Promise<Id[]> {
	const brought = (await importRecords(tx)).find((record) => record.session === session)?.brought ?? [];
	const here = (await tx.heads(brought)).flatMap((head) => head?.id ?? []);
	return [...(await tx.sessionChanges(session)), ...here];
}

export const unfinishedImports = (context: Context) =>
	context.store.read(async (tx) => {
		const open = (await importRecords(tx)).filter(({ ended, session }) => !ended && !running.has(session));
		const list = [];
		for (const { session, at, name, brought } of open) {
			const changes = await changesOfSession(tx, session);
			if (brought && changes.length >= brought.length) continue; // another restore has brought the rest
			const undone = await undoneAmong(tx, changes);
			if (undone.size < changes.length) list.push({ session, at: iso(at), name, changes: changes.length });
		}
		return list;
	});

/** Imports under way in this worker: unended, but not cut off. */
export const running = new Set<Id>();

/**
 * An import writes each thing once, in the order of its file, so a relation may be written before its other end. Cut off in between,
 * that end lives because the relation names it (J4): here it gets its row.
 */
export async function repairUnfinished(context: Context): Promise<void> {
	const open = await context.store.read(async (tx) => (await importRecords(tx)).filter(({ ended }) => !ended));
	for (const { session } of open) await giveRowsOf(context, session);
}

/** As `repairUnfinished`, for one session: an import that was cancelled, or failed. */
export async function giveRowsOf(context: Context, session: Id): Promise<void> {
	const changes = await context.store.read((tx) => tx.sessionChanges(session));
	for (const id of changes) context.indexes.absorb(await context.store.write((tx) => giveRows(tx, id)));
}

async function giveRows(tx: StoreWriter, change: Id): Promise<Touched> {
	const [claims = []] = await tx.claims([change]);
	const bench = new Bench(tx);
	await settleGhosts(tx, bench, new JournalView(tx), entitiesNamed(claims));
	return bench.touched;
}
