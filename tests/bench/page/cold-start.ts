/** Put into a page before anything else in it: asks for one thing as soon as that can be asked, then until the indexes answer. */

export interface ColdStart {
	/** ms from the start of the navigation until one thing is known. */
	first: number;
	/** … until a mistyped name is found, for which all names must be in memory. */
	names: number;
	/** … until a search by words answers. */
	words: number;
}

declare global {
	interface Window {
		coldStart: Promise<ColdStart>;
	}
}

/** Runs in the page, so it may use nothing of this module. */
export function watchColdStart(name: string): void {
	const start = async (): Promise<ColdStart> => {
		while (!('commonplace' in window)) await new Promise((resolve) => setTimeout(resolve, 1));
		const { commonplace } = window;
		const told = async (answer: Promise<{ ok: boolean }>) => ((await answer).ok ? performance.now() : NaN);
		const first = await told(commonplace.get_entity({ name }));
		const names = await told(commonplace.find_entities({ query: name.slice(1) }));
		const words = await told(commonplace.memory_search({ query: name }));
		return { first, names, words };
	};
	window.coldStart = start();
}
