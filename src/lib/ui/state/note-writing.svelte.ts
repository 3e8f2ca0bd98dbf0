/**
 * A note that is open: what stands in the notebook, what is being written over it, and how the one becomes the other. Every letter is in the
 * draft at once; it is saved when writing pauses and when the page is left. Whoever else changes the note meanwhile is never overwritten.
 */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import type { Changed } from '../client';
import type { NotePlace } from '../note-place';
import { draftAt, dropDraft, keepDraft } from './drafts';
import { coalesced } from './refresh';
import type { Writer } from './writer.svelte';

export type Note = NonNullable<OutputOf<'get_note'>['note']>;
/** `theirs`: another text was saved meanwhile, and this one is not. */
export type NoteState = 'loading' | 'saved' | 'writing' | 'saving' | 'theirs' | 'refused' | 'missing';

/** ms without a key until it is saved, and the longest that it takes. */
const PAUSE = 1_200;
const LONGEST = 10_000;

export class NoteWriting {
	#note = $state.raw<Note | null>(null);
	#state = $state<NoteState>('loading');
	#title = $state('');
	#text = $state('');
	#failure = $state.raw<Failure | null>(null);
	/** Counts texts that came from elsewhere: the editor takes them. */
	#taken = $state(0);
	/** The version that is written over. */
	#over: string | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#since = 0;
	#saving: Promise<void> = Promise.resolve();
	readonly #refresh: () => Promise<void>;

	constructor(
		readonly writer: Writer,
		readonly place: NotePlace,
		/** Its id, once it has one. */
		readonly onmade: (id: string) => void = () => undefined
	) {
		this.#refresh = coalesced(() => this.#read());
	}

	/** As it stands in the notebook; null: not there yet. */
	get note(): Note | null {
		return this.#note;
	}

	get state(): NoteState {
		return this.#state;
	}

	get title(): string {
		return this.#title;
	}

	get text(): string {
		return this.#text;
	}

