/** The formats that the root handed in. */
import { refuse } from '../domain/result';
import type { Context } from './context';
import type { TransferPort } from './env';

export function transferPort(context: Context): TransferPort {
	const { transfer } = context.tools.env;
	if (transfer) return transfer;
	throw refuse('internal', 'No file formats are built in here.', 'Import and export in the app.');
}
