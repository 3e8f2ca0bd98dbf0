/** The keys that work everywhere. Those with Ctrl/⌘ always; single ones only outside of text and unless switched off. */
import type { App } from '../../app.svelte';
import { chordOf, isTyping } from '../../keys';
import { places } from './places';

const PAUSE = 900;

/** Undo belongs to the text field while there is text in it, and to the editor of notes always. */
const ownsUndo = (target: EventTarget | null): boolean =>
	isTyping(target) && (target as Partial<HTMLInputElement>).value !== '';

/** @returns a handler for `keydown` of the window */
export function globalKeys(app: App): (event: KeyboardEvent) => void {
	/** When G was pressed: the next letter names a room. */
	let pressedG = 0;

	const chords: Record<string, (event: KeyboardEvent) => boolean> = {
		'mod+k': () => open(),
		'mod+j': () => open(),
		'mod+z': ({ target }) => !ownsUndo(target) && done(app.writer.undoLast()),
		'shift+mod+z': ({ target }) => !ownsUndo(target) && done(app.writer.redo())
	};

	const singles: Record<string, () => boolean> = {
		'/': () => open(),
		'?': () => (app.helpOpen = true),
		g: () => {
			pressedG = Date.now();
			return true;
		}
	};

	const open = (): boolean => {
		app.palette ??= { seed: '' };
		return true;
	};

	const goTo = (key: string): boolean => {
		const place = Date.now() - pressedG < PAUSE ? places.find((p) => p.key === key) : undefined;
		pressedG = 0;
		if (place) app.navigation.toPlace(place.path);
		return place !== undefined;
	};

	return (event) => {
		if (event.defaultPrevented) return;
		const chord = chordOf(event);
		const inDialog = document.querySelector('dialog[open]') !== null;
		if (chords[chord]?.(event)) return event.preventDefault();
		if (inDialog || isTyping(event.target) || !app.preferences.singleKeys) return;
		if (goTo(chord) || singles[chord]?.()) event.preventDefault();
	};
}

const done = (work: Promise<unknown>): true => {
	void work;
	return true;
};
