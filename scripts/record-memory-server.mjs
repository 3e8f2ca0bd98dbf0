/**
 * What the official memory server answers to a conversation, written to tests/contract/golden/official-memory-server.json: our own tools of
 * its names are held against it (tests/door/suite-server-memory.ts). It is no dependency of ours; to record anew, in a folder elsewhere:
 *
 *     npm pack @modelcontextprotocol/server-memory && tar xzf *.tgz && cd package && npm install --omit=dev --ignore-scripts
 *
 * and then here: `node scripts/record-memory-server.mjs FOLDER/package`
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { root } from './source-hash.mjs';

const [, , folder] = argv;
if (!folder) {
	console.error('Which folder is the official server in? node scripts/record-memory-server.mjs FOLDER/package');
	exit(1);
}

const alice = 'Alice Ng';
const worksAt = { from: alice, to: 'Acme Corp', relationType: 'works at' };
const friends = { from: alice, to: 'Bob', relationType: 'is friends with' };

/** @type {[string, Record<string, unknown>][]} */
const conversation = [
	['read_graph', {}],
	[
		'create_entities',
		{
			entities: [
				{ name: alice, entityType: 'person', observations: ['Likes tea', 'Was born in Hull'] },
				{ name: 'Acme Corp', entityType: 'Software Company', observations: [] }
			]
		}
	],
	// Of a name that exists, whatever else is said.
	[
		'create_entities',
		{
			entities: [
				{ name: alice, entityType: 'human', observations: ['Is skipped'] },
				{ name: 'Kafka', entityType: 'technology', observations: ['Is a log'] }
			]
		}
	],
	// Bob is nothing but an end.
	['create_relations', { relations: [worksAt, friends] }],
	['create_relations', { relations: [worksAt, { from: alice, to: 'Kafka', relationType: 'MAINTAINS' }] }],
	['add_observations', { observations: [{ entityName: alice, contents: ['Likes tea', 'Moved to Oslo'] }] }],
	[
		'add_observations',
		{
			observations: [
				{ entityName: 'Kafka', contents: ['Is not added either'] },
				{ entityName: 'Nobody', contents: ['x'] }
			]
		}
	],
	['add_observations', { observations: [{ entityName: 'Bob', contents: ['x'] }] }],
	['search_nodes', { query: 'likes TEA' }],
	['search_nodes', { query: 'software' }],
	['search_nodes', { query: 'kaf' }],
	['search_nodes', { query: 'zanzibar' }],
	['open_nodes', { names: [alice, 'Nobody'] }],
	['open_nodes', { names: ['Acme Corp', 'Kafka'] }],
	['open_nodes', { names: ['Bob'] }],
	['read_graph', {}],
	[
		'delete_observations',
		{
			deletions: [
				{ entityName: alice, observations: ['Likes tea', 'Was never said'] },
				{ entityName: 'Nobody', observations: ['x'] }
			]
		}
	],
	['delete_relations', { relations: [worksAt, { from: 'Nobody', to: alice, relationType: 'knows' }] }],
	['open_nodes', { names: [alice] }],
	['create_entities', { entities: [{ name: 'Bob', entityType: 'person', observations: ['Plays chess'] }] }],
	['delete_entities', { entityNames: ['Kafka', 'Nobody'] }],
	['read_graph', {}],
	// What was deleted may be said again.
	['add_observations', { observations: [{ entityName: alice, contents: ['Likes tea'] }] }],
	['create_relations', { relations: [worksAt] }],
	['create_entities', { entities: [{ name: 'Kafka', entityType: 'writer', observations: ['Was born in Prague'] }] }],
	['read_graph', {}]
];

const home = mkdtempSync(join(tmpdir(), 'memory-server-'));
const transport = new StdioClientTransport({
	command: execPath,
	args: [join(folder, 'dist/index.js')],
	env: { MEMORY_FILE_PATH: join(home, 'memory.jsonl') },
	stderr: 'ignore'
});
const client = new Client({ name: 'recorder', version: '0' });
await client.connect(transport);
try {
	const { tools } = await client.listTools();
	const steps = [];
	for (const [name, args] of conversation)
		steps.push({ name, arguments: args, answer: await client.callTool({ name, arguments: args }) });
	/** @type {{ name: string, version: string }} */
	const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const record = { server: `${name} ${version}`, tools, steps };
	const path = join(root, 'tests/contract/golden/official-memory-server.json');
	writeFileSync(path, `${JSON.stringify(record, null, '\t')}\n`);
} finally {
	await client.close();
	rmSync(home, { recursive: true, force: true });
}
