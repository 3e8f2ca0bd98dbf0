/**
 * One-time codes that pair a browser with this hub: five minutes, one use, in memory only. The person opens a link that holds one in its
 * fragment, which no server sees; the page proves that it knows the code and never says it.
 */
import { latest, LINK_LIFE_MS } from './link-life';
import { newCode, secretFromCode, type Secret } from '../../lib/contract/bridge-proof';

/** A code that is asked for again is the same for this part of its life: an agent that calls ten times makes one link. */
const SAME_FOR = 0.8;

export interface Offer {
	link: string;
	/** ms since epoch. */
	expires: number;
}

interface Code extends Offer {
	secret: Secret;
}

export class PairingCodes {
	readonly #origin: string;
	readonly #now: () => number;
	/** By the id of its key. */
	readonly #codes = new Map<string, Code>();
	#making: Promise<Code> | undefined;

	constructor(origin: string, now: () => number = Date.now) {
		this.#origin = origin;
		this.#now = now;
	}

	#forgetOld(): void {
		for (const [id, { expires }] of this.#codes) if (expires <= this.#now()) this.#codes.delete(id);
	}

	async #make(): Promise<Code> {
		const code = newCode();
		const secret = await secretFromCode(code, this.#origin);
		const made = { link: `${this.#origin}/agents#pair=${code}`, expires: this.#now() + LINK_LIFE_MS, secret };
		this.#codes.set(secret.id, made);
		return made;
	}

	/** A link to be opened by the person. */
	async offer(): Promise<Offer> {
		this.#forgetOld();
		const fresh = [...this.#codes.values()].find(
			({ expires }) => expires - this.#now() >= LINK_LIFE_MS * (1 - SAME_FOR)
		);
		if (fresh) return fresh;
		this.#making ??= this.#make().finally(() => (this.#making = undefined));
		return this.#making;
	}

	/** Until when somebody may come with a link. */
	get goodUntil(): number {
		this.#forgetOld();
		return latest([...this.#codes.values()].map(({ expires }) => expires));
	}

	/** The key of a code that is still good. */
	find(id: string): Secret | undefined {
		this.#forgetOld();
		return this.#codes.get(id)?.secret;
	}

	/** Uses a code up. @returns whether it was still there: of two that race one gets it */
	take(id: string): boolean {
		this.#forgetOld();
		return this.#codes.delete(id);
	}
}
