/**
 * Files out of a zip as they come, held against what they claim: paths that leave the folder are refused, and so is what unpacks to more
 * than a notebook can be. Unpacking is a library's.
 */
import type { UnzipFile } from 'fflate';
import type { GivenFile } from '../domain/import-item';
import { FILE_LIMIT, FILES_LIMIT, UNPACKED_FILE_LIMIT, UNPACKED_LIMIT } from './limits';
import { kindOf, pathProblem } from './paths';
import { bytesOf } from './source';

export type Unpacked = GivenFile | { path: string; problem: string } | { path: string; ignored: true };

/** Bytes given to the unpacker at a time: a thousand times as much may come out. */
const SLICE = 16_384;

/** A file that cannot be read is for the reading to tell. */
export async function isZip(blob: Blob): Promise<boolean> {
	const head = await blob
		.slice(0, 4)
		.arrayBuffer()
		.catch(() => new ArrayBuffer(0));
	const [p, k, a, b] = new Uint8Array(head);
	return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}

export async function* unzip(blob: Blob, onRead: (bytes: number) => void): AsyncGenerator<Unpacked, void> {
	const fflate = await import('fflate');
	let ready: Unpacked[] = [];
	let total = 0;
	let files = 0;

	const open = (file: UnzipFile) => {
		const path = file.name;
		if (path.endsWith('/')) return;
		if (++files > FILES_LIMIT) throw new Error(`it holds more than ${FILES_LIMIT} files`);
		const problem = pathProblem(path);
		if (problem !== undefined) return void ready.push({ path, problem });
		const kind = kindOf(path);
		if (kind === undefined) return void ready.push({ path, ignored: true });
		const limit = kind === 'markdown' ? FILE_LIMIT : UNPACKED_FILE_LIMIT;
		collect(file, limit);
	};

	const collect = (file: UnzipFile, limit: number) => {
		let parts: Uint8Array<ArrayBuffer>[] = [];
		let size = 0;
		let told = false;
		const tell = (one: Unpacked) => {
			if (!told) ready.push(one);
			told = true;
			parts = [];
		};
		file.ondata = (error, chunk, isLast) => {
			if (error) return tell({ path: file.name, problem: `it could not be unpacked: ${error.message}` });
			size += chunk.length;
			total += chunk.length;
			if (total > UNPACKED_LIMIT) throw new Error(`it unpacks to more than ${UNPACKED_LIMIT / 1e6} MB`);
			if (size > limit) return tell({ path: file.name, problem: `longer than ${limit / 1e6} MB` });
			if (!told) parts.push(chunk);
			if (isLast) tell({ path: file.name, blob: new Blob(parts) });
		};
		try {
			file.start();
		} catch (error) {
			tell({ path: file.name, problem: `it could not be unpacked: ${error instanceof Error ? error.message : ''}` });
		}
	};

	const unpacker = new fflate.Unzip(open);
	unpacker.register(fflate.UnzipInflate);
	for await (const chunk of bytesOf(blob, onRead))
		for (let at = 0; at < chunk.length; at += SLICE) {
			unpacker.push(chunk.subarray(at, at + SLICE));
			yield* ready;
			ready = [];
		}
	unpacker.push(new Uint8Array(), true);
	yield* ready;
}
