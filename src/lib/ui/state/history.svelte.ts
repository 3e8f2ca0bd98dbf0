/** The journal as a list that people read: by day, by whom, undone or not. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import { dayOf } from '../format';
import type { Changed, Client } from '../client';
import { coalesced, settled } from './refresh';

export type Change = OutputOf<'list_changes'>['changes'][number];

export interface HistoryFilter {
	/** `person` or `agent:NAME`. */
	by?: string;
	entityId?: string;
	/** Only from this time on, ISO 8601. */
	since?: string;
	/** Only before this time, ISO 8601. */
	until?: string;
}

/** Consecutive changes of one session: shown as one when it was not the person's. */
export interface Visit {
	key: string;
	session: string;
	by: string;
	changes: Change[];
}

export interface Day {
	key: string;
	title: string;
	visits: Visit[];
}

const PAGE = 60;
const BUDGET = 24_000;
const PAUSE = 100;

export class History {
	#changes = $state.raw<readonly Change[] | null>(null);
	#cursor = $state<string | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#filter = $state.raw<HistoryFilter>({});
	/** Everybody seen so far, for the filter. */
	#writers = $state.raw<readonly string[]>([]);
	readonly refresh: () => Promise<void>;

	readonly days: readonly Day[] = $derived.by(() => daysOf(this.#changes ?? [], Date.now()));

	constructor(
		readonly client: Client,
		filter: HistoryFilter = {},
		readonly size = PAGE,
		/** Whether a change may be one of those that are shown. */
		readonly concerns: (change: Changed) => boolean = () => true
	) {
		this.#filter = filter;
		this.refresh = coalesced(() => this.#read());
	}

	/** null while they are first read. */
	get changes(): readonly Change[] | null {
		return this.#changes;
	}

	get hasMore(): boolean {
		return this.#cursor !== null;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	get writers(): readonly string[] {
		return this.#writers;
	}

	get filter(): HistoryFilter {
		return this.#filter;
	}

	set filter(filter: HistoryFilter) {
		this.#filter = filter;
		void this.refresh();
	}

	async more(): Promise<void> {
		await this.#take(this.#cursor);
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (event.type === 'reconnected' || (event.type === 'changed' && this.concerns(event))) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #read(): Promise<void> {
		await this.#take(null);
	}

	async #take(cursor: string | null): Promise<void> {
		const { by, entityId, since, until } = this.#filter;
		const result = await this.client.door.list_changes({
			limit: this.size,
			budget: BUDGET,
			by: by ?? null,
			entity_id: entityId ?? null,
			since: since ?? null,
			until: until ?? null,
			cursor
		});
		this.#failure = result.ok ? null : result.error;
		if (!result.ok) return;
		const { changes } = result.value;
		this.#changes = cursor ? [...(this.#changes ?? []), ...changes] : changes;
		this.#cursor = result.value.cursor ?? null;
		this.#writers = [...new Set([...this.#writers, ...changes.map(({ by: who }) => who)])].sort();
	}
}

function daysOf(changes: readonly Change[], now: number): Day[] {
	const days: Day[] = [];
	for (const change of changes) {
		const title = dayOf(change.at, now);
		let day = days.at(-1);
		if (day?.title !== title) days.push((day = { key: change.change_id, title, visits: [] }));
		const visit = day.visits.at(-1);
		if (visit?.session === change.session && visit.by === change.by) visit.changes.push(change);
		else day.visits.push({ key: change.change_id, session: change.session, by: change.by, changes: [change] });
	}
	return days;
}
