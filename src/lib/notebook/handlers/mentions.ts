/** Unlinked mentions through the door: found by the words of a thing's names, linked when the person says so. */
import type { OutputOf } from '../../contract';
import { isCurrent, LINK_ROLE } from '../../domain/fact';
import type { FactState, Id, NoteState, Shelf } from '../../domain/model';
import { factSubject, noteSubject } from '../../domain/subject';
import { cutText } from '../gist';
import type { HandlersOf } from '../context';
import { linkedEntities } from '../note-links';
import type { Reading } from '../reading';
import { entityOf, factOf, noteOf, type ShelfRow } from '../shelves';
import { linkedText, occurrences } from '../unlinked';
import type { Writer } from '../writer';

type Item = OutputOf<'find_mentions'>['items'][number];

/** Names of one letter or two stand in too many texts to tell anything, but for scripts in which they are whole words. */
const tells = (name: string): boolean => Array.from(name).length > 2 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(name);

/** All names of a thing. */
const namesOf = (rows: readonly ShelfRow[]): string[] => [
	...new Set(rows.flatMap(({ state }) => [state.name, ...state.aliases]).filter(tells))
];

const AROUND = 80;

function excerptAt(text: string, at: number, length: number): string {
	const from = Math.max(0, at - AROUND);
	const part = text.slice(from, at + length + AROUND).replace(/\s+/gu, ' ');
	return `${from > 0 ? '…' : ''}${cutText(part, 2 * AROUND + length)}${at + length + AROUND < text.length ? '…' : ''}`;
}

/** A text that names the thing and is not linked to it. */
function unlinked(text: string, linked: readonly Id[], ids: ReadonlySet<Id>, names: readonly string[]) {
	if (linked.some((id) => ids.has(id))) return undefined;
	const [first] = occurrences(text, names);
	return first && { excerpt: excerptAt(text, first.at, first.text.length), matched: first.text };
}

async function candidates(reading: Reading, names: readonly string[], channel: Id, limit: number) {
	const hits = new Map<Id, { id: Id; kind: string; shelf: Id }>();
	for (const name of names)
		for (const hit of reading.context.indexes.words.withAllWords(name, {
			limit: limit * 4,
			kinds: ['fact', 'note'],
			channels: [channel]
		}))
			hits.set(hit.id, hit);
	const shelves = await reading.tx.shelves([...new Set([...hits.values()].map(({ shelf }) => shelf))]);
	const byId = new Map(shelves.flatMap((shelf) => (shelf ? [[shelf.id, shelf] as const] : [])));
	return [...hits.values()].map((hit) => ({ ...hit, on: byId.get(hit.shelf) }));
}

const findMentions: HandlersOf<{ find_mentions: 0 }>['find_mentions'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.settled();
	return call.read(async (reading) => {
		const rows = await reading.thing(args.entity_id);
		const [row] = rows;
		if (!row) return { found: false, items: [] };
		const [ids, names] = [new Set(rows.map(({ id }) => id)), namesOf(rows)];
		const items: Item[] = [];
		for (const { id, kind, on } of await candidates(reading, names, row.state.channel, args.limit)) {
			const item = kind === 'note' ? noteItem(on, ids, names) : await factItem(reading, on, id, ids, names);
			if (item && items.length < args.limit) items.push(item);
		}
		return { found: true, items };
	}, args.channel_id);
};

function noteItem(shelf: Shelf | undefined, ids: ReadonlySet<Id>, names: readonly string[]): Item | undefined {
	const note = noteOf(shelf);
	if (!shelf || !note || note.removed) return undefined;
	const found = unlinked(note.text, note.mentions, ids, names);
	return found && { kind: 'note', id: shelf.id, entity: null, title: note.title ?? null, ...found };
}

async function factItem(
	reading: Reading,
	shelf: Shelf | undefined,
	id: Id,
	ids: ReadonlySet<Id>,
	names: readonly string[]
): Promise<Item | undefined> {
	const fact = factOf(shelf, id);
	if (!shelf || !fact || !isCurrent(fact, reading.now)) return undefined;
	const found = unlinked(
		fact.content,
		fact.mentions.map((mention) => mention.id),
		ids,
		names
	);
	if (!found) return undefined;
	const entity = (await reading.briefs([shelf.id])).get(shelf.id) ?? null;
	return { kind: 'fact', id, entity, title: null, ...found };
}

const linkMentions: HandlersOf<{ link_mentions: 0 }>['link_mentions'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.settled();
	const homes = new Map(args.ids.map((id) => [id, call.context.indexes.words.shelfOf(id) ?? id]));
	return call.write({ channel_id: args.channel_id, entity_id: args.entity_id }, async (writer) => {
		const shelves = await writer.kin(args.entity_id);
		const ref = writer.ref(args.entity_id);
		const names = shelves.flatMap((shelf) => {
			const state = entityOf(shelf);
			return state ? [state.name, ...state.aliases].filter(tells) : [];
		});
		const own = new Set(shelves.map(({ id }) => id));
		await writer.bench.fetch(homes.values());
		const linked: Id[] = [];
		for (const [id, home] of homes) {
			const shelf = writer.bench.get(home);
			const note = noteOf(shelf);
			const fact = factOf(shelf, id);
			if (note && !note.removed && (await linkNote(writer, id, note, names, ref.name))) linked.push(id);
			if (fact && isUnlinked(fact, own)) {
				await writer.claim(factSubject(home, id), { verb: 'mention', mentions: [{ ...ref, role: LINK_ROLE }] });
				linked.push(id);
			}
		}
		return {
			change_id: null,
			action: linked.length ? ('added' as const) : ('unchanged' as const),
			ids: linked,
			linked: linked.length
		};
	});
};

const isUnlinked = (fact: FactState, own: ReadonlySet<Id>): boolean => !fact.mentions.some(({ id }) => own.has(id));

async function linkNote(
	writer: Writer,
	id: Id,
	note: NoteState,
	names: readonly string[],
	name: string
): Promise<boolean> {
	const text = linkedText(note.text, names, name);
	if (text === note.text) return false;
	await writer.claim(noteSubject(id), {
		verb: 'write-note',
		text,
		...(note.title !== undefined && { title: note.title }),
		note_kind: note.kind,
		channel: note.channel,
		mentions: await linkedEntities(writer, text, note.channel)
	});
	return true;
}

export const mentionHandlers = { find_mentions: findMentions, link_mentions: linkMentions };
