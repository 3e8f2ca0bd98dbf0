/** Exports under way: each can be told of and stopped by the id that its caller gave it. */
import type { Context } from './context';

/** Thrown inside an export that is no longer wanted. */
export class Stopped extends Error {
	constructor() {
		super('The export was cancelled.');
		this.name = 'Stopped';
	}
}

export interface ExportJob {
	id: string;
	isCancelled: boolean;
	/** Whoever waits for a file hears that it is being written. @throws Stopped */
	tell(done: number, total: number): void;
}

export class ExportJobs {
	readonly #jobs = new Map<string, ExportJob>();
	readonly #context: Context;

	constructor(context: Context) {
		this.#context = context;
	}

	begin(id = 'export'): ExportJob {
		const job: ExportJob = {
			id,
			isCancelled: false,
			tell: (done, total) => {
				if (job.isCancelled) throw new Stopped();
				this.#context.emit({ type: 'progress', job: id, phase: 'exporting', done: Math.min(done, total), total });
			}
		};
		this.#jobs.set(id, job);
		return job;
	}

	end(job: ExportJob): void {
		if (this.#jobs.get(job.id) === job) this.#jobs.delete(job.id);
	}

	/** @returns whether there was such a job */
	cancel(id: string): boolean {
		const job = this.#jobs.get(id);
		if (job) job.isCancelled = true;
		return job !== undefined;
	}
}
