/**
 * Which channels a change is about (N7). Every write acts on one, so the first of its claims that tells is enough; a change that only takes
 * back or forgets is about what that is about. Of what was forgotten whole nothing tells any more: it is about none.
 */
import type { Change, Claim, Id } from '../domain/model';
import { changeOfClaim, indexOfClaim } from '../domain/replay';
import { CHANNELS_SHELF, subjectParts } from '../domain/subject';
import type { StoreReader } from '../store/store';
import { entityOf, noteOf } from './shelves';

/** A change, or its head: then its claims are looked up. */
type Told = Pick<Change, 'id' | 'undoes' | 'forgets'> & { claims?: readonly Claim[] };

/** Remembers what it found out: for a walk through the journal. */
export class ChangeChannels {
	readonly #ofShelf = new Map<Id, Id | null>();
	readonly #ofChange = new Map<Id, ReadonlySet<Id>>();

	/** Those of the changes that are about a channel, in their order. */
	async within<T extends Told>(tx: StoreReader, changes: readonly T[], channel: Id): Promise<T[]> {
		await this.#learn(tx, changes);
		return changes.filter(({ id }) => this.#ofChange.get(id)?.has(channel));
	}

	/** All that a change is about. */
	async of(tx: StoreReader, change: Told): Promise<ReadonlySet<Id>> {
		await this.#learn(tx, [change]);
		return this.#ofChange.get(change.id) ?? new Set();
	}

	async #learn(tx: StoreReader, changes: readonly Told[]): Promise<void> {
		const fresh = changes.filter(({ id }) => !this.#ofChange.has(id));
		const untold = fresh.filter(({ claims }) => !claims).map(({ id }) => id);
		const stored = new Map((await tx.claims(untold)).map((claims, i) => [untold[i], claims]));
		for (const change of fresh) {
			this.#ofChange.set(change.id, new Set()); // a ring of undoes (only a forged journal has one) ends here
			const claims = change.claims ?? stored.get(change.id) ?? [];
			this.#ofChange.set(change.id, await this.#about(tx, change, claims));
		}
	}

	async #about(tx: StoreReader, change: Told, claims: readonly Claim[]): Promise<ReadonlySet<Id>> {
		const own = await this.#firstTold(tx, claims);
		const emptied = await this.#firstTold(tx, await claimsAt(tx, change.forgets ?? []));
		const undone = await this.#ofAll(tx, change.undoes ?? []);
		return new Set([own, emptied, ...undone].filter((channel) => channel !== null));
	}

	async #ofAll(tx: StoreReader, ids: readonly Id[]): Promise<Id[]> {
		await this.#learn(
			tx,
			(await tx.heads(ids)).filter((head) => head !== undefined)
		);
		return ids.flatMap((id) => [...(this.#ofChange.get(id) ?? [])]);
	}

	async #firstTold(tx: StoreReader, claims: readonly Claim[]): Promise<Id | null> {
		for (const claim of claims) {
			const { home, local } = subjectParts(claim.subject);
			const channel = home === CHANNELS_SHELF ? local.slice(2) : (channelSaid(claim) ?? (await this.#ofHome(tx, home)));
			if (channel !== null) return channel;
		}
		return null;
	}

	async #ofHome(tx: StoreReader, home: Id): Promise<Id | null> {
		const known = this.#ofShelf.get(home);
		if (known !== undefined) return known;
		const shelf = await tx.shelf(home);
		const state = entityOf(shelf) ?? noteOf(shelf);
		const channel = state?.channel ?? (await channelMade(tx, (shelf?.rows.e ?? shelf?.rows.n)?.log ?? []));
		this.#ofShelf.set(home, channel);
		return channel;
	}
}

const channelSaid = ({ body }: Claim): Id | null =>
	body?.verb === 'create' || body?.verb === 'write-note' ? body.channel : null;

/** Where an undone creation made it. */
async function channelMade(tx: StoreReader, log: readonly string[]): Promise<Id | null> {
	for (const claim of await claimsAt(tx, log)) {
		const channel = channelSaid(claim);
		if (channel !== null) return channel;
	}
	return null;
}

async function claimsAt(tx: StoreReader, ids: readonly string[]): Promise<Claim[]> {
	const changes = [...new Set(ids.map(changeOfClaim))];
	const claims = new Map((await tx.claims(changes)).map((list, i) => [changes[i], list]));
	return ids.map((id) => claims.get(changeOfClaim(id))?.[indexOfClaim(id)]).filter((claim) => claim !== undefined);
}
