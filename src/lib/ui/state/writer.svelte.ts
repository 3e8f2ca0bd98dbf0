/**
 * The one way in which a screen writes: through the door, with a key so that a repeat is harmless (J6), a toast with Undo after it,
 * and a memory of what the person did in this tab, for Ctrl/⌘ Z. A refusal comes back to the caller, who shows it where it happened.
 */
import type { OperationName, OutputOf, RawInputOf } from '../../contract';
import type { Failure, Result } from '../../domain/result';
import type { Client } from '../client';
import { strings } from '../strings';
import type { Toasts } from './toasts.svelte';

interface Keyed {
	idempotency_key?: unknown;
}
/** Operations that take a key: those that write to the journal. */
export type WriteName = {
	[N in OperationName]: 'idempotency_key' extends keyof RawInputOf<N> ? N : never;
}[OperationName];
export type WriteArgs<N extends WriteName> = Omit<RawInputOf<N>, keyof Keyed>;
type Said<N extends WriteName> = string | ((value: OutputOf<N>) => string | null) | null;

const changeOf = (value: unknown): string | null => (value as { change_id?: string | null }).change_id ?? null;

const MOST_KEPT = 200;

export class Writer {
	#busy = $state(0);
	/** Changes of the person in this tab, the last one last. */
	readonly #done: string[] = [];
	/** Undos that can be undone, the last one last. */
	readonly #undone: string[] = [];
	readonly #mine = new Set<string>();

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

	/** Writes and says so; `said` null keeps quiet. */
	async write<N extends WriteName>(name: N, args: WriteArgs<N>, said: Said<N>): Promise<Result<OutputOf<N>>> {
		// The mapped type of the door does not follow a generic name.
		const call = this.client.door[name] as (args: unknown) => Promise<Result<OutputOf<N>>>;
		const result = await this.#counted(call({ ...args, idempotency_key: crypto.randomUUID() }));
		if (result.ok) this.#keep<N>(result.value, said);
		return result;
	}

	/** Takes back the person's last change in this tab. */
	async undoLast(): Promise<void> {
		const id = this.#done.pop();
		if (id) await this.undo(id);
		else this.toasts.show({ tone: 'saved', text: strings.undo.nothing });
	}

	/** Takes back the last undo. */
	async redo(): Promise<void> {
		const id = this.#undone.pop();
		if (id) await this.undo(id, strings.undo.redone);
		else this.toasts.show({ tone: 'saved', text: strings.undo.nothingToRedo });
	}

	/** Takes back any change; answers what went wrong, after showing it. */
	async undo(changeId: string, said: string = strings.undo.undone): Promise<Failure | null> {
		return this.#takeBack({ change_id: changeId }, said, changeId);
	}

	/** Takes back all of a session: an import, a visit of an agent. */
	async undoSession(session: string, said: (changes: number) => string): Promise<Failure | null> {
		return this.#takeBack({ session }, said);
	}

	async #takeBack(
		what: { change_id: string } | { session: string },
		said: string | ((changes: number) => string),
		changeId?: string
	): Promise<Failure | null> {
		const result = await this.#counted(this.client.door.undo({ ...what, idempotency_key: crypto.randomUUID() }));
		if (!result.ok) return this.complain(result.error);
		const { change_id: id, undone } = result.value;
		const own = changeId === undefined ? -1 : this.#done.indexOf(changeId);
		if (own >= 0) this.#done.splice(own, 1);
		const isRedo = said === strings.undo.redone;
		if (id) {
			this.#mine.add(id);
			(isRedo ? this.#done : this.#undone).push(id);
		}
		const action = isRedo
			? { label: strings.undo.undo, run: () => this.undoLast() }
			: { label: strings.undo.redo, run: () => this.redo() };
		const text = typeof said === 'string' ? said : said(undone.length);
		this.toasts.show({ tone: 'saved', text, action: id ? action : undefined });
		return null;
	}

	/** For failures that have no place of their own on the screen. */
	complain(failure: Failure): Failure {
		this.toasts.show({ tone: 'problem', text: failure.message, detail: failure.hint });
		return failure;
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
		const id = changeOf(value);
		if (id) {
			this.#mine.add(id);
			this.#done.push(id);
			this.#done.splice(0, this.#done.length - MOST_KEPT);
			this.#undone.length = 0;
		}
		const text = typeof said === 'function' ? said(value) : said;
		if (text === null) return;
		this.toasts.show({
			tone: 'saved',
			text,
			action: id ? { label: strings.undo.undo, run: () => this.undo(id) } : undefined
		});
	}
}
