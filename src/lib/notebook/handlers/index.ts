/** All handlers, joined: the compiler says which row of the table has none. */
import type { Context, Handlers } from '../context';
import { agentHandlers } from './agents';
import { channelHandlers } from './channels';
import { entityHandlers } from './entities';
import { contextReads } from './entity-context';
import { entityLists } from './entity-lists';
import { entityReads } from './entity-reads';
import { familyHandlers } from './families';
import { factHandlers } from './facts';
import { forgetHandlers } from './forget';
import { journalHandlers } from './journal';
import { mentionHandlers } from './mentions';
import { noteHandlers } from './notes';
import { createNotebookHandlers } from './notebook';
import { relationHandlers } from './relations';
import { rememberHandlers } from './remember';
import { reviewHandlers } from './review';
import { searchHandlers } from './search';
import { slotReads } from './slot-reads';
import { slotHandlers } from './slots';
import { createTransferHandlers } from './transfer';

export const createHandlers = (context: Context): Handlers => ({
	...entityReads,
	...contextReads,
	...entityLists,
	...entityHandlers,
	...familyHandlers,
	...slotReads,
	...slotHandlers,
	...factHandlers,
	...rememberHandlers,
	...relationHandlers,
	...searchHandlers,
	...noteHandlers,
	...mentionHandlers,
	...channelHandlers,
	...reviewHandlers,
	...journalHandlers,
	...forgetHandlers,
	...agentHandlers,
	...createNotebookHandlers(context),
	...createTransferHandlers(context)
});
