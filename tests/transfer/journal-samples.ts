/** Changes for tests: one claim of every verb, and generators of arbitrary ones. */
import fc from 'fast-check';
import { pairOf } from '../../src/lib/domain/family';
import { formatHlc, uuidv7 } from '../../src/lib/domain/clock';
import type { Change, Claim, ClaimBody, Id, Verb } from '../../src/lib/domain/model';
import {
	channelSubject,
	edgeSubject,
	entitySubject,
	factSubject,
	noteSubject,
	pairSubject,
	slotSubject
} from '../../src/lib/domain/subject';

/** The n-th id of a fixed row. */
export const idOf = (n: number): Id =>
	uuidv7(
		1_760_000_000_000 + n,
		Uint8Array.from({ length: 10 }, (_, i) => (n * 31 + i * 7) & 255)
	);

export const ann = { id: idOf(1), name: 'Ann Quist', type: 'person' };
export const ystad = { id: idOf(2), name: 'Ystad', type: null };
const asserted = {
	confidence: 0.8,
	origin: 'agent',
	source: 'a letter',
	note: idOf(3),
	at: 1_700_000_000_000
} as const;
const least = { confidence: 1, origin: 'user' } as const;
const fact = factSubject(ann.id, idOf(4));
const slot = slotSubject(ann.id, 'home-town');
const pair = pairSubject(...pairOf(ann.id, ystad.id));
const claimOf = (n: number) => `${idOf(n)}.0`;

export const bodies: { [V in Verb]: [string, Extract<ClaimBody, { verb: V }>][] } = {
	create: [
		[
			entitySubject(ann.id),
			{ verb: 'create', channel: 'default', name: 'Ann Quist', type: 'person', description: 'A painter', at: 1 }
		],
		[entitySubject(ystad.id), { verb: 'create', channel: 'default', name: 'Ystad', type: null, mentioned: true }]
	],
	rename: [[entitySubject(ann.id), { verb: 'rename', name: 'Anna Quist' }]],
	retype: [
		[entitySubject(ann.id), { verb: 'retype', type: 'painter' }],
		[entitySubject(ann.id), { verb: 'retype', type: null }]
	],
	describe: [[entitySubject(ann.id), { verb: 'describe', description: null }]],
	alias: [[entitySubject(ann.id), { verb: 'alias', alias: 'AQ' }]],
	unalias: [[entitySubject(ann.id), { verb: 'unalias', alias: 'AQ' }]],
	remove: [
		[entitySubject(ann.id), { verb: 'remove' }],
		[noteSubject(idOf(3)), { verb: 'remove' }]
	],
	'state-fact': [
		[
			fact,
			{
				verb: 'state-fact',
				content: 'Ann paints the harbour of Ystad',
				mentions: [
					{ ...ann, role: 'subject' },
					{ ...ystad, role: 'place' }
				],
				importance: 0.5,
				valid_from: 0,
				valid_until: 1_800_000_000_000,
				...asserted
			}
		]
	],
	'confirm-fact': [[fact, { verb: 'confirm-fact', ...least }]],
	weigh: [
		[fact, { verb: 'weigh', importance: 0.25 }],
		[fact, { verb: 'weigh', importance: null }]
	],
	end: [
		[fact, { verb: 'end', until: 1_750_000_000_000 }],
		[slot, { verb: 'end', until: 1_750_000_000_000 }]
	],
	retract: [[fact, { verb: 'retract', reason: 'It was her sister' }]],
	replace: [[fact, { verb: 'replace', by: idOf(5) }]],
	set: [
		[
			slot,
			{
				verb: 'set',
				entity: ann,
				attribute: 'Home town',
				value: 'Ystad',
				freshness: 'slow',
				named: true,
				asks: true,
				...asserted
			}
		]
	],
	add: [[slot, { verb: 'add', entity: ann, attribute: 'Home town', value: 'Malmö', asks: true, ...least }]],
	drop: [[slot, { verb: 'drop', value: 'Malmö', saw: [claimOf(7)] }]],
	resolve: [[slot, { verb: 'resolve', contender: claimOf(8), take: 'both', value: { value: 'Lund', adds: true } }]],
	relate: [
		[
			edgeSubject(ann.id, ystad.id, 'lives_in'),
			{
				verb: 'relate',
				source_ref: ann,
				target_ref: ystad,
				relation: 'lives in',
				strength: 0.25,
				context: 'since 1961',
				valid_from: -300_000_000_000,
				...asserted
			}
		]
	],
	'write-note': [
		[
			noteSubject(idOf(3)),
			{
				verb: 'write-note',
				title: 'Today',
				text: 'Met [[Ann Quist]]',
				note_kind: 'daily',
				channel: 'default',
				mentions: [ann]
			}
		]
	],
	'name-channel': [[channelSubject('default'), { verb: 'name-channel', name: 'Mine' }]],
	mention: [[fact, { verb: 'mention', mentions: [{ ...ystad, role: 'mentioned' }] }]],
	merge: [
		[pair, { verb: 'merge' }],
		[pair, { verb: 'merge', despite: [claimOf(7)] }]
	],
	unmerge: [[pair, { verb: 'unmerge', declaration: claimOf(8) }]],
	distinct: [[pair, { verb: 'distinct' }]]
};

export const claimsOf = (): Claim[] =>
	Object.values(bodies).flatMap((list) =>
		list.map(([subject, body], i): Claim => ({
			subject,
			after: i ? [claimOf(6)] : [],
			...(i && { over: claimOf(6) }),
			body
		}))
	);

export const changeOf = (n: number, claims: Claim[] = [], more: Partial<Change> = {}): Change => ({
	id: idOf(1000 + n),
	hlc: formatHlc({ ms: 1_760_000_000_000 + n, counter: 0 }, 'node1'),
	who: 'person',
	session: idOf(9),
	operation: 'remember',
	receipt: { change_id: idOf(1000 + n), facts: [] },
	claims,
	...more
});

/** One of every verb, a husk, an undo, a forget. */
export const everyChange = (): Change[] => [
	changeOf(1, claimsOf()),
	changeOf(2, [{ subject: fact, after: [], body: null }], {
		who: 'agent:Claude Code',
		via: 'script',
		idempotency_key: 'k',
		arguments_hash: 'h',
		receipt: null
	}),
	changeOf(3, [], { undoes: [idOf(1001)], forgets: [`${idOf(1002)}.0`], via: 'import' })
];

/** Text of any script: composed and decomposed, surrogate pairs, controls; never half a character, never empty. */
export const anyText = fc
	.oneof(
		fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
		fc.string({
			unit: fc.constantFrom(
				'é',
				'e\u0301',
				'港',
				'口',
				'が',
				'か\u3099',
				'𠮷',
				'😀',
				'👩‍👩‍👧',
				'ﷺ',
				'\u202E',
				'\u200B',
				'"',
				'\\',
				'\n',
				'\r',
				'\u2028',
				'\0',
				'</script>'
			),
			minLength: 1
		})
	)
	.filter((text) => !/\p{Surrogate}/u.test(text));

export const anyChange = fc.tuple(fc.nat(1_000_000), fc.array(anyText, { maxLength: 5 })).map(([n, texts]) =>
	changeOf(
		n,
		texts.map((content, i): Claim => ({
			subject: factSubject(ann.id, idOf(i)),
			after: [],
			body: {
				verb: 'state-fact',
				content,
				mentions: [{ ...ann, name: content.slice(0, 1) === '' ? 'x' : content, role: 'subject' }],
				confidence: 1,
				origin: 'user'
			}
		})),
		{ receipt: { texts } }
	)
);
