/** What of a plan is in the notebook already. Rows are found in memory: a query a name would cost more than the import. */
import type { GivenFile } from '../domain/import-item';
import type { Id, Shelf } from '../domain/model';
import { textKey } from '../domain/name';
import { queryKeys } from '../domain/resolve';
import type { Call } from './context';
import { forgetMatches, matchRows } from './import-match';
import type { Plan } from './planned';
import { noteOf } from './shelves';

/** What one reads: a file, a text, or the files of a folder. */
export type ImportSource = Blob | string | readonly GivenFile[];

/** Finds rows and notes of a channel anew: they may have come or gone since the last look. */
export async function lookUpPlan(call: Call, plan: Plan, home: Id): Promise<void> {
	forgetMatches(plan);
	await call.context.ready;
	await call.context.indexes.namesSettled();
	await lookUpNotes(call, plan, home);
	const { names } = call.context.indexes;
	if (!names.size) {
		matchRows(plan, { under: () => [], byId: () => undefined }, call.now);
		return;
	}
	const under = (keys: readonly string[]): Id[] =>
		names
			.under(keys)
			.filter(({ channel }) => channel === home)
			.map(({ id }) => id);
	const wanted = new Set<Id>();
	const want = (id: Id) => {
		const entry = names.get(id);
		if (entry?.channel !== home) return;
		for (const each of [id, ...(entry.same ?? [])]) if (names.get(each)) wanted.add(each);
	};
	for (const { name, aliases, told } of plan.entities) {
		for (const each of [name, ...aliases]) for (const id of under(queryKeys(each))) want(id);
		if (told !== undefined) want(told);
	}
	const shelves = new Map<Id, Shelf>();
	for (const shelf of await call.read((reading) => reading.tx.shelves([...wanted])))
		if (shelf) shelves.set(shelf.id, shelf);
	const byId = (id: Id) => shelves.get(id);
	matchRows(plan, { under: (keys) => under(keys).flatMap((id) => byId(id) ?? []), byId }, call.now);
}

const noteKey = (title: string | undefined, text: string): string => `${title ?? ''}\u0000${textKey(text)}`;

/** A note is here when one of its title and text is, whatever became of that since: a file brings nothing back. */
async function lookUpNotes(call: Call, plan: Plan, home: Id): Promise<void> {
	if (!plan.notes.length) return;
	const here = new Set<string>();
	const ids = [...call.context.indexes.noteIds];
	for (const shelf of await call.read((reading) => reading.tx.shelves(ids))) {
		const note = noteOf(shelf);
		if (note && note.channel === home) here.add(noteKey(note.title, note.text));
	}
	for (const note of plan.notes) {
		const key = noteKey(note.title, note.text);
		note.known = here.has(key);
		here.add(key); // twice in one file is once
	}
}
