/** Notebooks at a door that holds every answer against the table: a field that the table does not know, or one that is missing, fails the test. */
import { expect } from 'vitest';
import { operationNames, operations, type Door, type OperationName } from '../../src/lib/contract';
import { failure } from '../../src/lib/contract/shapes';
import type { Failure, Result } from '../../src/lib/domain/result';
import type { Caller, Notebook } from '../../src/lib/notebook/notebook';
import type { Store } from '../../src/lib/store/store';
import { agent, createTestEnv, openNotebook, person, type TestEnv } from '../support/notebooks';

export type OpenStore = () => Promise<Store>;

export const DAY = 86_400_000;

export function hold(operation: OperationName, result: Result<unknown>): void {
	const schema = result.ok ? operations[operation].output : failure;
	const answer = result.ok ? result.value : result.error;
	const parsed = schema.safeParse(answer);
	if (!parsed.success) throw new Error(`${operation} answered what its table does not say: ${parsed.error.message}`);
	// What the table does not know is dropped by parsing.
	expect(parsed.data, `${operation} answered more than its table says`).toEqual(answer);
}

/** The same door, each answer parsed against `operations[name].output` (or the shape of failures). */
export function strict(door: Door): Door {
	const methods = operationNames.map((name) => [
		name,
		async (args: never) => {
			const result: Result<unknown> = await door[name](args);
			hold(name, result);
			return result;
		}
	]);
	return Object.fromEntries(methods) as Door; // built from the table's own names
}

export interface Desk {
	notebook: Notebook;
	store: Store;
	env: TestEnv;
	/** The person, in the app. */
	me: Door;
	/** An agent, "helper". */
	bot: Door;
	/** Another agent, "second". */
	other: Door;
	door: (caller: Caller) => Door;
}

export async function openDesk(open: OpenStore, env: TestEnv = createTestEnv()): Promise<Desk> {
	const opened = await openNotebook(await open(), env);
	const door = (caller: Caller): Door => strict(opened.notebook.door(caller));
	return {
		...opened,
		door,
		me: door(person),
		bot: door(agent('helper')),
		other: door(agent('second', '00000000-0000-7000-8000-000000000002'))
	};
}

/** The value of an answer, or the test fails with what the door said. */
export async function got<T>(answer: Promise<Result<T>>): Promise<T> {
	const result = await answer;
	if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
	return result.value;
}

/** The failure of an answer, or the test fails with what was answered. */
export async function refused(answer: Promise<Result<unknown>>): Promise<Failure> {
	const result = await answer;
	if (result.ok) throw new Error(`not refused: ${JSON.stringify(result.value)}`);
	return result.error;
}

/** A call as it may come from outside: any name, any arguments. */
export const send = (door: Door, operation: OperationName, args: unknown): Promise<Result<unknown>> =>
	door[operation](args as never);

/** How many changes the journal holds: what did not write leaves it as it was. */
export const changes = ({ store }: Desk): Promise<number> => store.read((tx) => tx.countChanges());

/** Everything that is stored, as text: whether a word is anywhere in it. */
export async function stored({ store }: Desk): Promise<string> {
	const all: unknown[] = [];
	await store.eachShelf((page) => void all.push(...page));
	await store.eachChange((page) => void all.push(...page));
	return JSON.stringify(all);
}

export const contents = (facts: readonly { content: string }[]): string[] => facts.map(({ content }) => content);
export const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

/** One fact about one thing. */
export const fact = async (door: Door, entity: string, content: string, more: object = {}): Promise<string> => {
	const { facts } = await got(door.remember({ facts: [{ entity, content, ...more }] }));
	const [only] = facts;
	if (!only?.id) throw new Error(`not stored: ${JSON.stringify(only)}`);
	return only.id;
};

export const relate = (door: Door, fromEntity: string, relation: string, toEntity: string, more: object = {}) =>
	got(door.relate_entities({ fromEntity, relation, toEntity, ...more }));

export const set = (door: Door, entity: string, attribute: string, value: string, more: object = {}) =>
	got(door.memory_fact_set({ entity, attribute, value, ...more }));

export const current = (door: Door, entity: string, attribute: string, more: object = {}) =>
	got(door.memory_fact_get({ entity, attribute, ...more }));
