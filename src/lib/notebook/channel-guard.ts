/** N7: what lives in a channel keeps it. An undo takes no channel away from under things, and brings none back where there is no channel. */
import type { Id, Shelf } from '../domain/model';
import { refuse } from '../domain/result';
import type { StoreReader } from '../store/store';
import type { Touched } from './bench';
import type { WriteCall } from './context';
import { channelsIn } from './home';
import type { Indexes } from './indexes';
import { entityOf, isLiving, noteOf } from './shelves';
import type { Writer } from './writer';

type Names = ReadonlyMap<Id, string>;

const namesOf = async (tx: StoreReader): Promise<Names> =>
	new Map((await channelsIn(tx)).map(({ id, name }) => [id, name]));

/** What lives on a shelf, a thing or a note, in the words of a message. */
function livingOn(shelf: Shelf | undefined): { channel: Id; name: string } | undefined {
	const entity = entityOf(shelf);
	if (isLiving(entity)) return { channel: entity.channel, name: `"${entity.name}"` };
	const note = noteOf(shelf);
	return note && !note.removed ? { channel: note.channel, name: note.title ? `"${note.title}"` : 'a note' } : undefined;
}

/** @returns what to ask in the undo's transaction when all is put; it refuses by throwing. */
export async function channelGuard(call: WriteCall, parameter: string): Promise<(writer: Writer) => Promise<void>> {
	const { store, indexes, ready } = call.context;
	const before = await store.read(namesOf);
	if (before.size > 1) {
		await ready;
		await indexes.namesSettled();
	}
	return async ({ tx, bench }) => {
		const after = await namesOf(tx);
		const homeless = broughtBack(bench.touched, indexes, after);
		if (homeless !== undefined)
			throw refuse(
				'invalid_parameter',
				`${homeless} would come back into a channel that is not there.`,
				'First undo the change that took its channel back: list_changes shows it.',
				{ parameter }
			);
		for (const [channel, name] of before) {
			const living = after.has(channel) ? undefined : await livingIn(tx, indexes, channel);
			if (living === undefined) continue;
			throw refuse(
				'invalid_parameter',
				`The channel "${name}" cannot be taken back: ${living} is in it.`,
				'First undo or forget what was written there, or give it another name with rename_channel.',
				{ parameter }
			);
		}
	};
}

/** What lives now and did not before, and its channel is not there. */
function broughtBack(touched: Touched, { names, noteIds }: Indexes, channels: Names): string | undefined {
	for (const [id, { shelf }] of touched) {
		const living = names.get(id) || noteIds.has(id) ? undefined : livingOn(shelf);
		if (living && !channels.has(living.channel)) return living.name;
	}
	return undefined;
}

const SHELVES_AT_ONCE = 50;

/** Something that lives in a channel, if anything does. */
async function livingIn(tx: StoreReader, { ids, names, noteIds }: Indexes, channel: Id): Promise<string | undefined> {
	const there = [...[...ids()].filter((id) => names.get(id)?.channel === channel), ...noteIds];
	for (let i = 0; i < there.length; i += SHELVES_AT_ONCE)
		for (const shelf of await tx.shelves(there.slice(i, i + SHELVES_AT_ONCE))) {
			const living = livingOn(shelf);
			if (living?.channel === channel) return living.name;
		}
	return undefined;
}
