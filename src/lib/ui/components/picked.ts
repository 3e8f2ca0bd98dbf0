/** A thing chosen, or the name of one that will be made. */
export interface Picked {
	id?: string;
	name: string;
	type?: string | null;
}
