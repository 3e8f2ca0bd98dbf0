/** A hostile file cannot put wrong shapes into the store. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change, Claim, ClaimBody } from '../../src/lib/domain/model';
import { entitySubject, factSubject, slotSubject } from '../../src/lib/domain/subject';
import { journalToNdjson } from '../../src/lib/transfer';
import { whyNoChange } from '../../src/lib/transfer/journal-schema';
import { ann, anyChange, bodies, changeOf, claimsOf, everyChange, idOf, ystad } from './journal-samples';
import { briefly, readAll } from './reading';

/** A change with something wrong in it, past the compiler as a file is. */
const wrong = (more: object): unknown => ({ ...changeOf(1), ...more });
const wrongClaim = (more: object): unknown =>
	wrong({ claims: [{ subject: entitySubject(ann.id), after: [], body: { verb: 'remove' }, ...more }] });
const said = (subject: string, body: object): unknown => wrong({ claims: [{ subject, after: [], body }] });
const slot = slotSubject(ann.id, 'home-town');
const set = bodies.set[0]![1];

describe('[J1] what is a change', () => {
	test('every verb there is', () => {
		for (const change of everyChange()) expect(whyNoChange(change)).toBeUndefined();
	});

	test('any text', () => {
		fc.assert(
			fc.property(anyChange, (change) => {
				expect(whyNoChange(change)).toBeUndefined();
			})
		);
	});

	test('slots and edges under keys of any script', () => {
		const subject = slotSubject(ann.id, '故郷-😀: a\u2028b');
		expect(whyNoChange(said(subject, set))).toBeUndefined();
	});
});

describe('what is none', () => {
	test.each<[string, unknown]>([
		['nothing', undefined],
		['text', 'change'],
		['a list', []],
		['an empty object', {}],
		['an unknown field', wrong({ extra: 1 })],
		['__proto__ as a field', JSON.parse(JSON.stringify(changeOf(1)).replace('{', '{"__proto__":{"x":1},'))],
		['an id in capitals', wrong({ id: idOf(1).toUpperCase() })],
		['an id that is a path', wrong({ id: '../../etc' })],
		['a stamp that is none', wrong({ hlc: '2026-11-30' })],
		['a writer that is none', wrong({ who: 'root' })],
		['an agent without a name', wrong({ who: 'agent:' })],
		['an unknown way', wrong({ via: 'bridge' })],
		['an operation that is none', wrong({ operation: 'DROP TABLE' })],
		['claims that are no list', wrong({ claims: {} })],
		['undoes that are no ids', wrong({ undoes: ['all'] })],
		['forgets that are no claims', wrong({ forgets: [idOf(1)] })],
		['an empty key', wrong({ idempotency_key: '' })],
		['a claim without a body', wrong({ claims: [{ subject: entitySubject(ann.id), after: [] }] })],
		['a claim with an unknown field', wrongClaim({ weight: 1 })],
		['after that names no claim', wrongClaim({ after: ['first'] })],
		['over that is null', wrongClaim({ over: null })],
		['a subject of no kind', wrongClaim({ subject: `x:${ann.id}:` })],
		['a subject without a home', wrongClaim({ subject: 'e::' })],
		['a home that is no id', wrongClaim({ subject: 'e:__proto__:' })],
		['an unknown verb', wrongClaim({ body: { verb: 'explode' } })],
		['a verb that Object has', wrongClaim({ body: { verb: 'constructor' } })],
		['no verb', wrongClaim({ body: { name: 'Ann' } })],
		['an unknown field of a verb', wrongClaim({ body: { verb: 'rename', name: 'Ann', force: true } })],
		['a missing field of a verb', wrongClaim({ body: { verb: 'rename' } })],
		['a name that is a number', wrongClaim({ body: { verb: 'rename', name: 7 } })],
		['an empty name', wrongClaim({ body: { verb: 'rename', name: '' } })],
		['a name of a million characters', wrongClaim({ body: { verb: 'rename', name: 'x'.repeat(1_000_000) } })],
		['half a character', wrongClaim({ body: { verb: 'rename', name: 'A\ud83d' } })],
		['confidence above 1', said(slot, { ...set, confidence: 1.5 })],
		['confidence as text', said(slot, { ...set, confidence: '1' })],
		['an origin of its own', said(slot, { ...set, origin: 'god' })],
		['a time that no Date holds', said(slot, { ...set, at: 1e17 })],
		['an entity without its type', said(slot, { ...set, entity: { id: ann.id, name: 'Ann' } })],
		['a flag that is false', said(slot, { ...set, named: false })]
	])('%s', (_, change) => {
		expect(whyNoChange(change)).toEqual(expect.any(String));
	});

	test.each<[string, string, ClaimBody]>([
		['a value of an entity', entitySubject(ann.id), set],
		['a value of somebody else’s slot', slotSubject(ystad.id, 'home-town'), set],
		['a relation between others', bodies.relate[0]![0], { ...bodies.relate[0]![1], source_ref: ystad }],
		['a fact in a slot', slot, bodies['state-fact'][0]![1]],
		['a channel’s name on an entity', entitySubject(ann.id), bodies['name-channel'][0]![1]],
		['creating a fact', factSubject(ann.id, idOf(4)), bodies.create[0]![1]]
	])('%s', (_, subject, body) => {
		expect(whyNoChange(said(subject, body))).toBe('"claims.0": says what cannot be said of its subject');
	});

	test('any field of any claim taken away or turned into something else', () => {
		const whole = changeOf(1, claimsOf());
		const optional = new Set([
			'description',
			'mentioned',
			'at',
			'source',
			'note',
			'importance',
			'valid_from',
			'valid_until',
			'reason',
			'freshness',
			'named',
			'asks',
			'strength',
			'context',
			'title',
			'mentions',
			'adds',
			'over',
			'despite'
		]);
		whole.claims.forEach(({ body }, i) => {
			for (const field of Object.keys(body ?? {})) {
				const harmed = (value: unknown): Change => {
					const claims = structuredClone(whole.claims) as (Claim & { body: Record<string, unknown> })[];
					if (value === undefined) Reflect.deleteProperty(claims[i]!.body, field);
					else claims[i]!.body[field] = value;
					return { ...whole, claims };
				};
				expect(whyNoChange(harmed({ odd: 1 })), `${body?.verb ?? ''}.${field} as an object`).toBeDefined();
				if (!optional.has(field))
					expect(whyNoChange(harmed(undefined)), `${body?.verb ?? ''} without ${field}`).toBeDefined();
			}
		});
	});
});

test('a change of the wrong shape is refused with its line and the place, the others are read', async () => {
	// eslint-disable-next-line @typescript-eslint/require-await
	async function* changes(): AsyncGenerator<Change, void> {
		yield changeOf(1);
		yield wrongClaim({ body: { verb: 'explode' } }) as Change;
		yield changeOf(2, [], { receipt: JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown });
		yield changeOf(3);
	}
	const lines: string[] = [];
	for await (const line of journalToNdjson(changes(), {})) lines.push(line);
	const items = briefly(await readAll(lines.join('')));
	expect(items.slice(1)).toEqual([
		'2 change',
		expect.stringMatching(/^3 refused: no change of a notebook: "claims\.0\.body\.verb": /),
		'4 refused: no change of a notebook: nested more than 64 deep',
		'5 change',
		'6 refused: 4 changes were written, 2 could be read'
	]);
});
