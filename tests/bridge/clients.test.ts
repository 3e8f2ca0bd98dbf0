/** Every client in every state of the notebook's page: lists come, calls end, and what is said tells the states apart. */
import { expect, test } from 'vitest';
import { toolsets } from '../../src/lib/contract/toolsets';
import { bridgeProgram } from '../support/bridge-program';
import type { FakePage } from '../support/fake-page';
import { comeBack, connector, fields, kinds, stateOf } from '../support/mcp-clients';
import { ownHub, type OwnHub } from '../support/own-hub';

const program = bridgeProgram();
const connect = connector(program);

interface State {
	name: string;
	/** Brings the page into it. */
	arrange: (hub: OwnHub) => Promise<unknown>;
	/** What a call is told; absent: its answer. */
	told?: { error: string; reason?: string; hint: RegExp };
}

const unavailable = (reason: string, hint: RegExp) => ({ error: 'storage_unavailable', reason, hint });

const states: State[] = [
	{
		name: 'no browser was ever paired',
		arrange: () => Promise.resolve(),
		told: unavailable('not_paired', /#pair=[\w-]{22}/)
	},
	{ name: 'a tab is open', arrange: (hub) => hub.pair() },
	{
		name: 'no tab is open',
		arrange: async (hub) => (await hub.pair()).leave(),
		told: unavailable('no_page', /leave that tab open/)
	},
	{
		name: 'the tab is closed in mid-call',
		arrange: (hub) => {
			let asked = 0;
			return hub.pair({
				answer: async (_call, leave) => {
					// When all of them are being worked on.
					if (++asked === kinds.length) await leave();
					return undefined;
				}
			});
		},
		told: unavailable('page_gone', /look whether it was done/)
	},
	{
		name: 'the page is reloaded in mid-call',
		arrange: async (hub) => {
			let before: FakePage | undefined;
			before = await hub.pair({
				answer: async (_call, leave) => {
					await leave();
					if (before) void comeBack(hub.port, before);
					before = undefined;
					return undefined;
				}
			});
		}
	},
	{
		name: 'the page is frozen',
		arrange: async (hub) => (await hub.pair()).freeze(),
		told: unavailable('asleep', /click into the tab/)
	},
	{
		name: 'the person has switched agents off',
		arrange: (hub) =>
			hub.pair({
				answer: () => ({
					ok: false,
					error: { code: 'memory_not_enabled', message: 'Switched off.', hint: 'Tell the person.' }
				})
			}),
		told: { error: 'memory_not_enabled', hint: /Tell the person/ }
	}
];

test.each(states)('$name', async ({ arrange, told }) => {
	const hub = await ownHub({ comesBackWithin: 1_500 });
	await hub.state.agentSecret();
	await arrange(hub);
	const where = await stateOf(hub);
	// Together: what one of them is told must not hang on another.
	const answers = await Promise.all(
		kinds.map(async (kind) => {
			const client = await connect(where, { kind });
			const tools = await client.tools();
			return { kind, tools, answer: await client.call('get_entity', { name: 'Ada' }) };
		})
	);
	for (const { kind, tools, answer } of answers) {
		expect(tools, kind).toEqual([...toolsets.core]);
		expect(answer.isError === true, kind).toBe(told !== undefined);
		if (!told) {
			expect(fields(answer), kind).toMatchObject({ operation: 'get_entity', args: { name: 'Ada' } });
			continue;
		}
		const { hint, ...rest } = told;
		expect(fields(answer), kind).toMatchObject({ ...rest, hint: expect.stringMatching(hint) as string });
		expect(answer.content[0]?.text, kind).toContain(told.error);
	}
});
