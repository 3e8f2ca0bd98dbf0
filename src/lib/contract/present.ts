/** Absent arguments leave no key behind: `{type: null}`, `{type: undefined}` and `{}` are one and the same call. */

/** The same record with optional keys that, when there, hold a value. */
export type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export const present = <T extends object>(record: T): Present<T> =>
	// Only keys without a value are left out, and Present keeps those optional.
	Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
