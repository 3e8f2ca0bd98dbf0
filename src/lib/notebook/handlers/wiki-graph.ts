/** get_wiki_graph: notes and what their `[[links]]` lead to. Reads notes only; how things are related is another graph. */
import type { OutputOf } from '../../contract';
import type { Id, NoteState } from '../../domain/model';
import { exactKey } from '../../domain/name';
import { queryKeys } from '../../domain/resolve';
import { byText } from '../best-of';
import type { HandlersOf } from '../context';
import { cutText } from '../gist';
import { linksIn, namesOf } from '../../domain/link';
import { page, type SortKey } from '../paging';
import { readable } from '../readable';
import type { Reading } from '../reading';
import { noteOf } from '../shelves';

type Graph = OutputOf<'get_wiki_graph'>;
type Node = Graph['nodes'][number];

/** A note by itself, or one link of it. */
interface Item {
	note: Node;
	to?: Node;
	place: SortKey;
}

interface Note {
	id: Id;
	state: NoteState;
	node: Node;
}

const TITLE = 80;

/** Its title, else its beginning. */
const titleOf = ({ title, text }: NoteState): string => title ?? cutText(text.trim().replace(/\s+/gu, ' '), TITLE);

async function notesIn(reading: Reading): Promise<Note[]> {
	const shelves = await reading.tx.shelves([...reading.context.indexes.noteIds]);
	return shelves
		.flatMap((shelf): Note[] => {
			const state = noteOf(shelf);
			if (!shelf || !state || state.removed || !reading.mayRead(state.channel)) return [];
			return [{ id: shelf.id, state, node: { id: shelf.id, title: titleOf(state), kind: 'note' } }];
		})
		.sort((a, b) => byText(a.id, b.id));
}

const keyOf = (channel: Id, title: string): string => `${channel} ${exactKey(title)}`;

/** Notes by channel and title: where a link leads that names no thing. */
function byTitle(notes: readonly Note[]): Map<string, Note> {
	const titled = notes.filter(({ state }) => state.title !== undefined);
	return new Map(titled.map((note) => [keyOf(note.state.channel, note.state.title ?? ''), note]));
}

/** Things as they were found when the note was written, so that links follow renames and merges; then notes. */
function linksOf(reading: Reading, { id, state }: Note, titles: ReadonlyMap<string, Note>): Node[] {
	const things = state.mentions.flatMap((mention): Node[] => {
		const thing = readable(reading, mention);
		return thing ? [{ id: thing.id, title: thing.name, kind: 'entity' }] : [];
	});
	const named = new Set(state.mentions);
	const isThing = (name: string): boolean =>
		reading.context.indexes.names.under(queryKeys(name)).some((entry) => named.has(entry.id));
	const notes = namesOf(linksIn(state.text)).flatMap((name) => {
		const note = titles.get(keyOf(state.channel, name));
		return note && note.id !== id && !isThing(name) ? [note.node] : [];
	});
	const once = new Map([...things, ...notes].map((node) => [node.id, node]));
	return [...once.values()].sort((a, b) => byText(a.id, b.id));
}

const getWikiGraph: HandlersOf<{ get_wiki_graph: 0 }>['get_wiki_graph'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	return call.read(async (reading) => {
		const notes = await notesIn(reading);
		const titles = byTitle(notes);
		const items = notes.flatMap((note): Item[] => [
			{ note: note.node, place: [note.id, ''] },
			...linksOf(reading, note, titles).map((to) => ({ note: note.node, to, place: [note.id, to.id] }))
		]);
		// A node is told once a page, with the first that needs it: every page is a graph of its own.
		const told = new Map<Id, Node>();
		const shown = ({ note, to }: Item): unknown => {
			const nodes = [note, ...(to ? [to] : [])].filter(({ id }) => !told.has(id));
			for (const node of nodes) told.set(node.id, node);
			return to ? [...nodes, { source: note.id, target: to.id }] : nodes;
		};
		const request = { scope: call.scope, cursor: args.cursor, budget: args.budget };
		const paged = page(items, request, ({ place }) => place, undefined, shown);
		const nodes = new Map(
			paged.items.flatMap(({ note, to }) => [note, ...(to ? [to] : [])]).map((node) => [node.id, node])
		);
		return {
			nodes: [...nodes.values()],
			edges: paged.items.flatMap(({ note, to }) => (to ? [{ source: note.id, target: to.id }] : [])),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

export const wikiReads = { get_wiki_graph: getWikiGraph };
