/** The published catalogue as a file that a person can read: a change of it is a change that agents meet, and shows in the diff. */
import { expect, test } from 'vitest';
import { operationToMcpTool } from '../../src/lib/contract/to-mcp-tool';
import { toolsets } from '../../src/lib/contract/toolsets';

test('the list of tools is the golden one (vitest -u writes it anew)', async () => {
	const tools = toolsets.full.map(operationToMcpTool);
	await expect(`${JSON.stringify(tools, null, '\t')}\n`).toMatchFileSnapshot('golden/tools.json');
});
