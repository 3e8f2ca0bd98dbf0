/** What the figures were taken on, so that they mean something elsewhere. */
import { cpus, loadavg, platform, release, totalmem } from 'node:os';

export interface Machine {
	/** Model and number of processors. */
	cpu: string;
	/** GiB. */
	memory: number;
	system: string;
	node: string;
	/** How busy it was when the run began: processes that wanted a processor, on average of a minute. */
	load: number;
}

export function thisMachine(): Machine {
	const all = cpus();
	const model = all[0]?.model.replace(/\s+/g, ' ').trim() ?? 'unknown';
	return {
		cpu: `${String(all.length)} × ${model}`,
		memory: Math.round(totalmem() / 2 ** 30),
		system: `${platform()} ${release()}`,
		node: process.versions.node,
		load: Math.round((loadavg()[0] ?? 0) * 10) / 10
	};
}
