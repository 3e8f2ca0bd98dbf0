/** The Inspector's CLI over stdio, as somebody would look at the bridge with it: the built file, a hub that it starts, no fixture at all. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolsets } from '../../src/lib/contract/toolsets';
import { bridgeProgram } from '../support/bridge-program';
import { hubWithNotebook, notRun, runChecker } from './support';

describe.skipIf(notRun)('the Inspector', () => {
	const program = bridgeProgram();

	/** @returns what the method answered */
	async function inspect(...args: string[]): Promise<Record<string, unknown>> {
		const hub = await hubWithNotebook();
		const env = Object.entries(program.env(hub.port, hub.root));
		const { code, said, out } = await runChecker(join('inspector', 'clients/launcher/build/index.js'), [
			'--cli',
			...args,
			...env.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
			...['--', process.execPath, program.file(), 'mcp']
		]);
		expect(code, said).toBe(0);
		return JSON.parse(out) as Record<string, unknown>;
	}
	const call = async (name: string, ...args: string[]) => {
		const given = args.flatMap((arg) => ['--tool-arg', arg]);
		return inspect('--method', 'tools/call', '--tool-name', name, ...given);
	};

	test('tools/list --strict: schemas that every known client takes', async () => {
		const { tools } = await inspect('--method', 'tools/list', '--strict');
		expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([...toolsets.core]);
	});

	test('tools/call: reads, and writes', async () => {
		const read = await call('get_entity', 'name=Ada Lovelace');
		expect(read).toMatchObject({ structuredContent: { found: true } });
		expect(read['isError']).not.toBe(true);
		const wrote = await call('memory_fact_set', 'entity=Ada Lovelace', 'attribute=city', 'value=Paris');
		expect(wrote['isError']).not.toBe(true);
		expect(JSON.stringify(wrote['structuredContent'])).toContain('Paris');
	});

	test('resources/list and prompts/list', async () => {
		expect(await inspect('--method', 'resources/list')).toHaveProperty('resources');
		const { prompts } = await inspect('--method', 'prompts/list');
		expect((prompts as { name: string }[]).map(({ name }) => name)).toContain('brief_me');
	});
});
