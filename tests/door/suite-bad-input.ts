/** Bad input through the door (issue "Bad input"): an error that names it, or the text kept and given back as text; nothing stored half. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { operationNames, operations, type OperationName } from '../../src/lib/contract';
import type { Failure } from '../../src/lib/domain/result';
import {
	changes,
	contents,
	current,
	fact,
	got,
	names,
	openDesk,
	refused,
	relate,
	send,
	set,
	stored,
	type Desk,
	type OpenStore
} from './support';

const markup = '<img src=x onerror="alert(1)">&amp;\'"</script><b>';
const hostile = [
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'valueOf',
	markup,
	'"; DROP TABLE shelves; --',
	'../../etc/passwd',
	'${process.env}',
	'a\u0000b',
	'%00',
	'\\',
	'`',
	"'"
];

/** Arguments with which each operation that writes by names can be called, every text in them replaced. */
const everyField = (text: string): [OperationName, object][] => [
	[
		'remember',
		{
			facts: [
				{
					entity: text,
					type: text,
					content: text,
					source: text,
					mentions: [{ entity: `${text} 2`, type: text, role: text }]
				}
			],
			relations: [{ from: text, relation: `r ${text}`, to: `${text} 2`, context: text }],
			values: [{ entity: text, attribute: `a ${text}`, value: text }],
			note: text
		}
	],
	['memory_fact_set', { entity: text, attribute: `b ${text}`, value: text, source: text }],
	['memory_set_add', { entity: text, attribute: `c ${text}`, member: text }],
	[
		'relate_entities',
		{ fromEntity: text, relation: `s ${text}`, toEntity: `${text} 3`, context: text, fromEntityType: text }
	],
	['add_note', { text, title: text }],
	['add_alias', { entity: text, alias: `alias ${text}` }],
	['set_entity', { entity: text, description: text }],
	['create_channel', { name: text }]
];

const wrongTypes: unknown[] = [
	7,
	-1,
	1.5,
	Number.NaN,
	Number.POSITIVE_INFINITY,
	true,
	{},
	[],
	[{}],
	[[]],
	null,
	() => 1,
	Symbol('s'),
	10n,
	new Date(0),
	new Map([[1, 2]]),
	'',
	' ',
	'\ud800',
	'x'.repeat(1_000_001)
];

