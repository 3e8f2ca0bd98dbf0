/** Notes through the door: text as it was written, from which facts can be derived. */
import type { OutputOf } from '../../contract';
import { DEFAULT_CHANNEL, type ClaimId, type Id, type NoteState, type Shelf } from '../../domain/model';
import { foldKey } from '../../domain/name';
import { refuse } from '../../domain/result';
import { noteSubject } from '../../domain/subject';
import type { StoreReader } from '../../store/store';
import { iso, wholeFact, type WholeFact } from '../answers';
import { isPerson } from '../caller';
import type { Call, HandlersOf } from '../context';
import { cutText } from '../gist';
import { linkedEntities } from '../note-links';
import { sidesOf } from '../note-sides';
import { fitting, page } from '../paging';
import { asking, mustOwn } from '../permits';
import { versionsOf } from '../journal-view';
import type { Reading } from '../reading';
import { doubtOf } from '../re-verify';
import { entityOf, factsOn, noteOf, slotsOn } from '../shelves';
import { checkVersion } from './facts';

export async function noteVersion(tx: StoreReader, shelf: Shelf | undefined): Promise<ClaimId | undefined> {
	return (await versionsOf(tx, [shelf?.rows.n]))[0];
}

const addNote: HandlersOf<{ add_note: 0 }>['add_note'] = (call, args) =>
	call.write({ channel_id: args.channel_id }, async (writer) => {
		const id = call.context.tools.newId();
		await writer.claim(noteSubject(id), {
			verb: 'write-note',
			text: args.text,
			...(args.title !== undefined && { title: args.title }),
			note_kind: args.kind ?? 'capture',
			channel: writer.options.channel,
			mentions: await linkedEntities(writer, args.text)
		});
		return { change_id: null, action: 'new' as const, ids: [id], note_id: id };
	});

const correctNote: HandlersOf<{ correct_note: 0 }>['correct_note'] = async (call, args) => {
	const done = await asking(call, args, () =>
		call.write({}, async (writer) => {
			await writer.bench.fetch([args.note_id]);
			const shelf = writer.bench.get(args.note_id);
			const note = noteOf(shelf);
			if (!note || note.removed)
				throw refuse(
					'not_found',
					`No note has the id "${args.note_id}".`,
					'Take the id from memory_search or list_notes.',
					{ parameter: 'note_id' }
				);
			const sides = shelf ? await sidesOf(writer.tx, shelf, note) : [];
			for (const by of [note.by, ...sides.map((side) => side.by)]) mustOwn(call, by, 'The note');
			checkVersion(args.expected_version, await noteVersion(writer.tx, shelf), 'The note');
			const text = args.text ?? note.text;
			const title = args.title ?? note.title;
			// What is written saw all sides, so that also the text that stands settles a fork.
			const same = text === note.text && title === note.title && !note.forked;
			if (!same)
				await writer.claim(noteSubject(args.note_id), {
					verb: 'write-note',
					text,
					...(title !== undefined && { title }),
					note_kind: note.kind,
					channel: note.channel,
					mentions: await linkedEntities(writer, text, note.channel)
				});
			const version = await noteVersion(writer.tx, writer.bench.get(args.note_id));
			return {
				change_id: null,
				action: same ? ('unchanged' as const) : ('updated' as const),
				ids: [args.note_id],
				before: { value: note.text },
				...(version !== undefined && { version }),
				note_id: args.note_id,
				re_verify: 0
			};
		})
	);
	return { ...done, re_verify: await countDoubts(call, args.note_id) };
};

/** S9: values that derive from the note and were confirmed before it was corrected. */
async function countDoubts(call: Call, note: Id): Promise<number> {
	await call.context.ready;
	return call.read(async (reading) => {
		let count = 0;
		for (const shelf of await reading.tx.shelves([...call.context.indexes.watched]))
			if (shelf) for (const { slot } of slotsOn(shelf)) if ((await doubtOf(reading.tx, slot))?.note === note) count++;
		return count;
	});
}

const briefOf = (shelf: Shelf, note: NoteState, version = '') => ({
	id: shelf.id,
	channel_id: note.channel,
	title: note.title ?? null,
	kind: note.kind,
	by: note.by,
	created_at: iso(note.created),
	updated_at: iso(note.updated),
	version,
	...(note.forked && { forked: true as const })
});

