/**
 * The one way in which a screen writes: through the door, with a key so that a repeat is harmless (J6), a toast with Undo after it,
 * and a memory of what the person did in this tab, for Ctrl/⌘ Z. A refusal comes back to the caller, who shows it where it happened.
 */
import type { OperationName, OutputOf, RawInputOf } from '../../contract';
import type { Failure, Result } from '../../domain/result';
import type { Client } from '../client';
import { strings } from '../strings';
import { Hopes } from './hopes.svelte';
import type { Toasts } from './toasts.svelte';

/** Operations that take a key: those that write to the journal. */
export type WriteName = {
	[N in OperationName]: 'idempotency_key' extends keyof RawInputOf<N> ? N : never;
}[OperationName];
export type WriteArgs<N extends WriteName> = Omit<RawInputOf<N>, 'idempotency_key'>;
/** What the toast says; null: nothing. */
export type Said<N extends WriteName> = string | ((value: OutputOf<N>) => string | null) | null;

/** What one undo takes back: a change, or all of a session (an import, the sample). */
type Done = { change_id: string } | { session: string };

interface Receipt {
	change_id?: string | null;
	session?: string;
}

const words = strings.undo;
const MOST_KEPT = 200;

/** A receipt without a change of its own but with a session wrote many. */
function doneIn({ change_id, session }: Receipt): Done | null {
	if (change_id) return { change_id };
	return session ? { session } : null;
}

export class Writer {
	#busy = $state(0);
	/** What the person did in this tab, the last one last. */
	readonly #done: Done[] = [];
	/** Undos that can be undone, the last one last. */
	readonly #undone: Done[] = [];
	readonly #mine = new Set<string>();
	/** What is under way, for pages to show already. */
	readonly hopes = new Hopes();

	constructor(
		readonly client: Client,
		readonly toasts: Toasts
	) {}

	get busy(): boolean {
		return this.#busy > 0;
	}

	/** A change that this tab made: its echo is no news. */
	isMine(changeId: string): boolean {
		return this.#mine.has(changeId);
	}

	async write<N extends WriteName>(name: N, args: WriteArgs<N>, said: Said<N>): Promise<Result<OutputOf<N>>> {
		// The mapped type of the door does not follow a generic name.
		const call = this.client.door[name] as (args: unknown) => Promise<Result<OutputOf<N>>>;
		const hope = this.hopes.hope(name, args);
		try {
			const result = await this.#counted(call({ ...args, idempotency_key: crypto.randomUUID() }));
			if (result.ok && doneIn(result.value as Receipt)) hope.keep();
			if (result.ok) this.#keep<N>(result.value, said);
			return result;
		} finally {
			hope.end();
		}
	}

	/** Takes back the person's last change in this tab. */
	async undoLast(): Promise<void> {
		const last = this.#done.pop();
		if (last) await this.#takeBack(last, words.undone);
		else this.toasts.show({ tone: 'saved', text: words.nothing });
	}

	/** Takes back the last undo. */
	async redo(): Promise<void> {
		const last = this.#undone.pop();
		if (last) await this.#takeBack(last, words.redone, true);
		else this.toasts.show({ tone: 'saved', text: words.nothingToRedo });
	}

	/** Takes back any change; answers what went wrong, after showing it. */
	undo(changeId: string): Promise<Failure | null> {
		return this.#takeBack({ change_id: changeId }, words.undone);
	}

	/** Takes back all of a session. */
	undoSession(session: string, said: (changes: number) => string): Promise<Failure | null> {
		return this.#takeBack({ session }, said);
	}

	/** For failures that have no place of their own on the screen. */
	complain(failure: Failure): Failure {
		this.toasts.show({ tone: 'problem', text: failure.message, detail: failure.hint });
		return failure;
	}

	async #takeBack(what: Done, said: string | ((changes: number) => string), isRedo = false): Promise<Failure | null> {
		const result = await this.#counted(this.client.door.undo({ ...what, idempotency_key: crypto.randomUUID() }));
		if (!result.ok) return this.complain(result.error);
		const { change_id, undone } = result.value;
		this.#drop(what);
		if (change_id) {
			this.#mine.add(change_id);
			(isRedo ? this.#done : this.#undone).push({ change_id });
		}
		const text = typeof said === 'string' ? said : said(undone.length);
		const action = isRedo
			? { label: words.undo, run: () => this.undoLast() }
			: { label: words.redo, run: () => this.redo() };
		this.toasts.show({ tone: 'saved', text, action: change_id ? action : undefined });
		return null;
	}

	async #counted<T>(work: Promise<T>): Promise<T> {
		this.#busy += 1;
		try {
			return await work;
		} finally {
			this.#busy -= 1;
		}
	}

	#keep<N extends WriteName>(value: OutputOf<N>, said: Said<N>): void {
		const done = doneIn(value as Receipt);
		if (done) {
			if ('change_id' in done) this.#mine.add(done.change_id);
			this.#done.push(done);
			this.#done.splice(0, this.#done.length - MOST_KEPT);
			this.#undone.length = 0;
		}
		const text = typeof said === 'function' ? said(value) : said;
		if (text === null) return;
		const action = done ? { label: words.undo, run: () => this.#takeBack(done, words.undone) } : undefined;
		this.toasts.show({ tone: 'saved', text, action });
	}

	/** What was undone elsewhere (a toast, History) is not undone again by key. */
	#drop(what: Done): void {
		const key = JSON.stringify(what);
		const at = this.#done.findLastIndex((done) => JSON.stringify(done) === key);
		if (at >= 0) this.#done.splice(at, 1);
	}
}
