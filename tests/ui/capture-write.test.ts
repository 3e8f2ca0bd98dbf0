import { expect, test } from 'vitest';
import { operations } from '../../src/lib/contract';
import { readCapture, type Known } from '../../src/lib/ui/capture';
import { captureCall } from '../../src/lib/ui/capture-write';

const things: Record<string, Known> = {
	jeff: { id: '018f-jeff', name: 'Jeff', type: 'person' },
	'acme corp': { id: '018f-acme', name: 'Acme Corp', type: 'organization' }
};
const lookup = (spelling: string): Known | undefined => things[spelling.toLowerCase()];
const call = (line: string, nth = 0) => {
	const reading = readCapture(line, lookup)[nth];
	return reading ? captureCall(reading) : null;
};

test('a relation names both ends by id when they are known', () => {
	expect(call('Jeff works at Acme Corp')).toMatchObject({
		operation: 'relate_entities',
		args: {
			fromEntity: 'Jeff',
			relation: 'works at',
			toEntity: 'Acme Corp',
			from_entity_id: '018f-jeff',
			to_entity_id: '018f-acme'
		}
	});
});

test('an unknown end has no id: it will be made', () => {
	const made = call('Jeff → knows → Bo');
	expect(made?.args).toEqual({ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Bo', from_entity_id: '018f-jeff' });
});

test('a value and a member of a set', () => {
	expect(call('Jeff · role: designer')).toMatchObject({
		operation: 'memory_fact_set',
		args: { entity: 'Jeff', entity_id: '018f-jeff', attribute: 'role', value: 'designer' }
	});
	expect(call('Jeff · languages += Greek')).toMatchObject({
		operation: 'memory_set_add',
		args: { attribute: 'languages', member: 'Greek' }
	});
});

test('a fact names whom it mentions, with a role that claims nothing (F1)', () => {
	expect(call('Jeff met @Sarah and Acme Corp.')).toMatchObject({
		operation: 'remember',
		args: {
			facts: [
				{
					entity: 'Jeff',
					type: 'person',
					content: 'Jeff met Sarah and Acme Corp.',
					mentions: [
						{ entity: 'Sarah', role: 'mentioned' },
						{ entity: 'Acme Corp', type: 'organization', role: 'mentioned' }
					]
				}
			]
		}
	});
});

test('in a note a marked name becomes a link', () => {
	expect(call('call @Sarah')).toMatchObject({
		operation: 'add_note',
		args: { text: 'call [[Sarah]]', kind: 'capture' }
	});
});

test('what is not finished cannot be saved', () => {
	expect(call('Jeff →')).toBeNull();
});

test('every call is one that the contract takes', () => {
	const lines = ['Jeff works at Acme Corp', 'Jeff · role: designer', 'Jeff · x += y', 'Jeff likes tea', 'buy milk'];
	for (const line of lines) {
		const made = call(line);
		if (!made) throw new Error(`"${line}" has no call`);
		expect(operations[made.operation].input.safeParse(made.args).success, line).toBe(true);
	}
});
