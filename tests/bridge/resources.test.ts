/** Resources, prompts and completion, as clients of both lines meet them. In one process: transport is not what is tested here. */
import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { entityUri, noteUri, resourceOfUri } from '../../src/bridge/agent/mcp-resources';
import { bridgeProgram } from '../support/bridge-program';
import type { Call } from '../support/fake-page';
import { ownHub, until, type OwnHub } from '../support/own-hub';

const program = bridgeProgram();

/** A notebook of one thing. */
function notebook({ operation, args }: Call) {
	if (operation === 'find_entities')
		return { ok: true as const, value: { entities: [{ entity_id: 'id-1', name: 'Ada Lovelace' }] } };
	const facts = [
		{ attribute: 'residence' },
		{ content: 'a fact' },
		{ attribute: 'known for' },
		{ attribute: 'residence' }
	];
	if (args['name'] === 'Ada') return { ok: true as const, value: { found: true, facts } };
	return { ok: true as const, value: { found: args['entity_id'] === 'id-1', name: 'Ada Lovelace' } };
}

async function command(hub: OwnHub, args: string[] = []) {
	const state = (await hub.state.inspect())[0]!.path;
	return {
		command: process.execPath,
		args: [program.file(), 'mcp', ...args],
		env: program.env(hub.port, state),
		stderr: 'ignore' as const
	};
}

async function legacy(hub: OwnHub, args: string[] = []): Promise<LegacyClient> {
	const client = new LegacyClient({ name: 'legacy', version: '1' });
	await client.connect(new StdioClientTransport(await command(hub, args)));
	onTestFinished(() => client.close());
	return client;
}

describe('resources', () => {
	test('an address is of a thing or of nothing', () => {
		for (const id of ['id-1', 'a/b', 'ä?#', '%']) {
			expect(resourceOfUri(entityUri(id))).toEqual({ kind: 'entity', id });
			expect(resourceOfUri(noteUri(id))).toEqual({ kind: 'note', id });
		}
		for (const uri of [
			'commonplace://entity/',
			'commonplace://nothing/1',
			'commonplace://constructor/1',
			'file:///etc/passwd',
			'commonplace://entity/%zz',
			'commonplace://entity/a/b'
		])
			expect(resourceOfUri(uri)).toBeUndefined();
	});

	test('a thing is read as get_entity answers it; one that is not there, and no page, are told apart', async () => {
		const hub = await ownHub();
		const page = await hub.pair({ answer: notebook });
		const client = await legacy(hub);
		expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
			{ uriTemplate: 'commonplace://entity/{id}' },
			{ uriTemplate: 'commonplace://note/{id}' }
		]);
		expect((await client.listResources()).resources).toEqual([]);
		const { contents } = await client.readResource({ uri: entityUri('id-1') });
		expect(contents).toMatchObject([{ uri: entityUri('id-1'), mimeType: 'application/json' }]);
		expect(JSON.parse((contents[0] as { text: string }).text)).toEqual({ found: true, name: 'Ada Lovelace' });
		expect(page.calls[0]).toMatchObject({ operation: 'get_entity', args: { entity_id: 'id-1' } });
		await expect(client.readResource({ uri: entityUri('nobody') })).rejects.toThrow();
		await expect(client.readResource({ uri: 'commonplace://nothing/1' })).rejects.toThrow('no such resource');
		await page.leave();
		const closed = await client.readResource({ uri: entityUri('id-1') });
		expect((closed.contents[0] as { text: string }).text).toContain('"reason":"no_page"');
	});

	test('a note is read whole in Markdown, a long one part by part, and completed by its title', async () => {
		const hub = await ownHub();
		const texts = ['first part, ', 'second part'];
		await hub.pair({
			answer: ({ operation, args }: Call) => {
				if (operation === 'list_notes')
					return {
						ok: true as const,
						value: {
							notes: [
								{ id: 'n-1', title: 'Plan of the base', excerpt: 'first' },
								{ id: 'n-2', title: null, excerpt: 'shopping' }
							]
						}
					};
				if (args['note_id'] !== 'n-1') return { ok: true as const, value: { found: false, note: null } };
				const isFirst = (args['from'] ?? 0) === 0;
				const note = { title: 'Plan', text: texts[isFirst ? 0 : 1], ...(isFirst && { text_left: texts[1]?.length }) };
				return { ok: true as const, value: { found: true, note } };
			}
		});
		const client = await legacy(hub);
		const { contents } = await client.readResource({ uri: noteUri('n-1') });
		expect(contents).toEqual([{ uri: noteUri('n-1'), mimeType: 'text/markdown', text: `# Plan\n\n${texts.join('')}` }]);
		await expect(client.readResource({ uri: noteUri('nobody') })).rejects.toThrow();
		const complete = async (value: string) =>
			(
				await client.complete({
					ref: { type: 'ref/resource', uri: 'commonplace://note/{id}' },
					argument: { name: 'id', value }
				})
			).completion.values;
		expect(await complete('BASE')).toEqual(['n-1']);
		expect(await complete('shop')).toEqual(['n-2']);
		expect(await complete('')).toEqual(['n-1', 'n-2']);
	});

	test('who has subscribed is told what changed, in each era and over HTTP', async () => {
		const hub = await ownHub();
		const page = await hub.pair({ answer: notebook });
		const told: string[] = [];
		const old = await legacy(hub);
		old.setNotificationHandler(
			ResourceUpdatedNotificationSchema,
			({ params }) => void told.push(`legacy ${params.uri}`)
		);
		await old.subscribeResource({ uri: entityUri('id-1') });

		const modern = async (transport: ConstructorParameters<typeof ModernStdio>[0] | URL, name: string) => {
			const client = new ModernClient({ name, version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
			client.setNotificationHandler(
				'notifications/resources/updated',
				({ params }) => void told.push(`${name} ${params.uri}`)
			);
			const headers = { Authorization: `Bearer ${await hub.state.httpToken()}` };
			await client.connect(
				transport instanceof URL
					? new StreamableHTTPClientTransport(transport, { requestInit: { headers } })
					: new ModernStdio(transport)
			);
			onTestFinished(() => client.close());
			await client.listTools();
			await client.listen({ resourceSubscriptions: [entityUri('id-1')] });
		};
		await modern(await command(hub), 'stdio');
		await modern(new URL(`${hub.origin}/mcp`), 'http');
		await until(() => page.agents().length === 3);
		page.say({ type: 'changed', ids: ['id-2', 'id-1'] });
		await until(() => told.length >= 3);
		expect(told.sort()).toEqual(['http', 'legacy', 'stdio'].map((name) => `${name} ${entityUri('id-1')}`));
	});
});

