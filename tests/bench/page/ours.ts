/** Our side of each measurement: through `window.commonplace`, as any script of the person's. */
import type { InputOf, OperationName, OutputOf } from '../../../src/lib/contract';
import type {} from '../../../src/lib/worker/script-door.svelte'; // says what the window has

/** What an operation answers; throws when it does not succeed, for then there is nothing to measure. */
export async function ask<N extends OperationName>(operation: N, args: Partial<InputOf<N>>): Promise<OutputOf<N>> {
	// The arguments are the operation's own, defaults left out; the answer's type goes with the name.
	const answer = await window.commonplace[operation](args as never);
	if (!answer.ok) throw new Error(`${operation}: ${answer.error.message}`);
	return answer.value as OutputOf<N>;
}

/** Milliseconds of preview and run, and from the end of the run until a search by words answers. */
export async function importFile(file: Blob) {
	const began = performance.now();
	const { preview_id } = await ask('import_preview', { source: file, name: 'memory.jsonl' });
	const previewed = performance.now();
	const { session, counts, changes } = await ask('import_run', { preview_id });
	const ran = performance.now();
	await ask('memory_search', { query: 'harbour', top_k: 1 });
	const settled = performance.now();
	return { preview: previewed - began, run: ran - previewed, settling: settled - ran, session, counts, changes };
}
