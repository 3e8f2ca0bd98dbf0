/** How a caller follows its call: it hears how far it is, and may take it back as long as nothing is written. */
import { refuse } from '../domain/result';

export interface Watch {
	signal?: AbortSignal | undefined;
	onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Taken back before it was written: nothing is. Afterwards it stands, and undo takes it back. */
export function refuseWhenCancelled(watch: Watch | undefined): void {
	if (!watch?.signal?.aborted) return;
	throw refuse(
		'storage_unavailable',
		'The call was taken back before anything was written.',
		'Call again if need be. Nothing was changed.'
	);
}
