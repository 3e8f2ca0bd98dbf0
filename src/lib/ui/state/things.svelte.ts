/** The table of things: by type, sorted, page by page. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import type { Client } from '../client';
import { coalesced, settled } from './refresh';

export type Row = OutputOf<'list_entities'>['entities'][number];
export type TypeCount = OutputOf<'list_types'>['types'][number];
export type Sort = 'updated' | 'created' | 'name' | 'facts' | 'relations';

export interface Query {
	type: string | null;
	sort: Sort;
	/** Against the natural direction of the column. */
	reversed: boolean;
	contains: string;
	/** In the order of the values of this attribute, instead of `sort`. */
	attribute: string | null;
}

const PAGE = 100;
const BUDGET = 24_000;
const PAUSE = 250;
const MOST_COLUMNS = 3;

export class Things {
	#rows = $state.raw<readonly Row[] | null>(null);
	#types = $state.raw<readonly TypeCount[]>([]);
	#all = $state(0);
	#total = $state(0);
	#cursor = $state<string | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#query = $state.raw<Query>({ type: null, sort: 'updated', reversed: false, contains: '', attribute: null });
	/** Of the type that is shown, most used first. */
	#attributes = $state.raw<readonly string[]>([]);
	/** Which of them are columns; null: the most used. */
	#columns = $state.raw<readonly string[] | null>(null);
	#loading = false;
	/** Counts the questions: an answer to an earlier one is dropped. */
	#asked = 0;
	readonly refresh: () => Promise<void>;

	constructor(
		readonly client: Client,
		query: Partial<Query> = {}
	) {
		this.#query = { ...this.#query, ...query };
		this.refresh = coalesced(() => this.#read());
	}

	/** null while they are first read. */
	get rows(): readonly Row[] | null {
		return this.#rows;
	}

	get types(): readonly TypeCount[] {
		return this.#types;
	}

	/** Of all types. */
	get all(): number {
		return this.#all;
	}

	/** Of the present query. */
	get total(): number {
		return this.#total;
	}

	get hasMore(): boolean {
		return this.#cursor !== null;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	get query(): Query {
		return this.#query;
	}

	get attributes(): readonly string[] {
		return this.#attributes;
	}

	/** Attributes that stand as columns: only of one type, since of all they would be too many. */
	get columns(): readonly string[] {
		if (this.#query.type === null) return [];
		return this.#columns ?? this.#attributes.slice(0, MOST_COLUMNS);
	}

	/** Shows an attribute as a column, or does not. */
	toggleColumn(attribute: string): void {
		const shown = this.columns;
		this.#columns = shown.includes(attribute)
			? shown.filter((each) => each !== attribute)
			: this.#attributes.filter((each) => shown.includes(each) || each === attribute);
		void this.refresh();
	}

	sortByAttribute(attribute: string): void {
		this.ask({ attribute, reversed: this.#query.attribute === attribute && !this.#query.reversed });
	}

	ask(change: Partial<Query>): void {
		if (change.type !== undefined && change.type !== this.#query.type) {
			this.#columns = null;
			this.#attributes = [];
			change = { attribute: null, ...change };
		}
		this.#query = { ...this.#query, ...change };
		this.#cursor = null;
		void this.refresh();
	}

	/** A second click on a column turns it round. */
	sortBy(sort: Sort): void {
		const isSame = this.#query.attribute === null && this.#query.sort === sort;
		this.ask({ sort, attribute: null, reversed: isSame && !this.#query.reversed });
	}

	async more(): Promise<void> {
		if (this.#loading || !this.#cursor) return;
		this.#loading = true;
		await this.#take(this.#cursor);
		this.#loading = false;
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (event.type === 'changed' || event.type === 'reconnected') later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #read(): Promise<void> {
		const { type } = this.#query;
		if (type !== null) {
			const known = await this.client.door.list_attributes({ type });
			if (known.ok && this.#query.type === type)
				this.#attributes = known.value.attributes.map(({ attribute }) => attribute);
		}
		const [types] = await Promise.all([this.client.door.list_types({}), this.#take(null)]);
		if (!types.ok) return;
		this.#types = types.value.types;
		this.#all = types.value.total;
	}

	async #take(cursor: string | null): Promise<void> {
		const { type, sort, reversed, contains, attribute } = this.#query;
		const asked = cursor ? this.#asked : ++this.#asked;
		const limit = cursor ? PAGE : Math.max(PAGE, Math.min(500, this.#rows?.length ?? 0));
		const result = await this.client.door.list_entities({
			type,
			sort,
			descending: reversed,
			attributes: [...this.columns],
			sort_attribute: attribute,
			contains: contains.trim() || null,
			limit,
			budget: BUDGET,
			cursor
		});
		if (asked !== this.#asked) return;
		this.#failure = result.ok ? null : result.error;
		if (!result.ok) return;
		const { entities, total } = result.value;
		this.#rows = cursor ? [...(this.#rows ?? []), ...entities] : entities;
		this.#total = total;
		this.#cursor = result.value.cursor ?? null;
	}
}
