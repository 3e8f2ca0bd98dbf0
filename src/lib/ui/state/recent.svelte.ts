/** The things lately opened on this device: ids and names beside the notebook, so that the rail is there before the notebook is. */
export interface RecentThing {
	id: string;
	name: string;
	type: string | null;
}

const KEY = 'commonplace:recent';
const MOST = 12;

function isThing(value: unknown): value is RecentThing {
	const v = value as Partial<RecentThing> | null;
	return typeof v?.id === 'string' && typeof v.name === 'string' && (v.type === null || typeof v.type === 'string');
}

function read(): RecentThing[] {
	try {
		const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
		return Array.isArray(value) ? value.filter(isThing).slice(0, MOST) : [];
	} catch {
		return [];
	}
}

export class Recent {
	#things = $state.raw<readonly RecentThing[]>(read());

	get things(): readonly RecentThing[] {
		return this.#things;
	}

	see({ id, name, type }: RecentThing): void {
		this.#keep([{ id, name, type }, ...this.#things.filter((t) => t.id !== id)].slice(0, MOST));
	}

	/** It is no more: removed, undone, forgotten. */
	drop(id: string): void {
		if (this.#things.some((t) => t.id === id)) this.#keep(this.#things.filter((t) => t.id !== id));
	}

	clear(): void {
		this.#keep([]);
	}

	#keep(things: readonly RecentThing[]): void {
		this.#things = things;
		try {
			localStorage.setItem(KEY, JSON.stringify(things));
		} catch {
			// no storage: it lasts as long as the page
		}
	}
}
