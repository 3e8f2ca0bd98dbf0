/**
 * Out and in again: of each format that is read back, what its row in the table of formats does not name as missing is the same on the
 * other side. What is compared is what the export of JSON-LD, which lacks least, takes out of both notebooks.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINK_ROLE } from '../../src/lib/domain/fact';
import { linksIn, namesOf } from '../../src/lib/domain/link';
import { formatIds, lacksIn, type FormatId } from '../../src/lib/domain/formats';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { OutputOf } from '../../src/lib/contract';
import { got, openDesk, type Desk } from '../door/support';
import { createTestEnv } from '../support/notebooks';

type Exported = OutputOf<'export'>;

/** memory.jsonl, which cannot tell namesakes apart, has tests of its own (import, copies). */
const readBack = formatIds.filter(
	(format) => format !== 'journal' && !lacksIn(format, 'reading') && !lacksIn(format, 'namesakes')
);

const open = (): Promise<Desk> => openDesk(() => Promise.resolve(createMemoryStore()), createTestEnv(7));

async function bring(desk: Desk, { blob, filename }: Exported) {
	const { preview_id, refused } = await got(desk.me.import_preview({ source: blob, name: filename }));
	expect(refused).toEqual([]);
	return got(desk.me.import_run({ preview_id }));
}

interface Seen {
	things: Map<string, unknown>;
	notes: string[];
}

type Node = Record<string, unknown> & { '@type': string; name: string; kind?: string };
interface Ref {
	name: string;
	kind?: string;
}

/** Line feeds for what a format that lacks returns makes of them. */
const textFor = (format: FormatId, text: unknown): unknown =>
	typeof text === 'string' && lacksIn(format, 'returns') ? text.replace(/\r\n?/g, '\n') : text;

/** Whom its words link is read from them anew: by then more may be there to be linked. */
const linked = (words: unknown): string[] => namesOf(linksIn(String(words)));
const called = ({ name, kind = '' }: Ref): string => `${name} · ${kind}`;
const sorted = (list: unknown[]): unknown[] => list.map((each) => JSON.stringify(each)).sort();

/** What a notebook holds, without what the format has no place for. */
async function seen({ me }: Desk, format: FormatId): Promise<Seen> {
	const { blob } = await got(me.export({ format: 'json-ld' }));
	const graph = (JSON.parse(await blob.text()) as { '@graph': Node[] })['@graph'];
	const unless = (lack: Parameters<typeof lacksIn>[1], fields: object) => (lacksIn(format, lack) ? {} : fields);
	const validity = (node: Record<string, unknown>) =>
		unless('validity', { from: node['validFrom'], until: node['validThrough'] });
	const list = (node: Record<string, unknown>, key: string) => (node[key] ?? []) as Record<string, unknown>[];
	const factOf = (fact: Record<string, unknown>) => ({
		text: textFor(format, fact['text']),
		...unless('confidence', { confidence: fact['confidence'] }),
		...unless('importance', { importance: fact['importance'] }),
		...unless('times', { at: fact['dateCreated'] }),
		...unless('mentions', {
			names: sorted(
				list(fact, 'mention')
					.filter(({ to, role }) => !(role === LINK_ROLE && linked(fact['text']).includes((to as Ref).name)))
					.map(({ to, role }) => [called(to as Ref), role])
			)
		}),
		...validity(fact)
	});
	const relationOf = (edge: Record<string, unknown>) => ({
		relation: edge['predicate'],
		to: called(edge['to'] as Ref),
		...unless('confidence', { confidence: edge['confidence'] }),
		...unless('strength', { strength: edge['strength'] }),
		...unless('contexts', { context: textFor(format, edge['context']) }),
		...unless('times', { at: edge['dateCreated'] }),
		...validity(edge)
	});
	const slots = (node: Node) =>
		list(node, 'slot').map((slot) => ({ ...slot, values: sorted([slot['values'] ?? []].flat()) }));
	const things = graph
		.filter((node) => node['@type'] === 'Thing')
		.map((node): [string, unknown] => [
			called(node),
			{
				...unless('descriptions', { description: node['description'] }),
				...unless('aliases', { aliases: sorted(list(node, 'alternateName')) }),
				...unless('values', { slots: sorted(slots(node)), facts: sorted(list(node, 'fact').map(factOf)) }),
				relations: sorted(list(node, 'relation').map(relationOf))
			}
		]);
	const notes = graph
		.filter((node) => node['@type'] === 'Note')
		.map(({ name, text, noteKind }) => [name, text, noteKind]);
	return {
		things: new Map(things.sort(([a], [b]) => (a < b ? -1 : 1))),
		notes: sorted(lacksIn(format, 'notes') ? [] : notes) as string[]
	};
}

/* ---- notebooks of all kinds ---- */

/** Text that formats trip over: marks of Markdown, YAML, CSV, JSON and XML, formulas, returns, other scripts, invisible signs. */
const awkward = fc.constantFrom(
	'- item',
	'* star',
	'  - nested',
	'# heading',
	'## Facts',
	'---',
	'...',
	'> quote',
	'1. one',
	'12) two',
	'\\',
	'\\-',
	'[[Ann]]',
	'[[no one|shown]]',
	'=1+1',
	'+49 170',
	'-5',
	'-a',
	'@cmd',
	"'=x",
	"'",
	'"',
	'""',
	'a,b',
	'a;b',
	'a; b\\',
	'a\tb',
	'x\ny',
	'x\n\n  y',
	'x\r\ny',
	'<b>&amp;</b>',
	']]>',
	'{"a":1}',
	'true',
	'null',
	'12.50',
	'2026-01-05',
	'~',
	'!!js/function x',
	'&a *a',
	'%',
	'`code`',
	'```',
	': ',
	'a: b',
	'# 東京',
	'مرحبا',
	'\u200Dx',
	'𝒳',
	'e\u0301',
	'names: [[Ann]] as friend',
	'  - names: [[Ann]] as x',
	'about',
	'__proto__',
	'constructor'
);
const plain = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const text = fc
	.array(fc.oneof(awkward, plain), { minLength: 1, maxLength: 4 })
	.map((parts) => parts.join(' '))
	.filter((each) => each.trim() !== '' && each.trim() !== 'null');
