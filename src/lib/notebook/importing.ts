/** Imports as sessions (J2): begun, ended, or cut off; what a cut-off one left without a row is given one. Device-local record. */
import { ghostOf } from '../domain/entity';
import type { EntityRef, Id } from '../domain/model';
import { hlcMs } from '../domain/clock';
import { subjectParts } from '../domain/subject';
import type { StoreReader, StoreWriter } from '../store/store';
import { iso } from './answers';
import type { Context } from './context';
import { refsOf } from './gist';
import { newShelf, refreshShelf } from './shelves';

const IMPORTS = 'imports';
const KEPT = 50;

export interface ImportRecord {
	session: Id;
	/** ms since epoch */
	at: number;
	name: string;
	ended: boolean;
	/** Of a journal: the changes it brought, which have sessions of their own. */
	brought?: Id[];
}

export async function importRecords(tx: StoreReader): Promise<ImportRecord[]> {
	return ((await tx.meta(IMPORTS)) ?? []) as ImportRecord[];
}

export async function recordImport(tx: StoreWriter, record: ImportRecord): Promise<void> {
	const others = (await importRecords(tx)).filter(({ session }) => session !== record.session);
	await tx.setMeta(IMPORTS, [...others, record].slice(-KEPT));
}

export const unfinishedImports = (context: Context) =>
	context.store.read(async (tx) => {
		const open = (await importRecords(tx)).filter(({ ended, session }) => !ended && !running.has(session));
		const list = [];
		for (const { session, at, name } of open) {
			const changes = await tx.sessionChanges(session);
			const undone = changes.length > 0 && (await tx.undoesOf(changes)).length > 0;
			if (changes.length && !undone) list.push({ session, at: iso(at), name, changes: changes.length });
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
	for (const { session } of open) {
		const changes = await context.store.read((tx) => tx.sessionChanges(session));
		for (const id of changes) await context.store.write((tx) => giveRows(tx, id));
	}
}

async function giveRows(tx: StoreWriter, change: Id): Promise<void> {
	const head = await tx.head(change);
	const [claims = []] = await tx.claims([change]);
	const refs = new Map<Id, EntityRef>();
	for (const { subject, body } of claims)
		if (body) for (const ref of refsOf(body, subjectParts(subject).home)) refs.set(ref.id, ref);
	const list = [...refs.values()];
	const shelves = await tx.shelves(list.map(({ id }) => id));
	const channel = claims.flatMap(({ body }) => (body?.verb === 'create' ? [body.channel] : []))[0] ?? 'default';
	const missing = list.filter((_, i) => !shelves[i]);
	if (!missing.length || !head) return;
	const at = hlcMs(head.hlc);
	await tx.putShelves(
		missing.map((ref) =>
			refreshShelf({ ...newShelf(ref.id, 'entity'), rows: { e: { log: [], state: ghostOf(ref, channel, at) } } })
		)
	);
}
