/** A line of a change as words for History: what it says, and how it stands (new, no longer so, wrong …). Pure. */
import { withoutMarks } from '../domain/link';
import type { Change } from './state/history.svelte';
import { strings } from './strings';

export type Line = Change['summary'][number];

export interface LineWords {
	/** Before the text: "no longer so", "also called". Empty for what is simply said. */
	verb: string;
	text: string;
	/** Whom it is about, where the text does not say so. */
	of: string | null;
	/** It takes something away or calls it wrong. */
	takes: boolean;
}

/** About two things, which the text names. */
const ofTwo = new Set(['merge', 'unmerge', 'distinct']);
const takers = new Set(['remove', 'unalias', 'end', 'retract', 'drop', 'unmerge']);

export function wordsOf({ kind, verb, text: written, attribute, entity, target }: Line): LineWords {
	const text = withoutMarks(written);
	const said = strings.history.verb[verb] ?? '';
	const takes = takers.has(verb);
	const words = (shown: string): LineWords => ({
		verb: said,
		text: shown,
		of: ofTwo.has(verb) ? null : owner(shown),
		takes
	});
	const owner = (shown: string): string | null => (entity && !shown.includes(entity.name) ? entity.name : null);
	if (kind === 'husk') return { verb: '', text: strings.history.forgotten, of: null, takes: true };
	if (kind === 'edge' && target && entity && !text.includes('→'))
		return words(`${entity.name} → ${text} → ${target.name}`);
	if (kind === 'slot' && attribute && !text.includes(attribute)) return words(`${attribute}: ${text}`);
	return words(text);
}
