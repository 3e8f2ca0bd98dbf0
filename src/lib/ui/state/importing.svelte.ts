/** An import from choosing the file to its undo. Lives in the app, not on the screen: it goes on when one looks elsewhere. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import type { Client } from '../client';
import type { Given } from '../given-files';
import { strings } from '../strings';
import type { Writer } from './writer.svelte';

export type Preview = OutputOf<'import_preview'>;
export type Done = OutputOf<'import_run'>;

export type Stage =
	| { at: 'idle' }
	| { at: 'reading'; name: string }
	| { at: 'preview'; name: string; preview: Preview }
	| { at: 'running'; name: string; preview: Preview; stopping: boolean }
	| { at: 'done'; name: string; done: Done; undone: boolean }
	| { at: 'failed'; name: string; failure: Failure };

export class Importing {
	#stage = $state.raw<Stage>({ at: 'idle' });
	#progress = $state.raw<{ phase: string; done: number; total: number } | null>(null);

	constructor(
		readonly client: Client,
		readonly writer: Writer
	) {}

	get stage(): Stage {
		return this.#stage;
	}

	/** Of the reading or the writing that is under way. */
	get progress(): { phase: string; done: number; total: number } | null {
		return this.#progress;
	}

	/** 0–1, when it can be told. */
	get part(): number | null {
		const p = this.#progress;
		return p && p.total > 0 ? Math.min(1, p.done / p.total) : null;
	}

	get isBusy(): boolean {
		return this.#stage.at === 'reading' || this.#stage.at === 'running';
	}

	/** Reads a file or a folder without writing. A running import is not disturbed. */
	async choose(given: Given): Promise<void> {
		if (this.#stage.at === 'running') return;
		if (this.#stage.at === 'preview')
			void this.client.door.import_cancel({ preview_id: this.#stage.preview.preview_id });
		const { name } = given;
		const source = given instanceof File ? given : given.files;
		this.#enter({ at: 'reading', name });
		const result = await this.#followed(this.client.door.import_preview({ source, name }));
		if (this.#stage.at !== 'reading' || this.#stage.name !== name) return;
		this.#enter(
			result.ok ? { at: 'preview', name, preview: result.value } : { at: 'failed', name, failure: result.error }
		);
	}

	/** A file that `commonplace import` lent to the app, by its one-time code; it comes from the app's own server. */
	async chooseLent(code: string): Promise<void> {
		if (this.isBusy) return;
		this.#enter({ at: 'reading', name: strings.import.lent });
		const file = await this.client.lentFile(code);
		if (file) return this.choose(file);
		const { lentGone: message, lentGoneHint: hint } = strings.import;
		this.#enter({ at: 'failed', name: '', failure: { code: 'not_found', message, hint } });
	}

	async run(): Promise<void> {
		if (this.#stage.at !== 'preview') return;
		const { name, preview } = this.#stage;
		this.#enter({ at: 'running', name, preview, stopping: false });
		const result = await this.#followed(this.writer.write('import_run', { preview_id: preview.preview_id }, null));
		this.#enter(
			result.ok
				? { at: 'done', name, done: result.value, undone: false }
				: { at: 'failed', name, failure: result.error }
		);
		if (result.ok) this.writer.toasts.announcer.say(strings.import.done);
	}

	/** Stops after the present change; what is written stays until undone. */
	async stop(): Promise<void> {
		if (this.#stage.at !== 'running') return;
		this.#stage = { ...this.#stage, stopping: true };
		await this.client.door.import_cancel({ preview_id: this.#stage.preview.preview_id });
	}

	async undo(): Promise<void> {
		if (this.#stage.at !== 'done') return;
		const stage = this.#stage;
		const failure = await this.writer.undoSession(stage.done.session, () => strings.import.undone);
		if (!failure) this.#enter({ ...stage, undone: true });
	}

	/** Back to the beginning. */
	leave(): void {
		if (this.#stage.at === 'preview')
			void this.client.door.import_cancel({ preview_id: this.#stage.preview.preview_id });
		if (!this.isBusy) this.#enter({ at: 'idle' });
	}

	#enter(stage: Stage): void {
		this.#stage = stage;
		this.#progress = null;
	}

	async #followed<T>(work: Promise<T>): Promise<T> {
		const stop = this.client.onChange((event) => {
			if (event.type === 'progress' && event.phase !== 'exporting')
				this.#progress = { phase: event.phase, done: event.done, total: event.total };
		});
		try {
			return await work;
		} finally {
			stop();
		}
	}
}