	get taken(): number {
		return this.#taken;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	write(text: string): void {
		if (text === this.#text) return;
		this.#text = text;
		this.#touch();
	}

	retitle(title: string): void {
		if (title === this.#title) return;
		this.#title = title;
		this.#touch();
	}

	/** Saves what is not saved, at once. */
	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		this.#since = 0;
		if (this.#state === 'writing' || this.#state === 'refused') {
			this.#saving = this.#saving.then(() => this.#save());
		}
		await this.#saving;
	}

	/** What somebody else has saved stands; what was written here goes. */
	async takeTheirs(): Promise<void> {
		dropDraft(this.#key);
		this.#state = 'saved';
		await this.#read(true);
	}

	/** What was written here is saved over what somebody else has. Theirs stays in history. */
	async keepMine(): Promise<void> {
		const now = await this.#lookUp();
		this.#over = now?.version ?? null;
		this.#state = 'writing';
		await this.flush();
	}

	/** @returns how to stop: what is not saved is, then */
	follow(): () => void {
		void this.#refresh();
		const stop = this.writer.client.onChange((event) => {
			if (event.type === 'reconnected' || (event.type === 'changed' && this.#isOf(event))) void this.#refresh();
		});
		return () => {
			stop();
			void this.flush();
		};
	}

	get #key(): string {
		if (this.#note) return this.#note.id;
		return this.place.kind === 'note' ? this.place.id : this.place.kind === 'day' ? this.place.day : 'new';
	}

	/** An echo of its own saving is no news. */
	#isOf(event: Changed): boolean {
		if (this.writer.isMine(event.change_id)) return false;
		return this.#note ? this.#note.id in event.shelves : this.place.kind === 'day';
	}

	#touch(): void {
		if (this.#state !== 'theirs') this.#state = 'writing';
		keepDraft(this.#key, { title: this.#title, text: this.#text, version: this.#over });
		if (this.#state === 'theirs') return;
		this.#since ||= Date.now();
		clearTimeout(this.#timer);
		const wait = Math.max(0, Math.min(PAUSE, this.#since + LONGEST - Date.now()));
		this.#timer = setTimeout(() => void this.flush(), wait);
	}

	async #read(force = false): Promise<void> {
		const found = await this.#lookUp();
		if (found === undefined) return;
		const isFirst = this.#state === 'loading';
		if (!found) {
			if (isFirst) this.#begin();
			return;
		}
		const isWritten = ['writing', 'saving', 'theirs', 'refused'].includes(this.#state);
		if (!force && isWritten && found.version !== this.#over) {
			this.#note = found;
			this.#state = 'theirs';
			return;
		}
		this.#note = found;
		if (isWritten && !force) return;
		this.#show(found.title ?? '', found.text, found.version);
		this.#state = 'saved';
		if (isFirst) this.#goOn(found);
	}

	/** A place where no note is yet. */
	#begin(): void {
		if (this.place.kind === 'note') {
			this.#state = 'missing';
			return;
		}
		const draft = draftAt(this.#key);
		this.#show(draft?.title ?? '', draft?.text ?? '', null);
		this.#state = 'saved';
		if (draft?.text.trim()) this.#touch();
	}

	/** What was written here before the page went away. */
	#goOn(found: Note): void {
		const draft = draftAt(found.id);
		if (!draft) return;
		if (draft.text === found.text && draft.title === (found.title ?? '')) {
			dropDraft(found.id);
			return;
		}
		this.#show(draft.title, draft.text, draft.version);
		this.#state = draft.version === found.version ? 'writing' : 'theirs';
		if (this.#state === 'writing') this.#touch();
	}

	#show(title: string, text: string, version: string | null): void {
		this.#title = title;
		this.#text = text;
		this.#over = version;
		this.#taken += 1;
	}

	/** undefined: it cannot be told. */
	async #lookUp(): Promise<Note | null | undefined> {
		const { door } = this.writer.client;
		const id = this.#note?.id ?? (this.place.kind === 'note' ? this.place.id : await this.#noteOfDay());
		if (id === undefined) return null;
		const result = await door.get_note({ note_id: id });
		this.#failure = result.ok ? null : result.error;
		return result.ok ? result.value.note : undefined;
	}

	async #noteOfDay(): Promise<string | undefined> {
		if (this.place.kind !== 'day') return undefined;
		const { day } = this.place;
		const result = await this.writer.client.door.list_notes({ kind: 'daily', contains: day, limit: 50 });
		return result.ok ? result.value.notes.find(({ title }) => title === day)?.id : undefined;
	}

	async #save(): Promise<void> {
		const [title, text] = [this.#title.trim(), this.#text];
		if (!this.#note && !text.trim()) {
			this.#state = 'saved';
			return;
		}
		const place = this.#key;
		this.#state = 'saving';
		const result = this.#note ? await this.#correct(this.#note.id, title, text) : await this.#make(title, text);
		if (result === 'theirs') return;
		const isStill = this.#text === text && this.#title.trim() === title;
		if (isStill) dropDraft(place);
		if (result === null) this.#state = isStill ? 'saved' : 'writing';
		else this.#state = 'refused';
		this.#failure = result;
		if (this.#state === 'writing') this.#touch();
	}

	async #correct(note_id: string, title: string, text: string): Promise<Failure | null | 'theirs'> {
		const args = {
			note_id,
			text,
			...(title && { title }),
			...(this.#over !== null && { expected_version: this.#over })
		};
		const result = await this.writer.write('correct_note', args, null);
		if (result.ok) {
			this.#over = result.value.version ?? this.#over;
			void this.#refresh();
			return null;
		}
		if (result.error.code !== 'version_conflict') return result.error;
		this.#state = 'theirs';
		void this.#refresh();
		return 'theirs';
	}

	/** Of a day there is one note: two tabs that begin it at once find each other's. */
	async #make(title: string, text: string): Promise<Failure | null | 'theirs'> {
		if (this.place.kind !== 'day') return this.#add({ text, kind: 'page', ...(title && { title }) });
		const { day } = this.place;
		return navigator.locks.request(`commonplace-note-${day}`, async () => {
			const there = await this.#noteOfDay();
			if (there === undefined) return this.#add({ text, kind: 'daily', title: day });
			const read = await this.writer.client.door.get_note({ note_id: there });
			this.#note = read.ok ? read.value.note : null;
			this.#state = 'theirs';
			return 'theirs' as const;
		});
	}

	async #add(args: { text: string; kind: 'page' | 'daily'; title?: string }): Promise<Failure | null> {
		const before = this.#key;
		const result = await this.writer.write('add_note', args, null);
		if (!result.ok) return result.error;
		dropDraft(before);
		const read = await this.writer.client.door.get_note({ note_id: result.value.note_id });
		if (read.ok && read.value.note) {
			this.#note = read.value.note;
			this.#over = read.value.note.version;
			this.onmade(read.value.note.id);
		}
		return null;
	}
}
