/** A way out that a refusal offers where it is shown. */
import type { Failure } from '../../domain/result';

export interface Remedy {
	/** What it is, in place of the refusal's own hint. */
	hint: string;
	label: string;
	run: () => unknown;
}

/** null: of this refusal there is none. */
export type RemedyFor = (failure: Failure) => Remedy | null;
