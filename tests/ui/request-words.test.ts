import { expect, test } from 'vitest';
import { requestLines } from '../../src/lib/ui/request-words';

const lines = (args: unknown) => requestLines(JSON.stringify(args)).map(({ name, text }) => `${name ?? '-'}${text}`);

test.each([
	[
		'remember: each fact, relation and value',
		{
			facts: [{ entity: 'Ada', content: 'wrote notes', mentions: [] }],
			relations: [{ from: 'Ada', relation: 'knows', to: 'Bo' }],
			values: [{ entity: 'Ada', attribute: 'born', value: 1815 }]
		},
		['Ada: wrote notes', 'Ada → knows → Bo', 'Ada · born: 1815']
	],
	['a relation', { fromEntity: 'Ada', relation: 'knows', toEntity: 'Bo' }, ['Ada → knows → Bo']],
	[
		'a value, a member',
		{ entity: 'Ada', attribute: 'role', value: 'poet', expected_version: 'v' },
		['Ada · role: poet']
	],
	['a member', { entity: 'Ada', attribute: 'languages', member: 'French' }, ['Ada · languages: French']],
	['what is about a thing', { entity: 'Ada', new_name: 'Ada King', entity_id: '018f' }, ['Ada · new name: Ada King']],
	['only a thing', { entity: 'Ada' }, ['Ada']],
	['a note', { text: 'hello', kind: 'page' }, ['-text: hello; kind: page']],
	['only ids', { fact_id: '018f-1' }, []],
	['nothing', {}, []]
])('%s', (_what, args, wanted) => {
	expect(lines(args)).toEqual(wanted);
});

test('what is no JSON says nothing', () => {
	expect(requestLines('{"entity": "Ad…')).toEqual([]);
	expect(requestLines('[1]')).toEqual([]);
});