/** Facts anywhere whose support names the note. */
async function factsFrom(reading: Reading, note: Id): Promise<{ id: Id; whole: WholeFact }[]> {
	const found: { id: Id; whole: WholeFact }[] = [];
	const shelves = await reading.tx.shelves(reading.context.indexes.derivedFrom(note));
	for (const shelf of shelves)
		if (shelf && reading.isOpen(entityOf(shelf)?.channel ?? DEFAULT_CHANNEL))
			for (const { id, fact } of factsOn(shelf))
				if (fact.support.some((each) => each.note === note)) {
					const briefs = await reading.briefs(fact.mentions.map((mention) => mention.id));
					found.push({ id, whole: wholeFact(id, fact, briefs) });
				}
	return found;
}

type Listed = OutputOf<'list_notes'>['notes'][number];

const listNotes: HandlersOf<{ list_notes: 0 }>['list_notes'] = async (call, args) => {
	await call.context.ready;
	return call.read(async (reading) => {
		const wanted = args.entity_id === undefined ? undefined : await notesAbout(reading, args.entity_id);
		const sought = args.contains === undefined ? undefined : foldKey(args.contains);
		const ids = [...call.context.indexes.noteIds].filter((id) => !wanted || wanted.has(id));
		const shelves = await reading.tx.shelves(ids);
		const notes = shelves.flatMap((shelf): Listed[] => {
			const note = noteOf(shelf);
			if (!shelf || !note || note.removed || !reading.mayRead(note.channel)) return [];
			if (args.kind !== undefined && note.kind !== args.kind) return [];
			if (sought !== undefined && ![note.title ?? '', note.text].some((said) => foldKey(said).includes(sought)))
				return [];
			return [{ ...briefOf(shelf, note), excerpt: cutText(note.text, 200) }];
		});
		const rows = new Map(shelves.map((shelf) => [shelf?.id, shelf?.rows.n]));
		notes.sort((a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : a.id < b.id ? -1 : 1));
		const paged = page(
			notes,
			{ scope: call.scope, cursor: args.cursor, budget: args.budget, limit: args.limit },
			(note) => [-Date.parse(note.updated_at), note.id]
		);
		const versions = await versionsOf(
			reading.tx,
			paged.items.map(({ id }) => rows.get(id))
		);
		return {
			notes: paged.items.map((note, i) => ({ ...note, version: versions[i] ?? '' })),
			total: notes.length,
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

/** Notes that name a thing, and those that what is known of it derives from. */
export async function notesAbout(reading: Reading, entity: Id): Promise<Set<Id>> {
	const notes = new Set((await reading.tx.linking(entity)).filter((id) => reading.context.indexes.noteIds.has(id)));
	const shelf = await reading.tx.shelf(entity);
	if (!shelf) return notes;
	for (const { fact } of factsOn(shelf)) for (const { note } of fact.support) if (note !== undefined) notes.add(note);
	for (const { slot } of slotsOn(shelf))
		for (const version of slot.current ? [slot.current] : slot.members)
			if (version.note !== undefined) notes.add(version.note);
	return notes;
}

/** Of each of the sides of a fork and of the facts that come from a note an agent gets so much. */
const SIDE = 500;
const MOST_FACTS = 50;
const briefly = <S extends { text: string }>(side: S): S => ({ ...side, text: cutText(side.text, SIDE) });

/**
 * A text from a character on: all of it, or as much as a budget of tokens holds.
 * @param from in UTF-16 units, as `left` counts
 */
function partOf(text: string, from: number, budget: number | undefined): { text: string; left: number } {
	const rest = text.slice(from);
	const end = budget === undefined ? rest.length : fitting(rest, budget);
	return { text: rest.slice(0, end), left: rest.length - end };
}

const getNote: HandlersOf<{ get_note: 0 }>['get_note'] = async (call, args) => {
	await call.context.ready;
	return call.read(async (reading) => {
		const shelf = await reading.tx.shelf(args.note_id);
		const note = noteOf(shelf);
		if (!shelf || !note || note.removed || !reading.mayRead(note.channel)) return { found: false, note: null };
		const briefs = await reading.briefs(note.mentions);
		const facts = (await factsFrom(reading, shelf.id)).map(({ whole }) => whole);
		const part = partOf(note.text, args.from, isPerson(call.caller) ? undefined : args.budget);
		const brief = briefOf(shelf, note, await noteVersion(reading.tx, shelf));
		const sides = await sidesOf(reading.tx, shelf, note);
		return {
			found: true,
			note: {
				...brief,
				text: part.text,
				entities: [...briefs.values()],
				facts: isPerson(call.caller) ? facts : facts.slice(0, MOST_FACTS),
				...(part.left > 0 && { text_left: part.left }),
				...(sides.length > 0 && { sides: isPerson(call.caller) ? sides : sides.map(briefly) })
			}
		};
	}, args.channel_id);
};

export const noteHandlers = { add_note: addNote, correct_note: correctNote, list_notes: listNotes, get_note: getNote };