const named = (prefix: string) => fc.oneof(text, plain).map((each) => `${prefix}${each}`.trim().slice(0, 60));
const name = fc.constantFrom(
	'Ann',
	'Ben',
	'C++',
	'a/b: c?',
	'Mercury',
	'東京',
	'"Quoted"',
	'[x] | y',
	'con',
	'=Sum',
	'Zoë',
	'- dash',
	"O'Neil"
);
const type = fc.constantFrom('person', 'place', 'Software System');
const thing = fc.record({ name, type });
const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const time = fc
	.integer({ min: 0, max: 5_000 })
	.map((days) => new Date(Date.UTC(2030, 0, 1) + days * 86_400_000).toISOString());

const content = fc.record({
	facts: fc.array(
		fc.record({
			about: thing,
			content: text,
			confidence: maybe(share),
			importance: maybe(share),
			valid_until: maybe(time),
			mentions: fc.array(fc.record({ of: thing, role: named('') }), { maxLength: 2 })
		}),
		{ maxLength: 5 }
	),
	values: fc.array(
		fc.record({
			of: thing,
			attribute: fc.oneof(named('a'), fc.constantFrom('type', 'name', 'role', 'value of x', 'id', 'x[]')),
			values: fc.array(text, { minLength: 1, maxLength: 3 })
		}),
		{ maxLength: 5 }
	),
	relations: fc.array(
		fc.record({
			from: thing,
			relation: named('r'),
			to: thing,
			context: maybe(text),
			strength: maybe(share),
			confidence: maybe(share)
		}),
		{ maxLength: 5 }
	),
	aliases: fc.array(fc.record({ of: thing, alias: named('also ') }), { maxLength: 3 }),
	notes: fc.array(fc.record({ title: maybe(named('n')), text, kind: fc.constantFrom('page', 'daily', 'capture') }), {
		maxLength: 3
	})
});
type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

/** What the door refuses is not there, and need not come back. */
async function fill({ me }: Desk, { facts, values, relations, aliases, notes }: Content): Promise<void> {
	for (const { about, mentions, ...fact } of facts)
		await me.remember({
			facts: [
				{
					entity: about.name,
					type: about.type,
					...fact,
					mentions: mentions.map(({ of, role }) => ({ entity: of.name, type: of.type, role }))
				}
			]
		});
	for (const { of, attribute, values: members } of values) {
		const [first = '', ...more] = members;
		const place = { entity: of.name, type: of.type, attribute };
		if (!more.length) await me.memory_fact_set({ ...place, value: first });
		else for (const member of members) await me.memory_set_add({ ...place, member });
	}
	for (const { from, to, relation, context, strength, confidence } of relations)
		await me.remember({
			relations: [
				{
					from: from.name,
					from_type: from.type,
					relation,
					to: to.name,
					to_type: to.type,
					context,
					strength,
					confidence
				}
			]
		});
	for (const { of, alias } of aliases) await me.add_alias({ entity: of.name, type: of.type, alias });
	for (const { title, text: words, kind } of notes)
		await me.add_note({ text: words, kind: kind, ...(title !== undefined && { title }) });
}

describe('what goes out comes back', () => {
	test.each(readBack)('%s: the same but for what its row says it cannot hold', async (format) => {
		await fc.assert(
			fc.asyncProperty(content, async (given) => {
				const desk = await open();
				await fill(desk, given);
				const before = await seen(desk, format);
				const out = await got(desk.me.export({ format }));
				const copy = await open();
				if (!out.counts.entities && !out.counts.notes) return;
				if (!out.counts.entities && lacksIn(format, 'notes')) return;
				await bring(copy, out);
				expect(await seen(copy, format)).toEqual(before);
				// The same file again, and the file brought back to where it came from, double nothing.
				expect(await bring(copy, out)).toMatchObject({ action: 'unchanged', changes: 0 });
			}),
			{ numRuns: 60 }
		);
	});

	test.each(readBack)('%s: one undo takes all of it back', async (format) => {
		const desk = await open();
		await got(
			desk.me.remember({
				facts: [{ entity: 'Ann', content: 'Knows [[Ben]]' }],
				relations: [{ from: 'Ann', relation: 'knows', to: 'Ben' }]
			})
		);
		await got(desk.me.memory_fact_set({ entity: 'Ann', attribute: 'city', value: 'Oslo' }));
		await got(desk.me.add_note({ text: 'About [[Ann]]' }));
		const copy = await open();
		const { session } = await bring(copy, await got(desk.me.export({ format })));
		expect((await got(copy.me.list_entities({}))).total).toBeGreaterThan(0);
		await got(copy.me.undo({ session }));
		expect((await got(copy.me.list_entities({}))).total).toBe(0);
		expect((await got(copy.me.list_notes({}))).total).toBe(0);
	});
});