describe('prompts and completion', () => {
	test('prompts speak of the operations that the agent has', async () => {
		const hub = await ownHub();
		const [core, full] = await Promise.all([legacy(hub), legacy(hub, ['--toolset', 'full'])]);
		expect((await core.listPrompts()).prompts.map(({ name }) => name)).toEqual([
			'brief_me',
			'what_changed',
			'settle_conflicts'
		]);
		const textOf = async (client: LegacyClient, name: string, args: Record<string, string>) => {
			const { messages } = await client.getPrompt({ name, arguments: args });
			return (messages[0]?.content as { text: string }).text;
		};
		expect(await textOf(core, 'brief_me', { about: 'Ada "the" first' })).toContain(String.raw`"Ada \"the\" first"`);
		expect(await textOf(core, 'settle_conflicts', {})).not.toContain('list_review');
		expect(await textOf(core, 'settle_conflicts', { about: 'Ada', attribute: 'residence' })).toContain(
			'only its "residence"'
		);
		expect(await textOf(full, 'settle_conflicts', {})).toContain('list_review');
		expect(await textOf(full, 'what_changed', { about: 'Ada', since: '2026-05-01' })).toContain('memory_history');
		await expect(core.getPrompt({ name: 'brief_me', arguments: {} })).rejects.toThrow('about is missing');
		await expect(core.getPrompt({ name: 'sing', arguments: {} })).rejects.toThrow('no prompt');
	});

	test('names and ids are completed by what is near', async () => {
		const hub = await ownHub();
		const page = await hub.pair({ answer: notebook });
		const client = await legacy(hub);
		const complete = async (ref: Parameters<LegacyClient['complete']>[0]['ref'], name: string, value: string) =>
			(await client.complete({ ref, argument: { name, value } })).completion.values;
		const prompt = { type: 'ref/prompt', name: 'brief_me' } as const;
		expect(await complete(prompt, 'about', 'ada')).toEqual(['Ada Lovelace']);
		expect(await complete({ type: 'ref/resource', uri: 'commonplace://entity/{id}' }, 'id', 'ada')).toEqual(['id-1']);
		expect(page.calls[0]).toMatchObject({ operation: 'find_entities', args: { query: 'ada' } });
		const ofAda = async (value: string, args?: Record<string, string>) =>
			(
				await client.complete({
					ref: { type: 'ref/prompt', name: 'settle_conflicts' },
					argument: { name: 'attribute', value },
					...(args && { context: { arguments: args } })
				})
			).completion.values;
		expect(await ofAda('RES', { about: 'Ada' })).toEqual(['residence']);
		expect(await ofAda('', { about: 'Ada' })).toEqual(['residence', 'known for']);
		expect(await ofAda('res')).toEqual([]); // of nobody in particular
		expect(page.calls.splice(2).map(({ operation }) => operation)).toEqual(['get_entity', 'get_entity']);
		expect(await complete(prompt, 'about', ' ')).toEqual([]);
		expect(await complete(prompt, 'since', '2026')).toEqual([]);
		expect(page.calls).toHaveLength(2);
	});
});
