/** The list under the box: what Enter would do, best first. A line with a shape is written down; words are a search. Pure. */
import type { OutputOf } from '../contract';
import { isCapture, type Reading } from './capture';
import { commandsFor, isCalled, type Command } from './commands';

export type FoundThing = OutputOf<'find_entities'>['entities'][number];
/** It answers to that spelling itself (exact, alias, same form: N2); all else is a guess. */
export const isSure = ({ why }: Pick<FoundThing, 'why'>): boolean =>
	why === 'exact' || why === 'alias' || why === 'same_form';

export type Hit = OutputOf<'memory_search'>['hits'][number];

export type Option =
	| { kind: 'write'; key: string; reading: Reading }
	| { kind: 'thing'; key: string; thing: FoundThing }
	/** A name begun in the line, completed. */
	| { kind: 'name'; key: string; thing: FoundThing }
	| { kind: 'hit'; key: string; hit: Hit }
	| { kind: 'make'; key: string; name: string }
	| { kind: 'command'; key: string; command: Command };

export interface Given {
	text: string;
	readings: readonly Reading[];
	things: readonly FoundThing[];
	hits: readonly Hit[];
	/** Commands stand in the palette only. */
	withCommands: boolean;
}

const MOST_COMMANDS = 3;
const LONGEST_NAME = 60;

const writeOption = (reading: Reading): Option => ({ kind: 'write', key: `write-${reading.kind}`, reading });
const commandOption = (command: Command): Option => ({
	kind: 'command',
	key: `command-${command.id}-${'to' in command ? command.to : ''}`,
	command
});
const isFinished = (reading: Reading): boolean => reading.kind !== 'unfinished';

/** Could be the name of a new thing: a few words without punctuation, not known. */
function makeOption({ text, things }: Given): Option[] {
	const name = text.replace(/\s+/gu, ' ').trim();
	const looksLikeName = name.length > 1 && name.length <= LONGEST_NAME && name.split(' ').length <= 5;
	if (!looksLikeName || /[:→·|=[\]@?]|[.!](\s|$)/u.test(name) || things.some(isSure)) return [];
	return [{ kind: 'make', key: 'make', name }];
}

const wordsIn = (text: string): number => text.trim().split(/\s+/u).length;

/** A guess at so many words less than were typed is no guess at a name: a sentence was typed. */
const FAR_SHORTER = 3;
/** More words than a new name mostly has: written down first, made a thing only if that is chosen. */
const FEW_WORDS = 3;

/** Where something is called so, or begins so, what is merely near it is no help. */
function likely(things: readonly FoundThing[]): readonly FoundThing[] {
	const begun = things.filter(isBegun);
	return begun.length > 0 ? begun : things;
}

/** Words that say what a line is about; where it has none, all of them. */
function tellingWords(text: string): string[] {
	const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	const telling = words.filter((word) => word.length > 3);
	return telling.length > 0 ? telling : words;
}

/** It says at least half of what was typed: a line that only shares some words with it is another line. */
function isSought({ text, entity }: Hit, typed: string): boolean {
	const said = new Set(tellingWords(`${text} ${entity ?? ''}`));
	const words = tellingWords(typed);
	return words.filter((word) => said.has(word)).length * 2 >= words.length;
}

const isBegun = ({ why }: FoundThing): boolean => why !== 'typo' && why !== 'near';

/** While a name is being typed within the line, the things that it may be. */
export const nameOptions = (things: readonly FoundThing[]): Option[] =>
	things.map((thing) => ({ kind: 'name', key: `name-${thing.id}`, thing }));

/** The options in order; the first is what Enter does. Empty text: none. */
export function optionsOf(given: Given): Option[] {
	const { text, readings, things, hits, withCommands } = given;
	if (!text.trim()) return [];
	const found: Option[] = likely(things).map((thing) => ({ kind: 'thing', key: `thing-${thing.id}`, thing }));
	// What is said of a thing that stands in the list anyway is on its page.
	const said: Option[] = hits
		.filter((hit) => !things.some(({ id }) => id === hit.entity_id))
		.map((hit) => ({ kind: 'hit', key: `hit-${hit.kind}-${hit.id}`, hit }));
	const commands = withCommands ? commandsFor(text, MOST_COMMANDS) : [];
	const called = commands.filter((command) => isCalled(command, text));
	const writes = readings.filter(isFinished).map(writeOption);
	const acts = commands.filter((command) => !called.includes(command)).map(commandOption);
	if (readings[0]?.kind === 'unfinished') return [...found.slice(0, 3), ...writes];
	if (isCapture(readings[0])) return [...writes, ...found.slice(0, 3)];
	const meant = found.filter(
		(o) => o.kind !== 'thing' || isBegun(o.thing) || wordsIn(text) < wordsIn(o.thing.matched) + FAR_SHORTER
	);
	const make = makeOption(given);
	const first = [...called.map(commandOption), ...meant, ...acts];
	if (wordsIn(text) <= FEW_WORDS) return [...first, ...said, ...make, ...writes];
	const isFound = (option: Option): boolean => option.kind === 'hit' && isSought(option.hit, text);
	return [...first, ...said.filter(isFound), ...writes, ...said.filter((o) => !isFound(o)), ...make];
}
