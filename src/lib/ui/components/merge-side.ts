/** One of two things that may be the same, as both are shown beside each other. */
export interface MergeSide {
	name: string;
	aliases: readonly string[];
	type: string | null;
	facts: number;
	relations: number;
}
