/** The page of one thing: everything known of it, kept true while others write. Reads only; writing is `thing-writes`. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import type { Client } from '../client';
import type { Named } from '../linkify';
import { coalesced, settled } from './refresh';

export type ThingPage = OutputOf<'get_dossier'>;
export type Thing = NonNullable<ThingPage['entity']>;
export type Slot = ThingPage['slots'][number];
export type Fact = ThingPage['about'][number];
export type Relation = ThingPage['relations'][number];
export type Version = OutputOf<'memory_history'>['versions'][number];

const PAUSE = 60;
const FIRST = 200;
const ALL = 1_000;

export class Dossier {
	#page = $state.raw<ThingPage | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#withPast = $state(false);
	#all = $state(false);
	readonly refresh: () => Promise<void>;

	constructor(
		readonly client: Client,
		readonly id: string
	) {
		this.refresh = coalesced(() => this.#read());
	}

	/** null while it is first read. */
	get page(): ThingPage | null {
		return this.#page;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	/** Also facts and relations that are no longer so. */
	get withPast(): boolean {
		return this.#withPast;
	}

	set withPast(on: boolean) {
		this.#withPast = on;
		void this.refresh();
	}

	showAll(): void {
		this.#all = true;
		void this.refresh();
	}

	/** Things that its facts and relations name: where the words become links. */
	readonly named: readonly Named[] = $derived.by(() => (this.#page ? namedIn(this.#page) : []));

	/** Its history of one attribute, oldest first. */
	async history(thing: Thing, attribute: string): Promise<readonly Version[] | Failure> {
		const { door } = this.client;
		const result = await door.memory_history({ entity: thing.name, entity_id: thing.id, attribute });
		return result.ok ? result.value.versions : result.error;
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (event.type === 'reconnected' || (event.type === 'changed' && this.#concerns(event))) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	/** Its own shelf changed, or one of a thing that names it, or one that it names (a name may be another now). */
	#concerns({ shelves, entities }: { shelves: object; entities: readonly { id: string }[] }): boolean {
		const known = new Set([this.id, ...this.named.map(({ id }) => id)]);
		return Object.keys(shelves).some((id) => known.has(id)) || entities.some(({ id }) => id === this.id);
	}

	async #read(): Promise<void> {
		const result = await this.client.door.get_dossier({
			entity_id: this.id,
			history: this.#withPast,
			limit: this.#all ? ALL : FIRST
		});
		if (result.ok) this.#page = result.value;
		this.#failure = result.ok ? null : result.error;
	}
}

function namedIn(page: ThingPage): Named[] {
	const all = new Map<string, Named>();
	for (const fact of [...page.about, ...page.mentions])
		for (const { entity_id: id, name } of fact.mentions) all.set(id, { id, name });
	for (const { entity } of page.relations) all.set(entity.id, { id: entity.id, name: entity.name });
	if (page.entity)
		all.set(page.entity.id, { id: page.entity.id, name: page.entity.name, aliases: page.entity.aliases });
	return [...all.values()];
}

/** Whom a fact is about. */
export const subjectsOf = (fact: Fact): Fact['mentions'] => fact.mentions.filter(({ role }) => role === 'subject');

/** The roles that a thing has in a fact, but for being its subject. */
export const rolesOf = (fact: Fact, id: string): string[] =>
	fact.mentions.filter((m) => m.entity_id === id && m.role !== 'subject').map(({ role }) => role);

export interface RelationGroup {
	key: string;
	relation: string;
	direction: 'out' | 'in';
	edges: Relation[];
}

/** Relations by words and direction, in the order given: outgoing first. */
export function groupRelations(relations: readonly Relation[]): RelationGroup[] {
	const groups = new Map<string, RelationGroup>();
	for (const edge of relations) {
		const { relation, direction } = edge;
		const key = `${direction} ${relation}`;
		const group = groups.get(key) ?? { key, relation, direction, edges: [] };
		group.edges.push(edge);
		groups.set(key, group);
	}
	return [...groups.values()].sort((a, b) => Number(a.direction === 'in') - Number(b.direction === 'in'));
}
