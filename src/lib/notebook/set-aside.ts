/** Items of Review that the person put off, on this device: kept beside the journal, and nothing is decided by it. */
import type { StoreReader, StoreWriter } from '../store/store';

const ASIDE = 'aside';

/** Until when (ms since epoch), by the item's id. */
type Aside = Readonly<Record<string, number>>;

const read = async (tx: StoreReader): Promise<Aside> => ((await tx.meta(ASIDE)) as Aside | undefined) ?? {};

/** Ids of items that do not wait yet. */
export async function asideNow(tx: StoreReader, now: number): Promise<Set<string>> {
	return new Set(
		Object.entries(await read(tx))
			.filter(([, until]) => until > now)
			.map(([id]) => id)
	);
}

/** @param until ms since epoch; null brings it in again */
export async function setAside(tx: StoreWriter, id: string, until: number | null, now: number): Promise<void> {
	const kept = Object.entries(await read(tx)).filter(([other, time]) => other !== id && time > now);
	await tx.setMeta(ASIDE, Object.fromEntries(until === null ? kept : [...kept, [id, until]]));
}
