/**
 * The pages that have proved themselves, and the one of them that answers. The first stays the one until it goes; `answer_here` moves it.
 * Two browsers are two notebooks: a reload must not throw the agents into the other, so the place of a page that went is kept for its
 * browser for a moment.
 */
import type { AgentIdentity } from '../../lib/contract/bridge-messages';
import { Arrivals } from '../arrivals';
import type { PageConnection } from './page-connection';

export interface PagesPatience {
	/** ms that a page which went may take to come back: a reload, a restart of its worker. */
	comesBackWithin: number;
	/** When pages that were open as the hub started will have found it, in ms since epoch. */
	settledAt: number;
}

export class Pages {
	readonly #patience: PagesPatience;
	readonly #changed: () => void;
	readonly #open = new Set<PageConnection>();
	#answering: PageConnection | undefined;
	/** The browser whose page answered and has just gone. */
	#keptFor: string | undefined;
	readonly #arrivals = new Arrivals();

	/** @param changed called when one has come or gone */
	constructor(patience: PagesPatience, changed: () => void) {
		this.#patience = patience;
		this.#changed = changed;
	}

	get count(): number {
		return this.#open.size;
	}

	get all(): readonly PageConnection[] {
		return [...this.#open];
	}

	isAnswering(page: PageConnection): boolean {
		return page === this.#answering;
	}

	/** @returns whether it is the one that answers */
	add(page: PageConnection): boolean {
		this.#open.add(page);
		if (!this.#answering && (this.#keptFor === undefined || this.#keptFor === page.keyId)) this.#answering = page;
		page.whenGone(() => this.#remove(page));
		this.#arrivals.tell();
		this.#changed();
		return this.isAnswering(page);
	}

	#remove(page: PageConnection): void {
		this.#open.delete(page);
		if (this.#answering === page) {
			this.#answering = undefined;
			const heir = this.all.find(({ keyId }) => keyId === page.keyId);
			if (heir) this.moveTo(heir);
			else this.#keepPlace(page.keyId);
		}
		this.#changed();
	}

	#keepPlace(keyId: string): void {
		this.#keptFor = keyId;
		setTimeout(() => {
			if (this.#keptFor !== keyId) return;
			this.#keptFor = undefined;
			const [next] = this.#open;
			if (next && !this.#answering) this.moveTo(next);
			this.#arrivals.tell();
		}, this.#patience.comesBackWithin).unref();
	}

	/** From now on calls go to this page. */
	moveTo(page: PageConnection): void {
		if (this.#answering === page || !this.#open.has(page)) return;
		this.#answering?.tellAnswering(false);
		this.#answering = page;
		this.#keptFor = undefined;
		page.tellAnswering(true);
	}

	tellAgents(agents: AgentIdentity[]): void {
		for (const page of this.#open) page.tellAgents(agents);
	}

	/** Those that may be asked: the one that answers first, then others of its browser. Another browser is another notebook: only the person moves agents there. */
	#candidates(keyId: string | undefined): PageConnection[] {
		if (keyId !== undefined) return this.all.filter((page) => page.keyId === keyId);
		if (!this.#answering && this.#keptFor !== undefined) return [];
		const own = this.all.filter((page) => page.keyId === this.#answering?.keyId);
		return own.sort((a, b) => Number(b === this.#answering) - Number(a === this.#answering));
	}

	/**
	 * A page whose code is alive, waited for a moment where there is none, which from now on is the one that answers.
	 * @param keyId only pages of this browser: one that has begun a call is the only one that can go on with it
	 */
	async pick(keyId: string | undefined, signal: AbortSignal): Promise<PageConnection | 'none' | 'asleep'> {
		const { comesBackWithin, settledAt } = this.#patience;
		const until = Math.max(Date.now() + comesBackWithin, settledAt);
		for (;;) {
			const candidates = this.#candidates(keyId).filter(({ isOpen }) => isOpen);
			const awake = await firstAwake(candidates);
			if (awake) {
				this.moveTo(awake);
				return awake;
			}
			if (candidates.some(({ isOpen }) => isOpen)) return 'asleep';
			if (Date.now() >= until || signal.aborted) return 'none';
			await this.#arrivals.next(until - Date.now(), signal);
		}
	}
}

/** The first alone, as it is nearly always the one; the others side by side, so that however many there are the wait is short. */
async function firstAwake([first, ...others]: PageConnection[]): Promise<PageConnection | undefined> {
	if (!first) return undefined;
	if (await first.isAwake()) return first;
	const awake = await Promise.all(others.map((page) => page.isAwake()));
	return others.find((_, index) => awake[index]);
}
