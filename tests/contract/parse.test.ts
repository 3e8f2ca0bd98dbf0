/** The gate's validator: what it takes, what it refuses, and how it says so (tools.md "House rules", L1, issue "Bad input"). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationNames, operations, parseInput, type OperationName } from '../../src/lib/contract';
import { shown } from '../../src/lib/contract/failure';
import type { Failure } from '../../src/lib/domain/result';

const parsed = (name: OperationName, args: unknown): unknown => {
	const result = parseInput(name, args);
	return result.ok ? result.value : result.error;
};

const refusal = (name: OperationName, args: unknown): Failure => {
	const result = parseInput(name, args);
	if (result.ok) throw new Error(`${name} took ${JSON.stringify(args)}`);
	return result.error;
};

const value = { entity: 'Jeff', attribute: 'role' };
const lone = 'half \ud800 pair';

describe('what is refused, by name', () => {
	test.each<[string, OperationName, unknown, string]>([
		['an unknown argument', 'get_entity', { name: 'Jeff', colour: 1 }, 'colour'],
		['an unknown argument instead of the right one', 'get_entity_context', { entity_name: 'Jeff' }, 'entity_name'],
		['__proto__', 'get_entity', JSON.parse('{"name":"Jeff","__proto__":{"polluted":1}}'), '__proto__'],
		['constructor', 'get_entity', { name: 'Jeff', constructor: 1 }, 'constructor'],
		['an argument that is missing', 'get_entity', {}, 'name'],
		['a name that is empty', 'get_entity', { name: '' }, 'name'],
		['a name of white space', 'get_entity', { name: ' \t\u3000' }, 'name'],
		['[L1] a name of 201 code points', 'get_entity', { name: '😀'.repeat(201) }, 'name'],
		['[L1] entityName of 201', 'get_entity_context', { entityName: 'x'.repeat(201) }, 'entityName'],
		['[L1] an attribute of 201', 'memory_fact_get', { ...value, attribute: 'x'.repeat(201) }, 'attribute'],
		['[L1] a value of 4001', 'memory_fact_set', { ...value, value: 'x'.repeat(4_001) }, 'value'],
		[
			'[L1] a relation of 201',
			'relate_entities',
			{ fromEntity: 'a', relation: 'r'.repeat(201), toEntity: 'b' },
			'relation'
		],
		[
			'[L1] a context of 4001',
			'relate_entities',
			{ fromEntity: 'a', relation: 'r', toEntity: 'b', context: 'x'.repeat(4_001) },
			'context'
		],
		['[L1] a source of 501', 'memory_fact_set', { ...value, value: 'x', source: 'x'.repeat(501) }, 'source'],
		['[L1] a key of 201', 'undo', { change_id: 'x', idempotency_key: 'k'.repeat(201) }, 'idempotency_key'],
		['[L1] a note of 1,000,001', 'add_note', { text: 'x'.repeat(1_000_001) }, 'text'],
		['[L1] a fact of 20,001', 'replace_fact', { fact_id: 'x', content: 'x'.repeat(20_001) }, 'content'],
		['a number for a name', 'get_entity', { name: 7 }, 'name'],
		['a list for a name', 'get_entity', { name: ['Jeff'] }, 'name'],
		['an object for a name', 'get_entity', { name: { a: 1 } }, 'name'],
		['null for a needed text', 'get_entity', { name: null }, 'name'],
		['an object for a value', 'memory_fact_set', { ...value, value: {} }, 'value'],
		['NaN for a value', 'memory_fact_set', { ...value, value: Number.NaN }, 'value'],
		['infinity for a value', 'memory_fact_set', { ...value, value: Number.POSITIVE_INFINITY }, 'value'],
		['a word for a number', 'search_relationships', { channel_id: 'c', entities: ['a'], hops: 'two' }, 'hops'],
		['digits as text for a number', 'search_relationships', { channel_id: 'c', entities: ['a'], hops: '2' }, 'hops'],
		['NaN', 'search_relationships', { channel_id: 'c', entities: ['a'], hops: Number.NaN }, 'hops'],
		[
			'null, as which NaN arrives over JSON',
			'search_relationships',
			{ channel_id: 'c', entities: ['a'], hops: null },
			'hops'
		],
		['infinity', 'get_entity_context', { entityName: 'a', maxObs: Number.POSITIVE_INFINITY }, 'maxObs'],
		['true for a number', 'get_entity_context', { entityName: 'a', maxObs: true }, 'maxObs'],
		['text for a flag', 'get_entity_context', { entityName: 'a', includeRelated: 'yes' }, 'includeRelated'],
		['a confidence above 1', 'memory_fact_set', { ...value, value: 'x', confidence: 1.1 }, 'confidence'],
		['a confidence below 0', 'memory_fact_set', { ...value, value: 'x', confidence: -0.1 }, 'confidence'],
		['a choice that does not exist', 'memory_fact_set', { ...value, value: 'x', origin: 'boss' }, 'origin'],
		['a name that is half a pair', 'get_entity', { name: lone }, 'name'],
		['a value that is half a pair', 'memory_fact_set', { ...value, value: lone }, 'value'],
		['an optional text that is half a pair', 'get_entity', { name: 'a', type: lone }, 'type'],
		[
			'a name in a list that is half a pair',
			'search_relationships',
			{ channel_id: 'c', entities: ['a', lone] },
			'entities[1]'
		],
		['a note that is half a pair', 'add_note', { text: lone }, 'text'],
		['one item too many', 'search_relationships', { channel_id: 'c', entities: Array(21).fill('a') }, 'entities'],
		['text that is no JSON list', 'search_relationships', { channel_id: 'c', entities: '["a"' }, 'entities'],
		['one name for a list', 'search_relationships', { channel_id: 'c', entities: 'Jeff' }, 'entities'],
		['JSON text that is no list', 'search_relationships', { channel_id: 'c', entities: '{"a":1}' }, 'entities'],
		['an item of the wrong type', 'search_relationships', { channel_id: 'c', entities: ['a', 7] }, 'entities[1]'],
		['a channel id with a space', 'get_entity', { name: 'a', channel_id: 'a b' }, 'channel_id'],
		['a time that is none', 'memory_history', { entity: 'a', as_of: 'yesterday' }, 'as_of'],
		['30 February', 'memory_history', { entity: 'a', as_of: '2024-02-30' }, 'as_of'],
		['month 13', 'memory_history', { entity: 'a', as_of: '2024-13-01' }, 'as_of'],
		['51 facts', 'remember', { facts: Array(51).fill({ entity: 'a', content: 'b' }) }, 'facts'],
		['nothing to remember', 'remember', {}, 'facts'],
		['a change and a session', 'undo', { change_id: 'a', session: 'b' }, 'change_id'],
		['neither change nor session', 'undo', {}, 'change_id'],
		['a fact and a slot', 'end_fact', { fact_id: 'a', ...value }, 'fact_id'],
		['half a slot', 'retract_fact', { entity: 'a' }, 'fact_id'],
		['nothing to forget', 'forget', {}, 'entity'],
		['two things to forget', 'forget', { entity: 'a', note_id: 'b' }, 'entity'],
		['an attribute of nothing', 'forget', { attribute: 'a', note_id: 'b' }, 'entity'],
		['a list for the arguments', 'get_entity', ['Jeff'], 'arguments'],
		['a text for the arguments', 'get_entity', 'Jeff', 'arguments'],
		['a number for a file', 'import_preview', { source: 7 }, 'source']
	])('%s', (_, name, args, parameter) => {
		const error = refusal(name, args);
		expect(error).toMatchObject({ code: 'invalid_parameter', parameter });
		expect(error.hint).not.toBe('');
	});

	test('the message names the value, quoted and cut to 80 code points', () => {
		expect(refusal('get_entity', { name: '😀'.repeat(300) }).message).toBe(
			`name must not be longer than 200 characters: "${'😀'.repeat(80)}…"`
		);
		expect(refusal('memory_fact_set', { ...value, value: 'x', confidence: 2 }).message).toBe(
			'confidence must be from 0 to 1: 2'
		);
		expect(refusal('get_entity', {}).message).toBe('name is missing.');
	});

	test('the hint says what is taken, and the right spelling of a near miss', () => {
		expect(refusal('get_entity_context', { entity_name: 'Jeff' }).hint).toMatch(
			/^Call it entityName\. It takes: entityName, /
		);
		expect(refusal('get_settings', { a: 1 }).hint).toBe('It takes no arguments.');
	});

	test('what cannot be seen, or turns a line around, is escaped in the message', () => {
		expect(shown('a\u200b\u202eb\u0000\ud800')).toBe('"a\\u{200b}\\u{202e}b\\u0000\\ud800"');
	});

	test('nothing is polluted', () => {
		parseInput('get_entity', JSON.parse('{"name":"Jeff","__proto__":{"polluted":1}}'));
		parseInput('remember', { facts: '[{"entity":"a","content":"b","__proto__":{"polluted":1}}]' });
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});
});

describe('what is taken', () => {
	test.each<[string, OperationName, unknown, unknown]>([
		['names are trimmed', 'get_entity', { name: '  Jeff\n' }, { name: 'Jeff' }],
		[
			'[L1] 200 code points, whatever their length in UTF-16',
			'get_entity',
			{ name: '😀'.repeat(200) },
			{ name: '😀'.repeat(200) }
		],
		['"" for an optional text is absent', 'get_entity', { name: 'a', type: '' }, { name: 'a' }],
		['"null" for an optional text is absent', 'get_entity', { name: 'a', type: 'null' }, { name: 'a' }],
		['null for an optional text is absent', 'get_entity', { name: 'a', type: null, channel_id: null }, { name: 'a' }],
		['undefined is absent', 'get_entity', { name: 'a', type: undefined }, { name: 'a' }],
		['a thing may be called null', 'get_entity', { name: 'null' }, { name: 'null' }],
		['hops above are clamped', 'search_relationships', { channel_id: 'c', entities: ['a'], hops: 9 }, { hops: 4 }],
		['hops below are clamped', 'search_relationships', { channel_id: 'c', entities: ['a'], hops: -3 }, { hops: 1 }],
		['decimals are cut', 'search_relationships', { channel_id: 'c', entities: ['a'], hops: 2.9 }, { hops: 2 }],
		['hops is 2 by default', 'search_relationships', { channel_id: 'c', entities: ['a'] }, { hops: 2 }],
		[
			'lists that arrive as JSON text',
			'search_relationships',
			{ channel_id: 'c', entities: ' ["a", "b"]' },
			{ entities: ['a', 'b'] }
		],
		[
			'no names: the handler says so, after access',
			'search_relationships',
			{ channel_id: 'c', entities: [] },
			{ entities: [] }
		],
		['absent names as none', 'search_relationships', { channel_id: 'c' }, { entities: [] }],
		['maxObs 0 is 1', 'get_entity_context', { entityName: 'a', maxObs: 0 }, { maxObs: 1 }],
		['maxObs 1000 is 100', 'get_entity_context', { entityName: 'a', maxObs: 1000 }, { maxObs: 100 }],
		['defaults', 'get_entity_context', { entityName: 'a' }, { maxObs: 20, includeRelated: true }],
		[
			'null for a flag is its default',
			'get_entity_context',
			{ entityName: 'a', includeRelated: null },
			{ includeRelated: true }
		],
		['the budget is at most 24000', 'get_entity', { name: 'a', budget: 1e9 }, { budget: 24_000 }],
		['numbers as values become text', 'memory_fact_set', { ...value, value: 42 }, { value: '42' }],
		['booleans as values become text', 'memory_set_add', { ...value, member: false }, { member: 'false' }],
		[
			'confidence to three decimals',
			'memory_fact_set',
			{ ...value, value: 'x', confidence: 0.123456 },
			{ confidence: 0.123 }
		],
		['a day is UTC', 'memory_history', { entity: 'a', as_of: '2024-05-01' }, { as_of: Date.UTC(2024, 4, 1) }],
		[
			'no zone is UTC',
			'memory_history',
			{ entity: 'a', as_of: '2024-05-01T10:30' },
			{ as_of: Date.UTC(2024, 4, 1, 10, 30) }
		],
		[
			'a zone',
			'memory_history',
			{ entity: 'a', as_of: '2024-05-01T10:30:00+02:00' },
			{ as_of: Date.UTC(2024, 4, 1, 8, 30) }
		],
		['a year', 'memory_history', { entity: 'a', as_of: '1843' }, { as_of: Date.UTC(1843, 0, 1) }],
		['notes keep their white space', 'add_note', { text: '    code\n' }, { text: '    code\n' }],
		['HTML is text', 'get_entity', { name: '<script>alert(1)</script>' }, { name: '<script>alert(1)</script>' }],
		[
			'zero-width and bidirectional controls are text',
			'get_entity',
			{ name: 'a\u200b\u202eb' },
			{ name: 'a\u200b\u202eb' }
		],
		['a file as text', 'import_preview', { source: '' }, { source: '' }]
	])('%s', (_, name, args, expected) => {
		expect(parsed(name, args)).toMatchObject(expected as object);
	});

	test('absent arguments leave no key behind, so that null and nothing are the same call', () => {
		expect(parsed('memory_fact_get', { ...value, type: null, entity_id: undefined })).toEqual({
			...value,
			verbose: false
		});
	});

	test('no arguments at all are none', () => {
		expect(parsed('get_settings', undefined)).toEqual({});
		expect(parsed('get_settings', null)).toEqual({});
	});

	test('a Blob as a file', () => {
		const source = new Blob(['{}']);
		expect(parsed('import_preview', { source, name: 'memory.jsonl' })).toEqual({ source, name: 'memory.jsonl' });
	});
});

describe('order of checks', () => {
	test('search_relationships: the form of the channel before the names', () => {
		expect(refusal('search_relationships', { entities: 7, channel_id: 'a b' }).parameter).toBe('channel_id');
		expect(refusal('search_relationships', { entities: ['a'] }).parameter).toBe('channel_id');
	});
});

describe('remember refuses an item alone', () => {
	const fact = { entity: 'Jeff', content: 'Likes tea' };

	test('the good go on, the bad carry their failure', () => {
		const result = parseInput('remember', { facts: [fact, { entity: '' }, 7, { ...fact, colour: 1 }] });
		expect(result).toMatchObject({
			ok: true,
			value: {
				facts: [
					{ ok: true, value: { ...fact, mentions: [] } },
					{ ok: false, error: { code: 'invalid_parameter', parameter: 'entity' } },
					{ ok: false, error: { code: 'invalid_parameter' } },
					{ ok: false, error: { code: 'invalid_parameter', parameter: 'colour' } }
				],
				relations: [],
				values: []
			}
		});
	});

	test('lists as JSON text, also inside of items', () => {
		const result = parseInput('remember', {
			facts: JSON.stringify([{ ...fact, mentions: '[{"entity":"Ada","role":"host"}]' }])
		});
		expect(result).toMatchObject({
			ok: true,
			value: { facts: [{ ok: true, value: { mentions: [{ entity: 'Ada', role: 'host' }] } }] }
		});
	});

	test('__proto__ in an item is an unknown argument', () => {
		const result = parseInput('remember', { facts: '[{"entity":"a","content":"b","__proto__":{}}]' });
		expect(result).toMatchObject({ ok: true, value: { facts: [{ ok: false, error: { parameter: '__proto__' } }] } });
	});
});

describe('laws', () => {
	const anyOperation = fc.constantFrom(...operationNames);
	const hostile = fc.oneof(
		fc.jsonValue(),
		fc.string({ unit: 'binary' }),
		fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true })
	);
	const holds = (law: fc.IProperty<unknown[]>): void => {
		expect(() => {
			fc.assert(law, { numRuns: 500 });
		}).not.toThrow();
	};

	test('never throws, whatever it is given', () => {
		holds(fc.property(anyOperation, hostile, (name, args) => typeof parseInput(name, args).ok === 'boolean'));
	});

	test('never throws, whatever stands at a known argument; the refusal is well-formed text', () => {
		const call = anyOperation.chain((name) => {
			const keys = Object.keys(operations[name].input.shape);
			return fc.tuple(fc.constant(name), fc.dictionary(fc.constantFrom(...keys, 'other'), hostile));
		});
		holds(
			fc.property(call, ([name, args]) => {
				const result = parseInput(name, args);
				return (
					result.ok || (result.error.code === 'invalid_parameter' && !/\p{Surrogate}/u.test(JSON.stringify(result)))
				);
			})
		);
	});

	test('clamped numbers come out whole and inside, for every finite number', () => {
		holds(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (hops) => {
				const result = parseInput('search_relationships', { channel_id: 'c', entities: ['a'], hops });
				return result.ok && [1, 2, 3, 4].includes(result.value.hops);
			})
		);
	});

	test('what was parsed parses to itself', () => {
		const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
		holds(
			fc.property(
				fc.record({ name, type: name, budget: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
				(args) => {
					const once = parseInput('get_entity', args);
					return !once.ok || JSON.stringify(parseInput('get_entity', once.value)) === JSON.stringify(once);
				}
			)
		);
	});

	test('lists nested 10,000 deep are refused, not fallen into', () => {
		const entities = '['.repeat(10_000) + ']'.repeat(10_000);
		expect(refusal('search_relationships', { channel_id: 'c', entities })).toMatchObject({ parameter: 'entities[0]' });
	});
});
