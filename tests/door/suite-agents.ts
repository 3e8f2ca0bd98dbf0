/** The way in for agents: grants, requests, audit (P1, P3, N7; agents.md). */
import { beforeEach, describe, expect, test } from 'vitest';
import { operationNames, operations, type OperationName } from '../../src/lib/contract';
import type { AgentIdentity } from '../../src/lib/contract/bridge-messages';
import type { Right } from '../../src/lib/contract/agents';
import type { Failure, Result } from '../../src/lib/domain/result';
import { openNotebook } from '../support/notebooks';
import {
	changes,
	contents,
	fact,
	got,
	hold,
	openDesk,
	refused,
	relate,
	set,
	type Desk,
	type OpenStore
} from './support';

const claude: AgentIdentity = { name: 'claude-code', title: 'Claude Code', connection: 'one', via: 'stdio' };
const codex: AgentIdentity = { name: 'codex', connection: 'two', via: 'stdio' };

const AN_HOUR = 3_600_000;

export function agentsSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	async function call(operation: string, args: object = {}, as = claude, compact?: boolean): Promise<Result<unknown>> {
		const result = await desk.notebook.agent(as, { operation, args, compact });
		if (operation in operations) hold(operation as OperationName, result);
		return result;
	}
	const value = async (operation: string, args: object = {}, as = claude) =>
		(await got(call(operation, args, as))) as Record<string, unknown>;
	const failure = (operation: string, args: object = {}, as = claude): Promise<Failure> =>
		refused(call(operation, args, as));

	async function approve(right: Right = 'write', channels: string[] = [], as = claude): Promise<void> {
		await call('list_channels', {}, as);
		await got(desk.me.approve_agent({ agent: as.name, right, channels }));
	}
	const onlyAgent = async () => (await got(desk.me.list_agents({}))).agents[0];
	const waiting = async () =>
		(await got(desk.me.list_requests({}))).requests.filter(({ state }) => state === 'waiting');

	describe('[P1] who is let in', () => {
		test('a new name waits for the person, reads nothing meanwhile, and is listed once', async () => {
			await fact(desk.me, 'Jeff', 'is tall');
			for (let i = 0; i < 3; i++) {
				const error = await failure('get_entity', { name: 'Jeff' });
				expect(error).toMatchObject({ code: 'authentication_missing' });
				expect(error.message).toContain('claude-code');
				expect(error.hint).toContain('Agents');
			}
			const { agents, enabled } = await got(desk.me.list_agents({}));
			expect(enabled).toBe(true);
			expect(agents).toMatchObject([{ name: 'claude-code', title: 'Claude Code', state: 'waiting', via: 'stdio' }]);
		});

		test('approved, it reads and writes under its name in one session; revoked, it stops at once', async () => {
			await approve();
			await value('remember', { facts: [{ entity: 'Jeff', content: 'is tall' }] });
			await value('remember', { facts: [{ entity: 'Jeff', content: 'sings' }] });
			const { facts } = await got(desk.me.get_entity({ name: 'Jeff' }));
			expect(facts.map(({ by }) => by)).toEqual(['agent:claude-code', 'agent:claude-code']);
			const { changes: made } = await got(desk.me.list_changes({}));
			expect(new Set(made.map(({ session }) => session)).size).toBe(1);
			await got(desk.me.revoke_agent({ agent: 'claude-code' }));
			expect(await failure('get_entity', { name: 'Jeff' })).toMatchObject({
				code: 'authentication_missing',
				message: expect.stringContaining('revoked') as string
			});
			expect(await onlyAgent()).toMatchObject({ state: 'revoked' });
			await got(desk.me.approve_agent({ agent: 'claude-code' }));
			expect(await value('get_entity', { name: 'Jeff' })).toMatchObject({ found: true });
			await got(desk.me.revoke_agent({ agent: 'claude-code', forget: true }));
			expect((await got(desk.me.list_agents({}))).agents).toEqual([]);
		});

		test('a name that only looks the same is another', async () => {
			await approve();
			for (const name of ['Claude-Code', 'claude-code ', 'сlaude-code', '__proto__', 'constructor'])
				expect(await failure('list_channels', {}, { ...claude, name })).toMatchObject({
					code: 'authentication_missing'
				});
		});

		test('an agent of the browser is let in only while the person has switched those on, approved or not', async () => {
			const own: AgentIdentity = { name: 'browser', title: 'A browser agent', connection: 'page', via: 'webmcp' };
			await fact(desk.me, 'Jeff', 'is tall');
			expect(await failure('get_entity', { name: 'Jeff' }, own)).toMatchObject({ code: 'memory_not_enabled' });
			expect((await got(desk.me.list_agents({}))).agents).toEqual([]);
			await got(desk.me.set_settings({ web_agents: true }));
			expect(await failure('get_entity', { name: 'Jeff' }, own)).toMatchObject({ code: 'authentication_missing' });
			await approve('write', [], own);
			expect(await value('get_entity', { name: 'Jeff' }, own)).toMatchObject({ found: true });
			await got(desk.me.set_settings({ web_agents: false }));
			const before = await changes(desk);
			const wanted = { entity: 'Jeff', attribute: 'role', value: 'designer' };
			expect(await failure('memory_fact_set', wanted, own)).toMatchObject({ code: 'memory_not_enabled' });
			expect(await changes(desk)).toBe(before);
			await approve(); // others are not touched by it
			expect(await value('get_entity', { name: 'Jeff' })).toMatchObject({ found: true });
		});

		test('the name of the browser’s own agents is not to be borrowed', async () => {
			const own: AgentIdentity = { name: 'browser', connection: 'page', via: 'webmcp' };
			await got(desk.me.set_settings({ web_agents: true }));
			await approve('write', [], own);
			expect(await value('list_channels', {}, own)).toMatchObject({ channels: [{}] });
			expect(await failure('list_channels', {}, { ...own, via: 'stdio' })).toMatchObject({
				code: 'authentication_missing'
			});
		});

		test('names cost nothing, so those that wait are few; those that are approved stay', async () => {
			await approve();
			for (let i = 0; i < 40; i++) await failure('list_channels', {}, { ...codex, name: `stranger ${String(i)}` });
			const { agents } = await got(desk.me.list_agents({}));
			expect(agents.filter(({ state }) => state === 'waiting')).toHaveLength(20);
			expect(agents.filter(({ state }) => state === 'approved')).toHaveLength(1);
			expect(agents.map(({ name }) => name)).toContain('stranger 39');
		});

		test('paused: memory_not_enabled before all else, and nobody new is noted', async () => {
			await approve();
			let told = 0;
			const stop = desk.notebook.on(({ type }) => (told += type === 'agents' ? 1 : 0));
			await got(desk.me.set_settings({ agents_enabled: false }));
			stop();
			expect(told).toBe(1);
			expect(await failure('get_entity', { nonsense: 1 })).toMatchObject({ code: 'memory_not_enabled' });
			expect(await failure('list_channels', {}, codex)).toMatchObject({ code: 'memory_not_enabled' });
			expect((await got(desk.me.list_agents({}))).agents.map(({ name }) => name)).toEqual(['claude-code']);
			await got(desk.me.set_settings({ agents_enabled: true }));
			expect(await value('list_channels')).toMatchObject({ channels: [{}] });
		});

		test.each(operationNames.filter((name) => operations[name].surface === 'app'))(
			'%s is the app’s own: no agent has it',
			async (name) => {
				await approve('remove');
				const before = await changes(desk);
				expect(await failure(name)).toMatchObject({ code: 'invalid_parameter', parameter: 'operation' });
				expect(await changes(desk)).toBe(before);
			}
		);

		test('an agent that was never here is not approved ahead', async () => {
			expect(await refused(desk.me.approve_agent({ agent: 'nobody' }))).toMatchObject({ code: 'not_found' });
			expect(await refused(desk.me.revoke_agent({ agent: 'nobody' }))).toMatchObject({ code: 'not_found' });
		});

		test('a session for each connection; the same after a reload; over HTTP until half an hour of silence', async () => {
			const http: AgentIdentity = { ...claude, connection: 'web', via: 'http' };
			await approve();
			const sessionOf = async (as: AgentIdentity) => {
				const { change_id } = await value(
					'remember',
					{ facts: [{ entity: 'Jeff', content: `${as.connection} ${String(desk.env.at)}` }] },
					as
				);
				const { changes: list } = await got(desk.me.list_changes({}));
				return list.find((each) => each.change_id === change_id)?.session;
			};
			const first = await sessionOf(claude);
			expect(await sessionOf(claude)).toBe(first);
			expect(await sessionOf({ ...claude, connection: 'other' })).not.toBe(first);
			const web = await sessionOf(http);
			desk.env.at += AN_HOUR / 3;
			expect(await sessionOf(http)).toBe(web);
			desk.env.at += AN_HOUR;
			expect(await sessionOf(http)).not.toBe(web);
			expect(await sessionOf(claude)).toBe(first);
			await desk.notebook.settled();
			const again = await openNotebook(desk.store, desk.env);
			desk = { ...desk, notebook: again.notebook };
			expect(await sessionOf(claude)).toBe(first);
		});

		test('COMPACT_RESPONSES of its environment goes before the setting', async () => {
			await approve();
			await fact(desk.me, 'Jeff', 'is tall');
			const context = { entityName: 'Jeff' };
			expect(await got(call('get_entity_context', context))).toHaveProperty('ok');
			expect(await got(call('get_entity_context', context, claude, false))).toHaveProperty('found');
			await got(desk.me.set_settings({ compact_responses: false }));
			expect(await got(call('get_entity_context', context))).toHaveProperty('found');
			expect(await got(call('get_entity_context', context, claude, true))).toHaveProperty('ok');
		});
	});

	describe('[P3] what it may do', () => {
		test('read: every write is refused and nothing is written', async () => {
			await approve('read');
			const before = await changes(desk);
			const writes: [string, object][] = [
				['remember', { facts: [{ entity: 'Jeff', content: 'x' }] }],
				['memory_fact_set', { entity: 'Jeff', attribute: 'city', value: 'Oslo' }],
				['relate_entities', { fromEntity: 'Jeff', relation: 'knows', toEntity: 'Ann' }],
				['forget', { entity: 'Jeff' }],
				['undo', { change_id: 'x' }]
			];
			for (const [name, args] of writes)
				expect(await failure(name, args)).toMatchObject({ code: 'channel_access_denied' });
			expect(await changes(desk)).toBe(before);
			expect(await waiting()).toEqual([]);
		});

		test('ask: a value becomes a contender, also at an empty slot; all else waits', async () => {
			await approve('ask');
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			expect(await value('memory_fact_set', { entity: 'Jeff', attribute: 'city', value: 'Bergen' })).toMatchObject({
				action: 'contested',
				contender: { value: 'Bergen', why: 'ask_me' }
			});
			expect(await value('memory_fact_set', { entity: 'Jeff', attribute: 'role', value: 'pilot' })).toMatchObject({
				action: 'contested'
			});
			expect(await value('memory_set_add', { entity: 'Jeff', attribute: 'langs', member: 'French' })).toMatchObject({
				action: 'contested'
			});
			expect((await got(desk.me.memory_fact_get({ entity: 'Jeff', attribute: 'role' }))).record).toBeNull();
			expect(await failure('remember', { facts: [{ entity: 'Jeff', content: 'sings' }] })).toMatchObject({
				code: 'needs_confirmation',
				request_id: expect.any(String) as string
			});
			expect(contents((await got(desk.me.get_entity({ name: 'Jeff' }))).facts)).toEqual(['city: Oslo']);
			expect(await waiting()).toMatchObject([{ by: 'agent:claude-code', operation: 'remember' }]);
		});

		test('write: adds and changes, takes away its own only; remove: also what others wrote, but forgets nothing', async () => {
			await approve('write');
			const mine = await fact(desk.me, 'Jeff', 'is tall');
			await value('remember', { facts: [{ entity: 'Jeff', content: 'sings' }] });
			const own = (await got(desk.me.get_entity({ name: 'Jeff' }))).facts.find(({ content }) => content === 'sings');
			expect(await value('retract_fact', { fact_id: own?.id })).toMatchObject({ action: 'retracted' });
			expect(await failure('retract_fact', { fact_id: mine })).toMatchObject({ code: 'needs_confirmation' });
			await got(desk.me.approve_agent({ agent: 'claude-code', right: 'remove' }));
			expect(await value('end_fact', { fact_id: mine })).toMatchObject({ action: 'ended' });
			expect(await failure('forget', { entity: 'Jeff' })).toMatchObject({ code: 'needs_confirmation' });
			await set(desk.me, 'Ann', 'role', 'pilot');
			await set(desk.me, 'Anne', 'role', 'pilot');
			expect(await failure('merge_entities', { entity: 'Ann', other: 'Anne' })).toMatchObject({
				code: 'needs_confirmation'
			});
		});

		test('taking back more than twenty changes at once waits', async () => {
			await approve();
			for (let i = 0; i < 21; i++)
				await value('remember', { facts: [{ entity: 'Jeff', content: `fact ${String(i)}` }] });
			const [change] = (await got(desk.me.list_changes({}))).changes;
			expect(await failure('undo', { session: change?.session })).toMatchObject({ code: 'needs_confirmation' });
			expect((await got(desk.me.get_entity({ name: 'Jeff' }))).facts).toHaveLength(21);
			expect(await value('undo', { change_id: change?.change_id })).toMatchObject({ action: 'undone' });
		});
	});

	describe('[P3] what waits', () => {
		const asks = () => failure('forget', { entity: 'Vault' });
		beforeEach(async () => {
			await approve();
			await fact(desk.me, 'Vault', 'holds gold');
		});

		test('it stands in Review with what it would do; approved it is run as that agent, and the same call gets the receipt once', async () => {
			const { request_id } = await asks();
			const { items, counts } = await got(desk.me.list_review({ kind: 'request' }));
			expect(counts.request).toBe(1);
			expect(items).toMatchObject([{ kind: 'request', id: request_id, by: 'agent:claude-code', operation: 'forget' }]);
			const answer = await got(desk.me.answer_request({ request_id: request_id ?? '', approve: true }));
			expect(answer).toMatchObject({ state: 'approved', change_id: expect.any(String) as string });
			const [change] = (await got(desk.me.list_changes({}))).changes;
			expect(change).toMatchObject({ by: 'agent:claude-code', via: 'approval', operation: 'forget' });
			expect(await got(desk.me.get_entity({ name: 'Vault' }))).toMatchObject({ found: false });
			expect(await value('forget', { entity: 'Vault', idempotency_key: 'another' })).toMatchObject({
				action: 'forgotten',
				change_id: answer.change_id
			});
			expect(await failure('forget', { entity: 'Vault' })).toMatchObject({ code: 'needs_confirmation' });
		});

		test('what was asked in lists is shown as it was said, and is written once it is approved', async () => {
			await approve('ask');
			const args = {
				facts: [{ entity: 'Sarah', content: 'leads the team' }],
				values: [{ entity: 'Sarah', attribute: 'role', value: 'lead' }]
			};
			await failure('remember', { ...args, idempotency_key: 'once' });
			const [request] = await waiting();
			expect(JSON.parse(request?.arguments ?? '')).toEqual(args);
			const answer = await got(desk.me.answer_request({ request_id: request?.id ?? '', approve: true }));
			expect(answer.change_id).not.toBeNull();
			expect((await got(desk.me.get_entity({ name: 'Sarah' }))).facts.map(({ content }) => content)).toContain(
				'leads the team'
			);
			expect(await value('remember', args)).toMatchObject({ change_id: answer.change_id });
		});

		test('refused, it is told so, and nothing is asked again', async () => {
			const { request_id } = await asks();
			await got(desk.me.answer_request({ request_id: request_id ?? '' }));
			expect(await asks()).toMatchObject({ code: 'needs_confirmation', refused: true });
			expect(await waiting()).toEqual([]);
			expect(await got(desk.me.get_entity({ name: 'Vault' }))).toMatchObject({ found: true });
			desk.env.at += 8 * 24 * AN_HOUR;
			expect((await asks()).refused).toBeUndefined();
			expect(await waiting()).toHaveLength(1);
		});

		test('an agent never answers its own question, and is told only of its own', async () => {
			const { request_id } = await asks();
			expect(await failure('answer_request', { request_id, approve: true })).toMatchObject({
				code: 'invalid_parameter'
			});
			await approve('write', [], codex);
			expect((await value('list_review', { kind: 'request' }, codex))['items']).toEqual([]);
			expect((await value('list_review', { kind: 'request' }))['items']).toHaveLength(1);
		});

		test('answered twice at once, it is run once', async () => {
			const { request_id = '' } = await asks();
			const both = await Promise.all([1, 2].map(() => desk.me.answer_request({ request_id, approve: true })));
			expect(both.filter(({ ok }) => ok)).toHaveLength(1);
			expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'not_found' } });
		});

		test('what stands in its way when it is approved is told, and it goes on waiting', async () => {
			const one = await set(desk.me, 'Ann', 'role', 'pilot');
			await set(desk.me, 'Anne', 'role', 'pilot');
			const { request_id = '' } = await failure('merge_entities', { entity: 'Ann', other: 'Anne' });
			await got(desk.me.undo({ change_id: one.change_id ?? '' }));
			expect(await refused(desk.me.answer_request({ request_id, approve: true }))).toMatchObject({ code: 'not_found' });
			expect(await waiting()).toHaveLength(1);
		});

		test('[J5] what is forgotten stands in no request and in no call', async () => {
			await value('remember', { facts: [{ entity: 'Vault', content: 'opens with 4711' }] });
			await value('get_entity', { name: 'Vault' });
			await failure('retract_fact', { entity: 'Vault', attribute: 'x' }).catch(() => undefined);
			const { request_id = '' } = await asks();
			await got(desk.me.answer_request({ request_id, approve: true }));
			await desk.notebook.settled();
			const { calls } = await got(desk.me.list_calls({ limit: 500, budget: 24_000 }));
			expect(calls.length).toBeGreaterThan(2);
			expect(JSON.stringify([calls, await got(desk.me.list_requests({}))])).not.toMatch(/Vault|4711/);
		});
	});

	describe('[J2] a call that is taken back', () => {
		test('before it is written nothing is; how far it was is told item by item', async () => {
			await approve();
			const taken = new AbortController();
			const told: string[] = [];
			const watch = {
				signal: taken.signal,
				onProgress: (done: number, total: number) => {
					told.push(`${String(done)} of ${String(total)}`);
					if (done === 2) taken.abort();
				}
			};
			const before = await changes(desk);
			const facts = ['sings', 'dances', 'rests'].map((content) => ({ entity: 'Jeff', content }));
			const result = await desk.notebook.agent(claude, { operation: 'remember', args: { facts }, watch });
			expect(result).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
			expect(told.slice(0, 2)).toEqual(['1 of 3', '2 of 3']);
			expect(await changes(desk)).toBe(before);
			expect(await got(desk.me.get_entity({ name: 'Jeff' }))).toMatchObject({ found: false });
			// Taken back already when it comes: not even begun.
			const late = await desk.notebook.agent(claude, { operation: 'list_channels', args: {}, watch });
			expect(late).toMatchObject({ ok: false });
		});
	});

	describe('[P1] the audit', () => {
		test('every call with arguments, outcome and what it changed; a session is taken back whole', async () => {
			await approve();
			await value('get_entity', { name: 'Jeff' });
			const { change_id } = await value('remember', { facts: [{ entity: 'Jeff', content: 'is tall' }] });
			await failure('memory_fact_get', { entity: 'Jeff' });
			const { calls } = await got(desk.me.list_calls({}));
			expect(calls).toMatchObject([
				{ operation: 'memory_fact_get', outcome: 'invalid_parameter', change_id: null },
				{ operation: 'remember', effect: 'add', outcome: 'ok', change_id, undone: false },
				{ operation: 'get_entity', effect: 'read', outcome: 'ok', arguments: '{"name":"Jeff"}' }
			]);
			expect(calls.every(({ agent, tokens }) => agent === 'claude-code' && tokens > 0)).toBe(true);
			const { sessions } = await got(desk.me.list_agent_sessions({}));
			expect(sessions).toMatchObject([{ agent: 'claude-code', calls: 3, changes: 1, failed: 1 }]);
			await got(desk.me.undo({ session: sessions[0]?.session ?? '' }));
			expect(await got(desk.me.get_entity({ name: 'Jeff' }))).toMatchObject({ found: false });
			expect((await got(desk.me.list_calls({ writes: true }))).calls).toMatchObject([{ change_id, undone: true }]);
		});

		test('what became of a call: it waits, was allowed, refused, failed, or some of its items were refused', async () => {
			const camesOf = async (more: object = {}) =>
				(await got(desk.me.list_calls(more))).calls.map(({ operation, came }) => [operation, came]);
			const remembering = (content: string) => ({ facts: [{ entity: 'Jeff', content }] });
			await approve('ask');
			await failure('remember', remembering('sings'));
			expect(await camesOf()).toEqual([['remember', 'waits']]);
			const { sessions } = await got(desk.me.list_agent_sessions({}));
			expect(sessions).toMatchObject([{ calls: 1, failed: 0 }]); // to be asked is no failure
			const [request] = await waiting();
			const answer = await got(desk.me.answer_request({ request_id: request?.id ?? '', approve: true }));
			expect(answer.items).toEqual({ total: 1, refused: [] });
			expect(await camesOf({ came: ['allowed'] })).toEqual([['remember', 'allowed']]);

			await failure('remember', remembering('flies'));
			const [second] = await waiting();
			await got(desk.me.answer_request({ request_id: second?.id ?? '' }));
			await failure('get_entity', {});
			await approve('write');
			await value('remember', {
				facts: [
					{ entity: 'Jeff', content: 'dances' },
					{ entity: '', content: 'x' }
				]
			});
			expect(await camesOf({ came: ['refused'] })).toEqual([['remember', 'refused']]);
			expect(await camesOf({ came: ['failed', 'partly'] })).toEqual([
				['remember', 'partly'],
				['get_entity', 'failed']
			]);
			const [partly] = (await got(desk.me.list_calls({ came: ['partly'] }))).calls;
			expect(partly).toMatchObject({ refused: 1, title: 'Remember' });
		});

		test('allowed, a call of several items tells which were refused', async () => {
			await approve('ask');
			await failure('remember', {
				facts: [
					{ entity: 'Jeff', content: 'dances' },
					{ entity: '', content: 'x' }
				]
			});
			const [request] = await waiting();
			const { items } = await got(desk.me.answer_request({ request_id: request?.id ?? '', approve: true }));
			expect(items?.total).toBe(2);
			expect(items?.refused).toHaveLength(1);
		});

		test('narrowed, paged, and kept over a restart; of many the latest', async () => {
			await approve();
			await approve('write', [], codex);
			for (let i = 0; i < 260; i++) await value('get_entity', { name: `thing ${String(i)}` }, i % 2 ? codex : claude);
			await desk.notebook.settled();
			const { notebook } = await openNotebook(desk.store, desk.env);
			const me = notebook.door({ who: 'person', session: '00000000-0000-7000-8000-000000000001' });
			const seen: string[] = [];
			let cursor: string | undefined;
			do {
				const page = await got(me.list_calls({ agent: 'codex', cursor }));
				seen.push(...page.calls.map(({ arguments: args }) => args));
				cursor = page.cursor;
			} while (cursor !== undefined);
			expect(seen.slice(0, 2)).toEqual(['{"name":"thing 259"}', '{"name":"thing 257"}']);
			expect(seen.filter((args) => args.includes('thing'))).toHaveLength(130);
		});
	});

	describe('[N7] its channels', () => {
		test('outside of them: as if they were not there', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await approve('write', [channel_id]);
			await fact(desk.me, 'Jeff', 'is tall');
			expect(await value('list_channels')).toMatchObject({ channels: [{ channel_id }] });
			const closed = await failure('get_entity', { name: 'Jeff', channel_id: 'default' });
			const missing = await failure('get_entity', { name: 'Jeff', channel_id: 'nowhere' });
			expect(closed).toEqual({
				...missing,
				message: missing.message.replace('nowhere', 'default'),
				channel_id: 'default'
			});
			expect(await value('get_entity', { name: 'Jeff' })).toMatchObject({ found: false, facts: [] });
			await value('remember', { facts: [{ entity: 'Jeff', content: 'works' }] });
			const { entities } = await got(desk.me.get_entity({ name: 'Jeff', channel_id }));
			expect(entities).toMatchObject([{ channel_id }]);
		});

		test('notes: those of its channels, a long one in parts; of others not even a title', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await approve('read', ['default']);
			const text = `${'Ünïcode wörds. '.repeat(400)}The end.`;
			const { note_id } = await got(desk.me.add_note({ text, title: 'Plan', kind: 'page' }));
			const shut = await got(desk.me.add_note({ text: 'Vault', title: 'Secret', channel_id }));
			// A fact elsewhere that comes from a note here is not told either.
			await got(desk.me.remember({ facts: [{ entity: 'Vault', content: 'holds gold' }], channel_id }));
			expect(await value('list_notes')).toMatchObject({ total: 1, notes: [{ title: 'Plan' }] });
			expect(await value('get_note', { note_id: shut.note_id })).toEqual({ found: false, note: null });

			let read = '';
			let parts = 0;
			for (let left = 1; left > 0; parts++) {
				const { note } = (await value('get_note', { note_id, from: read.length, budget: 500 })) as {
					note: { text: string; text_left?: number };
				};
				read += note.text;
				left = note.text_left ?? 0;
			}
			expect(read).toBe(text);
			expect(parts).toBeGreaterThan(2);
			expect((await got(desk.me.get_note({ note_id, budget: 100 }))).note?.text).toBe(text); // the person's page has it whole
		});

		test('a channel that is taken away is closed at once, also for taking back what was written there', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await approve('write');
			const { change_id } = await value('remember', { channel_id, facts: [{ entity: 'Jeff', content: 'works' }] });
			await got(desk.me.approve_agent({ agent: 'claude-code', channels: ['default'] }));
			expect(await failure('undo', { change_id })).toMatchObject({ code: 'channel_access_denied' });
			expect(await got(desk.me.get_entity({ name: 'Jeff' }))).toMatchObject({ found: true });
		});

		test('a channel that does not exist is not granted', async () => {
			await call('list_channels');
			expect(await refused(desk.me.approve_agent({ agent: 'claude-code', channels: ['nowhere'] }))).toMatchObject({
				code: 'channel_access_denied'
			});
			expect(await onlyAgent()).toMatchObject({ state: 'waiting' });
		});

		test('whatever it asks, nothing of a closed channel is told: no name, no text, no end of a relation', async () => {
			const { channel_id: open_ } = await got(desk.me.create_channel({ name: 'open' }));
			const { channel_id: shut } = await got(desk.me.create_channel({ name: 'SECRET area' }));
			const here = { channel_id: open_ };
			const there = { channel_id: shut };
			await fact(desk.me, 'Jeff', 'is tall', { type: 'person' });
			// What lies in the closed channel all says so.
			const jeff = await got(
				desk.me.remember({ ...here, facts: [{ entity: 'Jeff', type: 'person', content: 'plans Apollo with Ann' }] })
			);
			await got(
				desk.me.remember({
					...there,
					facts: [
						{ entity: 'SECRET Jeff', content: 'SECRET plans of Jeff and Apollo' },
						{ entity: 'Jeff', content: 'SECRET: Jeff is ill' }
					],
					values: [{ entity: 'Jeff', attribute: 'city', value: 'SECRET city' }],
					relations: [{ from: 'Jeff', relation: 'SECRET_knows', to: 'SECRET Ann', context: 'SECRET' }],
					note: 'SECRET note on Jeff and Apollo'
				})
			);
			await relate(desk.me, 'Jeff', 'knows', 'Ann', here);
			await set(desk.me, 'Jeff', 'city', 'Oslo', here);
			await got(desk.me.add_note({ ...here, text: 'A note on [[Jeff]] and Apollo' }));
			await got(desk.me.add_note({ ...there, text: 'SECRET note on [[Jeff]]', title: 'SECRET title' }));
			await desk.notebook.settled();
			await approve('remove', [open_]);
			const { facts } = await got(desk.me.get_entity({ name: 'Jeff', ...here }));
			const shutFacts = (await got(desk.me.get_entity({ name: 'Jeff', ...there }))).facts;
			const shutRow = (await got(desk.me.get_entity({ name: 'Jeff', ...there }))).entities[0];
			const secretChange = (await got(desk.me.list_changes({ ...there }))).changes[0]?.change_id;
			expect(JSON.stringify([facts, jeff])).not.toContain('SECRET');
			const names = ['Jeff', 'SECRET Jeff', 'SECRET', 'Apollo', 'Ann', 'jef', 'secret an'];
			const ids = [shutRow?.id, ...shutFacts.map(({ id }) => id), secretChange];
			const texts = [...names, 'city', 'SECRET city', 'knows', 'SECRET_knows'];
			const published = operationNames.filter((name) => operations[name].surface === 'agent');
			for (const name of published) {
				const shape = Object.keys(operations[name].input.shape);
				// What an agent writes itself it may read again.
				const said = operations[name].effect === 'read' ? texts : texts.filter((text) => !/secret/i.test(text));
				for (const text of [...said, ...ids]) {
					const args: Record<string, unknown> = {};
					for (const key of shape) {
						if (/channel_id/.test(key) && name === 'search_relationships') args[key] = open_;
						else if (/^entities$/.test(key)) args[key] = name === 'search_relationships' ? [text, 'Jeff'] : [text];
						else if (/^(name|entity|entityName|query|topic|fromEntity)$/.test(key)) args[key] = text;
						else if (/^(other|toEntity|alias|value|member|relation|new_name|content|text|title)$/.test(key))
							args[key] = 'Jeff two';
						else if (/^attribute$/.test(key)) args[key] = 'city';
						else if (/(fact_id|note_id|change_id|entity_id|session)$/.test(key))
							args[key] = ids.includes(text) ? text : undefined;
						else if (/^preview$/.test(key)) args[key] = true;
					}
					for (const given of [args, { ...args, entity_id: undefined }, { entity_id: text, ...args, name: 'Jeff' }]) {
						const asked = JSON.stringify(given);
						const told = JSON.stringify(await call(name, given));
						// What the agent said itself may come back in a message; nothing else.
						const more = told.replaceAll(String(text), '');
						expect(more, `${name} ${asked}`).not.toMatch(/SECRET/i);
					}
				}
			}
		});
	});
}