export function badInputSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	test.each(operationNames)(
		'%s: a wrong type for any argument is an error that names it, or an answer; never internal',
		async (operation) => {
			const shape = operations[operation].input.shape as Record<string, unknown>;
			await fact(desk.me, 'Jeff', 'x');
			for (const parameter of Object.keys(shape))
				for (const value of wrongTypes) {
					const result = await send(desk.bot, operation, { [parameter]: value });
					if (result.ok) continue;
					expect(result.error.code, `${operation} ${parameter}: ${result.error.message}`).not.toBe('internal');
					expect(result.error.message.length).toBeLessThan(1_000);
					expect(result.error.message.isWellFormed()).toBe(true);
				}
		}
	);

	test.each(operationNames)('%s: an unknown argument is refused by name', async (operation) => {
		for (const argument of ['colour', 'constructor', 'toString', '']) {
			const error = await refused(send(desk.me, operation, { [argument]: 1 }));
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: argument });
		}
		const error = await refused(send(desk.me, operation, JSON.parse('{"__proto__":{"polluted":true}}')));
		expect(error).toMatchObject({ code: 'invalid_parameter', parameter: '__proto__' });
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
		expect(await changes(desk)).toBe(0);
	});

	test.each(operationNames)('%s: arguments that are no object are refused, or answered as none', async (operation) => {
		for (const args of ['text', 7, true, [], [1], Number.NaN, Symbol('s'), () => 1])
			expect(await refused(send(desk.me, operation, args))).toMatchObject({ code: 'invalid_parameter' });
		for (const args of [null, undefined]) {
			const result = await send(desk.bot, operation, args);
			if (!result.ok) expect(result.error.code).toMatch(/invalid_parameter|not_found/);
		}
	});

	describe.each(hostile)('%j', (text) => {
		test('in every field: kept as text and given back as it was', async () => {
			for (const [operation, args] of everyField(text)) {
				const result = await send(desk.me, operation, args);
				const error: Failure | undefined = result.ok ? undefined : result.error;
				expect(error, operation).toBeUndefined();
			}
			const { entity, facts, relationships } = await got(desk.bot.get_entity({ name: text }));
			expect(entity).toMatchObject({ name: text, description: text, aliases: [`alias ${text}`] });
			expect(facts).toContainEqual(expect.objectContaining({ content: text, source: text }));
			expect(facts).toContainEqual(expect.objectContaining({ content: `a ${text}: ${text}`, attribute: `a ${text}` }));
			expect(relationships).toContainEqual(
				expect.objectContaining({ relation: `r ${text}`, entity: `${text} 2`, context: text })
			);
			expect((await current(desk.bot, text, `b ${text}`)).record).toMatchObject({
				value: text,
				attribute: `b ${text}`
			});
			expect((await current(desk.bot, text, `c ${text}`)).record).toMatchObject({ members: [text] });
			expect(await got(desk.bot.get_entity_context({ entityName: text }))).toMatchObject({ ok: true, n: text });
			expect((await got(desk.me.list_channels({}))).channels).toContainEqual(expect.objectContaining({ name: text }));
			expect((await got(desk.me.list_notes({}))).notes).toContainEqual(expect.objectContaining({ title: text }));
			expect(
				names((await got(desk.bot.search_relationships({ channel_id: 'default', entities: [text] }))).nodes)
			).toContain(`${text} 2`);
			expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
			expect(Object.prototype).not.toHaveProperty('state');
		});
	});

	test('names that are names of nothing but signs are names', async () => {
		for (const name of ['!!!', '🦊', '->', '?', '🇳🇴']) {
			await fact(desk.me, name, `known as ${name}`);
			expect(contents((await got(desk.bot.get_entity({ name }))).facts)).toEqual([`known as ${name}`]);
		}
	});

	describe('what cannot be seen', () => {
		const unseen = [
			'\u200b',
			'\u200d\u200c',
			'\u2060',
			'\ufeff\u200b',
			'\u202a\u202e',
			'\u2066\u2069',
			'\ufe0f',
			'\u00ad',
			'\u0301',
			'\u{e0001}'
		];

		test.each(unseen)('as a name alone: %j is refused by writes and a plain miss of reads', async (name) => {
			const writes: [OperationName, object, string][] = [
				['memory_fact_set', { entity: name, attribute: 'a', value: 'b' }, 'entity'],
				['memory_set_add', { entity: name, attribute: 'a', member: 'b' }, 'entity'],
				['relate_entities', { fromEntity: name, relation: 'r', toEntity: 'b' }, 'fromEntity'],
				['relate_entities', { fromEntity: 'b', relation: 'r', toEntity: name }, 'toEntity'],
				['memory_fact_set', { entity: 'b', attribute: name, value: 'b' }, 'attribute'],
				['relate_entities', { fromEntity: 'a', relation: name, toEntity: 'b' }, 'relation'],
				['memory_fact_set', { entity: 'b', type: name, attribute: 'a', value: 'b' }, 'type']
			];
			for (const [operation, args, parameter] of writes)
				expect(await refused(send(desk.bot, operation, args)), operation).toMatchObject({
					code: 'invalid_parameter',
					parameter
				});
			expect(await stored(desk)).toBe('[]');
			expect(await got(desk.bot.get_entity({ name }))).toMatchObject({ found: false, facts: [], did_you_mean: [] });
			expect(await got(desk.bot.get_entity_context({ entityName: name }))).toEqual({ ok: false });
			expect(await current(desk.bot, name, 'a')).toMatchObject({ record: null });
			expect(await got(desk.bot.search_relationships({ channel_id: 'default', entities: [name] }))).toMatchObject({
				nodes: []
			});
			expect((await got(desk.bot.find_entities({ query: name }))).entities).toEqual([]);
			expect((await got(desk.bot.memory_search({ query: name }))).hits).toEqual([]);
			expect((await got(desk.bot.get_context({ topic: name }))).facts).toEqual([]);
			for (const call of [
				desk.me.rename_entity({ entity: name, new_name: 'x' }),
				desk.me.end_fact({ entity: name, attribute: 'a' }),
				desk.me.forget({ entity: name }),
				desk.me.memory_set_remove({ entity: name, attribute: 'a', member: 'b' })
			])
				expect((await refused(call)).code).toMatch(/not_found|invalid_parameter/);
		});

		test.each(unseen)('inside a name: %j changes nothing of what it finds', async (part) => {
			await fact(desk.me, `Je${part}ff`, 'is tall');
			for (const name of ['Jeff', `${part}Jeff${part}`])
				expect(contents((await got(desk.bot.get_entity({ name }))).facts), name).toEqual(['is tall']);
		});

		test('a name is shown as it was first written', async () => {
			await fact(desk.me, 'Je\u202eff', 'x');
			expect((await got(desk.bot.get_entity({ name: 'Jeff' }))).entity?.name).toBe('Je\u202eff');
		});
	});

	test.each<[OperationName, object, string]>([
		['remember', { facts: '[{"entity":"Jeff","content":"x"}' }, 'facts'],
		['remember', { facts: '{"entity":"Jeff"}' }, 'facts'],
		['remember', { relations: 'knows' }, 'relations'],
		['search_relationships', { channel_id: 'default', entities: '["Jeff"' }, 'entities'],
		['set_entity', { entity: 'Jeff', clear: '["type"' }, 'clear']
	])('%s: a list as half a JSON text is refused by name: %j', async (operation, args, parameter) => {
		expect(await refused(send(desk.me, operation, args))).toMatchObject({ code: 'invalid_parameter', parameter });
		expect(await changes(desk)).toBe(0);
	});

	test('the longest of everything is kept whole', async () => {
		const name = '长'.repeat(200);
		await got(
			desk.me.remember({
				facts: [{ entity: name, type: 't'.repeat(200), content: 'f'.repeat(20_000), source: 's'.repeat(500) }],
				values: [{ entity: name, attribute: 'a'.repeat(200), value: '😀'.repeat(4_000) }],
				note: 'n'.repeat(1_000_000)
			})
		);
		expect((await current(desk.bot, name, 'a'.repeat(200))).record).toMatchObject({ value: '😀'.repeat(4_000) });
		const { facts } = await got(desk.bot.get_entity({ name, budget: 24_000 }));
		expect(facts.find(({ attribute }) => attribute === undefined)?.content).toHaveLength(20_000);
		const [note] = (await got(desk.me.list_notes({}))).notes;
		expect((await got(desk.me.get_note({ note_id: note?.id ?? '' }))).note?.text).toHaveLength(1_000_000);
	});

	describe('files', () => {
		const preview = (source: unknown, name?: string) => send(desk.me, 'import_preview', { source, name });
		const line = (name: string) =>
			JSON.stringify({ type: 'entity', name, entityType: 'person', observations: ['is tall'] });

		test('half a line of JSON: named by its line, the rest is taken, nothing of it is', async () => {
			const source = [line('Jeff'), line('Half').slice(0, 40), line('Ann')].join('\n');
			const { preview_id, refused: lines, refused_total, counts } = await got(desk.me.import_preview({ source }));
			expect(lines).toMatchObject([
				{ line: 2, reason: expect.any(String) as string, excerpt: expect.stringContaining('Half') as string }
			]);
			expect([refused_total, counts.entities_new]).toEqual([1, 2]);
			await got(desk.me.import_run({ preview_id }));
			expect(names((await got(desk.me.list_entities({ sort: 'name' }))).entities)).toEqual(['Ann', 'Jeff']);
			expect(await stored(desk)).not.toContain('Half');
		});

		test.each([
			['half a line alone', line('Half').slice(0, 40)],
			['an empty file', ''],
			['white space', ' \n\n'],
			['no JSON', 'hello\nworld'],
			['JSON that is something else', '{"a":1}\n[1,2]'],
			['half a journal', '{"commonplace":"journal","version":1'],
			['zeros', '\u0000\u0000\u0000']
		])('%s: an error that names the file, and nothing is stored', async (_, source) => {
			const error = await refused(preview(source, 'my file.jsonl'));
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: 'source' });
			expect(error.message).toContain('my file.jsonl');
			expect(await stored(desk)).toBe('[]');
		});

		test('what is no file is refused by name', async () => {
			for (const source of [7, null, {}, [], undefined])
				expect(await refused(preview(source))).toMatchObject({ code: 'invalid_parameter', parameter: 'source' });
		});

		test('__proto__, markup and names that cannot be seen in a file', async () => {
			const source =
				['__proto__', markup, '\u200b'].map(line).join('\n') +
				'\n{"type":"entity","name":"P","entityType":"t","observations":[],"__proto__":{"polluted":1}}';
			const { preview_id, refused: lines } = await got(desk.me.import_preview({ source }));
			expect(lines).toMatchObject([{ line: 3 }]);
			await got(desk.me.import_run({ preview_id }));
			expect(contents((await got(desk.bot.get_entity({ name: '__proto__' }))).facts)).toEqual(['is tall']);
			expect((await got(desk.bot.get_entity({ name: markup }))).entity).toMatchObject({ name: markup });
			expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
		});
	});

	describe('any calls at all', () => {
		const text = fc.oneof(
			fc.constantFrom(
				'Jeff',
				'jeff',
				'Ann',
				'STG-Orders',
				'stg_orders',
				'User',
				'me',
				'default',
				'city',
				'knows',
				'person',
				...hostile,
				'',
				'\u200b',
				'東京',
				'\ud800'
			),
			fc.string({ unit: 'grapheme', maxLength: 12 })
		);
		const anything = fc.oneof(
			{ weight: 6, arbitrary: text },
			fc.constantFrom<unknown>(true, false, null, undefined, 0, 0.5, 2, Number.NaN),
			fc.array(
				fc.oneof(
					text,
					fc.record({ entity: text, content: text }),
					fc.record({ from: text, relation: text, to: text }),
					fc.record({ entity: text, attribute: text, value: text })
				),
				{ maxLength: 3 }
			)
		);
		const call = fc.constantFrom(...operationNames.filter((name) => name !== 'load_sample')).chain((operation) => {
			const keys = Object.keys(operations[operation].input.shape);
			const args = fc
				.subarray(keys)
				.chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, anything]))));
			return fc.tuple(fc.constant(operation), args, fc.constantFrom('me', 'bot', 'other'));
		});

		test('are answered as the table says, never with internal, and what is kept goes out and comes back whole', async () => {
			await fc.assert(
				fc.asyncProperty(fc.array(call, { maxLength: 25 }), async (calls) => {
					const one = await openDesk(open);
					for (const [operation, args, who] of calls) {
						const result = await send(one[who as 'me'], operation, args);
						if (!result.ok)
							expect(result.error.code, `${operation} ${JSON.stringify(args)}: ${result.error.message}`).not.toBe(
								'internal'
							);
					}
					const all = await got(one.me.list_entities({ sort: 'name' }));
					if ((await changes(one)) > 0) {
						const copy = await openDesk(open);
						const { preview_id } = await got(copy.me.import_preview({ source: (await got(one.me.export({}))).blob }));
						await got(copy.me.import_run({ preview_id }));
						const { entities } = await got(copy.me.list_entities({ sort: 'name' }));
						expect(entities).toEqual(all.entities);
						copy.store.close();
					}
					one.store.close();
				}),
				{ numRuns: 60 }
			);
		});
	});

	test('relations and sets with hostile names are ended by the same names', async () => {
		for (const text of hostile) {
			await relate(desk.me, text, text === '\\' || text === '`' || text === "'" ? 'knows' : text, 'Ann');
			await set(desk.me, text, 'a', text);
			expect(await got(desk.me.end_fact({ entity: text, attribute: 'a' }))).toMatchObject({ action: 'ended' });
			expect(
				await got(
					desk.me.end_relation({
						fromEntity: text,
						relation: text === '\\' || text === '`' || text === "'" ? 'knows' : text,
						toEntity: 'Ann'
					})
				)
			).toMatchObject({ action: 'ended' });
		}
	});
}
