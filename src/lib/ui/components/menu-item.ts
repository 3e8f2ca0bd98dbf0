/** One line of a menu. */
export interface MenuItem {
	label: string;
	run: () => unknown;
	/** It takes something away. */
	danger?: boolean;
}
