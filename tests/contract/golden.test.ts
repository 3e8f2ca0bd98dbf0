/** The published catalogue as a file that a person can read: a change of it is a change that agents meet, and shows in the diff. */
import { expect, test } from 'vitest';
import { operationToMcpTool } from '../../src/lib/contract/to-mcp-tool';
import { toolsets } from '../../src/lib/contract/toolsets';

test.each([
	['full', 'golden/tools.json'],
	['server-memory', 'golden/server-memory.json']
] as const)('the list of tools of %s is the golden one (vitest -u writes it anew)', async (toolset, file) => {
	const tools = toolsets[toolset].map(operationToMcpTool);
	await expect(`${JSON.stringify(tools, null, '\t')}\n`).toMatchFileSnapshot(file);
});
