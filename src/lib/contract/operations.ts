/** THE ONE TABLE of operations, joined from its nouns. RPC, MCP, documentation and tests are loops over it; there is no second list. */
import './jitless';
import type * as z from 'zod';
import type { Result } from '../domain/result';
import { agentOperations } from './agents';
import { channelOperations } from './channels';
import { entityOperations } from './entities';
import { familyOperations } from './families';
import { mentionOperations } from './mentions';
import { factOperations } from './facts';
import { journalOperations } from './journal';
import { notebookOperations } from './notebook';
import { noteOperations } from './notes';
import type { Present } from './present';
import { relationOperations } from './relations';
import { reviewOperations } from './review';
import { searchOperations } from './search';
import { slotOperations } from './slots';
import { transferOperations } from './transfer';

/** The rows by noun, in the order of the reference. */
export const operationsByNoun = {
	Entities: entityOperations,
	Sameness: familyOperations,
	Values: slotOperations,
	Facts: factOperations,
	Relations: relationOperations,
	Search: searchOperations,
	Notes: noteOperations,
	Mentions: mentionOperations,
	Channels: channelOperations,
	Review: reviewOperations,
	Journal: journalOperations,
	Agents: agentOperations,
	Notebook: notebookOperations,
	Files: transferOperations
} as const;

export const operations = {
	...entityOperations,
	...familyOperations,
	...slotOperations,
	...factOperations,
	...relationOperations,
	...searchOperations,
	...noteOperations,
	...mentionOperations,
	...channelOperations,
	...reviewOperations,
	...journalOperations,
	...agentOperations,
	...notebookOperations,
	...transferOperations
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** Arguments as the gate hands them to a handler: trimmed, clamped, defaults filled in, times in ms since epoch. */
export type InputOf<N extends OperationName> = Present<z.output<Operations[N]['input']>>;
/** Arguments as a caller may write them. */
export type RawInputOf<N extends OperationName> = z.input<Operations[N]['input']>;
export type OutputOf<N extends OperationName> = z.output<Operations[N]['output']>;

/** What the worker exposes and every surface calls. Never throws: a failure is a result. */
export type Door = { [N in OperationName]: (args: RawInputOf<N>) => Promise<Result<OutputOf<N>>> };

export const operationNames = Object.keys(operations) as OperationName[];

export const isOperationName = (name: string): name is OperationName => Object.hasOwn(operations, name);
