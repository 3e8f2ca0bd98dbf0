/**
 * `window.commonplace`: the door for people who script (documented in the README). Calls count as the person's, marked `via: script`.
 * `await commonplace.get_entity({name: 'Jeff'})` answers `{ok: true, value}` or `{ok: false, error: {code, message, hint}}`.
 */
import type { Door } from '../contract';
import type { CatalogueRow } from './protocol';

export interface HelpRow {
	name: string;
	title: string;
	description: string;
	changes: boolean;
}

export type ScriptDoor = Readonly<Door> & {
	/** Every operation with what it does; its argument names are in the README's reference. */
	help(): HelpRow[];
};

declare global {
	interface Window {
		commonplace: ScriptDoor;
	}
}

const helpRow = ({ name, title, description, effect }: CatalogueRow): HelpRow => ({
	name,
	title,
	description,
	changes: effect !== 'read'
});

const put = (door: object) =>
	Object.defineProperty(window, 'commonplace', { value: Object.freeze(door), configurable: true, enumerable: true });

/**
 * Puts the door on the window, frozen. Before the worker has told its table any name is a method that waits for it; afterwards
 * there is one method for each operation, as completion in the console wants it.
 */
export function exposeScriptDoor(door: Door, rows?: Iterable<CatalogueRow>): void {
	if (!rows) {
		const get = (_: Door, name: string | symbol): unknown => (name === 'help' ? () => [] : Reflect.get(door, name));
		put(new Proxy(door, { get }));
		return;
	}
	const table = [...rows];
	const methods = Object.fromEntries(table.map(({ name }) => [name, door[name]]));
	put({ ...methods, help: () => table.map(helpRow) });
}
