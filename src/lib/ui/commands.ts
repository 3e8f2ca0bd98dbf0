/** What the box can do besides finding and stating: places to go, and a few acts. Found by the beginnings of their words. Pure. */
import { strings } from './strings';

export type Place =
	'/' | '/things' | '/notes' | '/graph' | '/review' | '/agents' | '/history' | '/import' | '/settings';
export type Act = 'shortcuts' | 'light' | 'dark' | 'undo' | 'newNote' | 'today';
export type Command = { id: Act; label: string } | { id: 'go'; to: Place; label: string };

const words = strings.commands;

export const commands: readonly Command[] = [
	{ id: 'go', to: '/things', label: words.things },
	{ id: 'go', to: '/notes', label: words.notes },
	{ id: 'newNote', label: words.newNote },
	{ id: 'today', label: words.today },
	{ id: 'go', to: '/review', label: words.review },
	{ id: 'go', to: '/agents', label: words.agents },
	{ id: 'go', to: '/history', label: words.history },
	{ id: 'go', to: '/graph', label: words.graph },
	{ id: 'go', to: '/import', label: words.import },
	{ id: 'go', to: '/settings', label: words.settings },
	{ id: 'undo', label: words.undo },
	{ id: 'light', label: words.light },
	{ id: 'dark', label: words.dark },
	{ id: 'shortcuts', label: words.shortcuts }
];

const beginnings = (text: string): string[] => text.toLowerCase().split(/\s+/u).filter(Boolean);

/** Fewer letters begin a label by chance. */
const LEAST_BEGUN = 3;

/** What was typed is the label, or enough of its beginning that it is meant. */
export function isCalled({ label }: Command, typed: string): boolean {
	const begun = beginnings(typed).join(' ');
	return begun.length >= LEAST_BEGUN && label.toLowerCase().startsWith(begun);
}

/** Commands each of whose typed words begins one of theirs; at most `most`. Nothing typed: none. */
export function commandsFor(typed: string, most: number): Command[] {
	const begun = beginnings(typed);
	if (begun.length === 0) return [];
	return commands
		.filter(({ label }) => begun.every((b) => beginnings(label).some((word) => word.startsWith(b))))
		.slice(0, most);
}
