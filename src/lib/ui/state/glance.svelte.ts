/** The notebook at a glance: how much is in it, how much waits, what was lately written. For the rail, Home and Settings. */
import type { OutputOf } from '../../contract';
import type { Client } from '../client';
import { coalesced, settled } from './refresh';

export type Overview = OutputOf<'get_overview'>;

const PAUSE = 120;

export class Glance {
	#overview = $state.raw<Overview | null>(null);
	readonly refresh: () => Promise<void>;

	constructor(readonly client: Client) {
		this.refresh = coalesced(async () => {
			const result = await client.door.get_overview({});
			if (result.ok) this.#overview = result.value;
		});
	}

	get overview(): Overview | null {
		return this.#overview;
	}

	/** null: not known yet. */
	get things(): number | null {
		return this.#overview?.entities ?? null;
	}

	get waiting(): number {
		return this.#overview?.review ?? 0;
	}

	/** Nothing was ever written. False as long as it is not known. */
	get empty(): boolean {
		return this.#overview?.empty === true;
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (['changed', 'set_aside', 'agents', 'reconnected'].includes(event.type)) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}
}
