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

/** Where something is called so, or begins so, what is merely near it is no help. */
function likely(things: readonly FoundThing[]): readonly FoundThing[] {
	const begun = things.filter(({ why }) => why !== 'typo' && why !== 'near');
	return begun.length > 0 ? begun : things;
}

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
	return [...called.map(commandOption), ...found, ...acts, ...said, ...makeOption(given), ...writes];
}
