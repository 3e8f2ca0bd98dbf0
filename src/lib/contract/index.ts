/** The contract: the table of operations, its types, the validator. Projections are imported by name from their own modules. */
import './jitless';

export {
	isOperationName,
	operationNames,
	operations,
	operationsByNoun,
	type Door,
	type InputOf,
	type OperationName,
	type Operations,
	type OutputOf,
	type RawInputOf
} from './operations';
export { parseInput } from './parse';
export type { Effect, Operation, Surface } from './row';
