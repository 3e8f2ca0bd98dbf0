/**
 * The notebook as the memory format can say it: things with observations, and relations between their names. What was declared the
 * same is one thing in it (N6): the format has no word for "the same", and two entities would come back as two.
 */
import { isCurrent, SUBJECT_ROLE } from '../domain/fact';
import type { EdgeState, EntityState, Id, Shelf } from '../domain/model';
import type { Call } from './context';
import type { TransferPort } from './env';
import { families } from './kindred';
import type { NameEntry } from './name-index';
import { slotText } from './shelf-documents';
import { edgesOn, entityOf, factsOn, isLiving, slotsOn } from './shelves';

type Shelves = () => AsyncIterable<Shelf>;
type Entities = Parameters<TransferPort['memory']>[0];
type Relations = Parameters<TransferPort['memory']>[1];

/** @param shelves all of the notebook, each time they are asked for. Indexes must be settled. */
export function memoryLines(call: Call, shelves: Shelves, channel: Id | undefined) {
	const { names } = call.context.indexes;
	/** All rows of things of several, by each of them, as they were when it began: a merge meanwhile must not cut a thing in half. */
	const united = new Map<Id, readonly NameEntry[]>();
	for (const rows of families(names, channel)) for (const { id } of rows) united.set(id, rows);
	const wanted = (shelf: Shelf): EntityState | undefined => {
		const state = entityOf(shelf);
		return isLiving(state) && (channel === undefined || state.channel === channel) ? state : undefined;
	};
	/** The row that speaks for a thing. */
	const primaryOf = (id: Id): NameEntry | undefined => united.get(id)?.[0] ?? names.get(id);

	async function* entities(): Entities {
		for await (const shelf of shelves()) {
			const state = wanted(shelf);
			if (!state || primaryOf(shelf.id)?.id !== shelf.id) continue;
			const observations = united.has(shelf.id)
				? await observationsOfAll(call, shelf.id)
				: observationsOn(shelf, call.now);
			yield { name: state.name, type: state.type, observations };
		}
	}

	/** Equal ones once: only those at a thing of several rows can stand twice. */
	async function* relations(): Relations {
		const told = new Set<string>();
		for await (const shelf of shelves()) {
			const source = wanted(shelf) && primaryOf(shelf.id);
			if (!source) continue;
			for (const { target: row, relationKey, edge } of currentEdges(shelf, call.now)) {
				const target = primaryOf(row);
				if (!target || target.id === source.id) continue; // E2: a thing has no relation to itself
				if (united.has(source.id) || united.has(target.id)) {
					const place = [source.id, target.id, relationKey].join(' ');
					if (told.has(place)) continue;
					told.add(place);
				}
				yield { from: source.name, relation: edge.relation, to: target.name };
			}
		}
	}

	return { entities, relations };
}

function* currentEdges(shelf: Shelf, now: number): Iterable<{ target: Id; relationKey: string; edge: EdgeState }> {
	for (const each of edgesOn(shelf)) if (isCurrent(each.edge, now)) yield each;
}

/** Without a look at anything else. */
function observationsOn(shelf: Shelf, now: number): string[] {
	const texts: string[] = [];
	for (const { fact } of factsOn(shelf))
		if (isCurrent(fact, now) && fact.mentions.some(({ id, role }) => id === shelf.id && role === SUBJECT_ROLE))
			texts.push(fact.content);
	for (const { slot } of slotsOn(shelf)) texts.push(...textOf(slot));
	return texts;
}

/** Facts and values of all rows of a thing as reading unites them: a sentence once, of two values the one that stands. */
const observationsOfAll = (call: Call, id: Id): Promise<string[]> =>
	call.read(async (reading) => {
		const rows = await reading.thing(id);
		const facts = await reading.facts(rows, { mentions: false });
		const slots = await reading.slots(rows);
		const about = facts.filter(({ is_subject }) => is_subject).map(({ fact }) => fact.content);
		return [...about, ...slots.flatMap(({ slot }) => textOf(slot))];
	});

function textOf(slot: Parameters<typeof slotText>[0]): string[] {
	const text = slotText(slot);
	return text === undefined ? [] : [text];
}
