/** An export, from the click to the file. Lives in the app, not on the screen: it goes on when one looks elsewhere. */
import type { InputOf, OutputOf } from '../../contract';
import type { FormatId } from '../../domain/formats';
import type { Failure, Result } from '../../domain/result';
import type { FolderHandle } from '../../domain/portable';
import type { Client } from '../client';
import { bytes } from '../format';
import { saveFile } from '../save-file';
import { strings } from '../strings';
import type { Announcer } from './announcer.svelte';

type Exported = OutputOf<'export'>;

export interface Made {
	format: FormatId;
	text: string;
	without: readonly string[];
}

type Extent = Pick<InputOf<'export'>, 'channel_id' | 'entity_ids'>;
type FolderFormat = InputOf<'export_to_folder'>['format'];

const words = strings.settings;

export class Exporting {
	/** The format under way. */
	#busy = $state.raw<FormatId | null>(null);
	#isStopping = $state(false);
	#progress = $state.raw<{ done: number; total: number } | null>(null);
	#made = $state.raw<Made | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#failed: FormatId | null = null;
	#job = '';

	constructor(
		readonly client: Client,
		readonly announcer: Announcer
	) {}

	get busy(): FormatId | null {
		return this.#busy;
	}

	get isStopping(): boolean {
		return this.#isStopping;
	}

	get progress(): { done: number; total: number } | null {
		return this.#progress;
	}

	/** 0–1, when it can be told. */
	get part(): number | null {
		const p = this.#progress;
		return p && p.total > 0 ? Math.min(1, p.done / p.total) : null;
	}

	get made(): Made | null {
		return this.#made;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	/** The format of the failure. */
	get failed(): FormatId | null {
		return this.#failed;
	}

	/** Writes a file of the notebook and hands it to the browser's downloads. Says what was saved to those who do not see it. */
	async save(format: FormatId, extent: Extent = {}): Promise<Result<Exported>> {
		const result = await this.#during(format, (job_id) => this.client.door.export({ format, job_id, ...extent }));
		if (!result.ok) return result;
		const { blob, filename, cancelled, left_behind } = result.value;
		if (!cancelled) saveFile(blob, filename);
		this.#tell(format, cancelled ? words.exportStopped : words.made(filename, bytes(blob.size)), left_behind);
		return result;
	}

	/** Writes files into a folder that the person has just chosen. */
	async saveInto(folder: FolderHandle, format: FolderFormat, extent: Extent = {}): Promise<void> {
		const result = await this.#during(format, (job_id) =>
			this.client.door.export_to_folder({ format, folder, job_id, ...extent })
		);
		if (!result.ok) return;
		const { folder: name, files, cancelled, left_behind } = result.value;
		this.#tell(format, cancelled ? words.folderStopped(name, files) : words.madeFolder(name, files), left_behind);
	}

	async stop(): Promise<void> {
		if (!this.#busy) return;
		this.#isStopping = true;
		await this.client.door.export_cancel({ job_id: this.#job });
	}

	#tell(format: FormatId, text: string, left: readonly string[]): void {
		this.#made = { format, text, without: left.map((lack) => words.lacks[lack] ?? lack) };
		this.announcer.say(text);
	}

	async #during<T>(format: FormatId, work: (job: string) => Promise<Result<T>>): Promise<Result<T>> {
		const job = crypto.randomUUID();
		this.#job = job;
		this.#busy = format;
		this.#made = this.#failure = this.#progress = null;
		const stop = this.client.onChange((event) => {
			if (event.type === 'progress' && event.job === job) this.#progress = { done: event.done, total: event.total };
		});
		try {
			const result = await work(job);
			this.#failed = result.ok ? null : format;
			if (!result.ok) this.#failure = result.error;
			return result;
		} finally {
			stop();
			this.#busy = null;
			this.#isStopping = false;
		}
	}
}
