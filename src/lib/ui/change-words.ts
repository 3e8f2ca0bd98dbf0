/** A line of a change as words for History: what it says, and how it stands (new, no longer so, wrong …). Pure. */
import type { Change } from './state/history.svelte';
import { strings } from './strings';

export type Line = Change['summary'][number];

export interface LineWords {
	/** Before the text: "no longer so", "also called". Empty for what is simply said. */
	verb: string;
	text: string;
	/** It takes something away or calls it wrong. */
	takes: boolean;
}

const takers = new Set(['remove', 'unalias', 'end', 'retract', 'drop']);

export function wordsOf({ kind, verb, text, attribute, entity, target }: Line): LineWords {
	const said = strings.history.verb[verb] ?? '';
	const takes = takers.has(verb);
	if (kind === 'husk') return { verb: '', text: strings.history.forgotten, takes: true };
	if (kind === 'edge' && target && entity && !text.includes('→'))
		return { verb: said, text: `${entity.name} → ${text} → ${target.name}`, takes };
	if (kind === 'slot' && attribute && !text.includes(attribute))
		return { verb: said, text: `${attribute}: ${text}`, takes };
	return { verb: said, text, takes };
}
