/** Which operations an agent is offered. Derived from the rows; chosen when the bridge starts and fixed while an agent is connected. */
import './jitless';
import { operationNames, operations, type OperationName } from './operations';
import type { Operation } from './row';

export const toolsetNames = ['core', 'full', 'server-memory'] as const;
export type ToolsetName = (typeof toolsetNames)[number];

const row = (name: OperationName): Operation => operations[name];

const published = operationNames.filter((name) => row(name).surface === 'agent');

export const toolsets: Readonly<Record<ToolsetName, readonly OperationName[]>> = {
	core: published.filter((name) => row(name).toolset === 'core'),
	full: published.filter((name) => row(name).toolset !== 'server-memory'),
	'server-memory': published.filter((name) => row(name).toolset === 'server-memory')
};
