/** Keyboard: one spelling for a chord, and when a key belongs to what is being typed. No component listens by itself for more than its own keys. */

const plainFields = ['button', 'checkbox', 'radio', 'range', 'file', 'submit', 'reset', 'color', 'image'];

/** The element takes text: single keys are letters there, and undo is its own. */
export function isTyping(given: EventTarget | null): boolean {
	// Of what has a root of its own (the editor of notes), events seem to come from its host.
	const target = (given instanceof HTMLElement && given.shadowRoot?.activeElement) || given;
	if (!(target instanceof HTMLElement)) return false;
	if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
		return true;
	return target instanceof HTMLInputElement && !plainFields.includes(target.type);
}

/** An input method is composing: Enter and the arrows are its own. Safari tells it only by the code 229. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari tells it in no other way
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** `mod+k`, `shift+mod+z`, `?`, `ArrowDown`, `f`: `mod` is ⌘ on Apple's keyboards and Ctrl elsewhere. Empty while composing. */
export function chordOf(event: KeyboardEvent): string {
	if (isComposing(event) || event.key === 'Dead') return '';
	const mod = event.metaKey || event.ctrlKey;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const shift = event.shiftKey && (mod || event.key.length > 1);
	return `${shift ? 'shift+' : ''}${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`;
}

const apple = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/u.test(navigator.userAgent);

/** A chord as it stands on the keys of this machine: ⌘K or Ctrl K. */
export const shownChord = (chord: string): string => {
	const keys = chord.split('+').map((key) => (key.length === 1 ? key.toUpperCase() : key));
	const signs: Record<string, string> = apple()
		? { mod: '⌘', shift: '⇧', alt: '⌥' }
		: { mod: 'Ctrl', shift: 'Shift', alt: 'Alt' };
	const named: Record<string, string> = { Enter: '↵', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' };
	return keys.map((key) => signs[key] ?? named[key] ?? key).join(apple() ? '' : ' ');
};
