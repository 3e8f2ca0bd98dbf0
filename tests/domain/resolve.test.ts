/** Which row a name means (N2, N3, N8, N10). Keys themselves: name.test.ts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactKey, foldKey, lookupKeys, sameButForForm } from '../../src/lib/domain/name';
import {
	byStanding,
	lookUp,
	meansThePerson,
	pickForWriting,
	queryKeys,
	groupsOfSame,
	type NamedRow
} from '../../src/lib/domain/resolve';

interface Given {
	type?: string | null;
	aliases?: string[];
	weight?: number;
	created?: number;
	id?: string;
}

let made = 0;
const row = (name: string, given: Given = {}): NamedRow => ({
	id: given.id ?? `id${String(++made).padStart(4, '0')}`,
	weight: given.weight ?? 0,
	state: {
		channel: 'default',
		name,
		type: given.type ?? null,
		aliases: given.aliases ?? [],
		created: given.created ?? 0
	}
});

const read = (rows: NamedRow[], name: string) => {
	const found = lookUp(rows, name);
	return found.found
		? { stage: found.stage, names: found.rows.map(({ state }) => state.name) }
		: { ambiguous: found.ambiguous.map(({ state }) => state.name) };
};

const write = (rows: NamedRow[], name: string, type: string | null = null) => {
	const pick = pickForWriting(rows, name, type);
	return 'row' in pick ? `${pick.matched_by} ${pick.row.state.name}` : 'create' in pick ? 'created' : 'ambiguous';
};

describe('look-up for reading', () => {
	test('[N2] names by exact key, else aliases by exact key, else both by fold key', () => {
		const rows = [row('STG-Orders', { aliases: ['The Orders'] }), row('the orders')];
		expect(read(rows, 'The Orders')).toEqual({ stage: 'exact', names: ['the orders'] });
		expect(read([rows[0]!], 'the ORDERS')).toEqual({ stage: 'alias', names: ['STG-Orders'] });
		expect(read(rows, 'stg orders')).toEqual({ stage: 'fold', names: ['STG-Orders'] });
		expect(read(rows, 'stg order')).toEqual({ ambiguous: [] });
	});

	test('[N2] "mr 412" and "mr !412" both stored: each spelling finds its own, "mr-412" neither', () => {
		const rows = [row('mr 412'), row('mr !412')];
		expect(read(rows, 'MR 412')).toEqual({ stage: 'exact', names: ['mr 412'] });
		expect(read(rows, 'mr !412')).toEqual({ stage: 'exact', names: ['mr !412'] });
		expect(read(rows, 'mr-412')).toEqual({ ambiguous: ['mr 412', 'mr !412'] });
		expect(read(rows, 'mr412')).toEqual({ ambiguous: [] });
	});

	test('[N2] two owners of one alias: nothing is found and both stand', () => {
		const rows = [row('Robert', { aliases: ['Bob'] }), row('Roberta', { aliases: ['bob'] })];
		expect(read(rows, 'Bob')).toEqual({ ambiguous: ['Robert', 'Roberta'] });
	});

	test('[N2] rows of one exact name are one group: an alias of one brings its namesakes', () => {
		const rows = [row('Mercury', { type: 'planet', aliases: ['Hermes'] }), row('mercury', { type: 'project' })];
		expect(read(rows, 'hermes')).toEqual({ stage: 'alias', names: ['Mercury', 'mercury'] });
	});

	test('[N2] the answer does not depend on the order of the rows', () => {
		const names = fc.constantFrom('mr 412', 'mr !412', 'MR-412', 'Mr 412', 'mr.412');
		const some = fc.array(fc.record({ name: names, alias: fc.option(names), weight: fc.nat(2), created: fc.nat(2) }), {
			maxLength: 6
		});
		fc.assert(
			fc.property(some, names, fc.nat(), (given, asked, turn) => {
				const rows = given.map(({ name, alias, weight, created }, i) =>
					row(name, { aliases: alias === null ? [] : [alias], weight, created, id: `r${i}` })
				);
				const turned = [...rows.slice(turn % 6), ...rows.slice(0, turn % 6)].reverse();
				const [one, two] = [lookUp(rows, asked), lookUp(turned, asked)];
				expect(two.found).toBe(one.found);
				if (one.found && two.found) expect(two).toEqual(one);
				else if (!one.found && !two.found) expect(new Set(two.ambiguous)).toEqual(new Set(one.ambiguous));
				expect(pickForWriting(turned, asked, null)).toMatchObject(
					'row' in pickForWriting(rows, asked, null)
						? { row: (pickForWriting(rows, asked, null) as { row: NamedRow }).row }
						: {}
				);
			}),
			{ seed: 2, numRuns: 400 }
		);
	});

	test('[N1] a name of which nothing is visible matches nothing', () => {
		expect(queryKeys('\u200b \u200d')).toEqual([]);
		expect(read([row('\u200b'), row('a')], '\u200b')).toEqual({ ambiguous: [] });
		expect(queryKeys('!!!')).toEqual(['!!!']); // it has an exact key, but nothing to fold
	});

	test('[N2] the keys asked for are keys under which a row lies, whenever look-up finds it', () => {
		const name = fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 6 }),
			fc.constantFrom('C++', 'c', 'Zoë', 'ZOE', 'mr-412', 'mr 412')
		);
		fc.assert(
			fc.property(name, fc.array(name, { maxLength: 2 }), name, (own, aliases, asked) => {
				const found = lookUp([row(own, { aliases })], asked);
				const asksFor = new Set(queryKeys(asked));
				if (found.found) expect(lookupKeys(own, aliases).some((key) => asksFor.has(key))).toBe(true);
			}),
			{ seed: 21, numRuns: 400 }
		);
	});
});

describe('the order of namesakes', () => {
	test('[N3] spelled exactly as asked; most known; earliest made; smallest id', () => {
		const rows = [
			row('mercury', { id: 'f', weight: 9 }),
			row('Mercury', { id: 'e', created: 2 }),
			row('Mercury', { id: 'd', created: 1 }),
			row('Mercury', { id: 'c', created: 1 }),
			row('Mercury', { id: 'b', weight: 3 })
		];
		expect(byStanding(rows, 'Mercury').map(({ id }) => id)).toEqual(['b', 'c', 'd', 'e', 'f']);
		expect(byStanding(rows, ' mercury ').map(({ id }) => id)[0]).toBe('f');
	});

	test('[N3] composed and decomposed are one spelling', () => {
		const rows = [row('ZOË', { weight: 5 }), row('Zoe\u0308')];
		expect(byStanding(rows, 'Zo\u00eb')[0]?.state.name).toBe('Zoe\u0308');
	});

	test('[N3] the same: one channel, one spelling, one type key', () => {
		const thing = (name: string, type: string | null, channel = 'default'): NamedRow => {
			const made = row(name, { type });
			return { ...made, state: { ...made.state, channel } };
		};
		const same = [thing('Zo\u00eb', 'Software System'), thing('Zoe\u0308', 'software-system')];
		expect(groupsOfSame(same)).toEqual([same]);
		const others = [
			thing('Mercury', 'planet'),
			thing('mercury', 'planet'),
			thing('Mercury', null),
			thing('Mercury', 'planet', 'work'),
			thing('Mercury', '')
		];
		expect(groupsOfSame(others)).toEqual(others.map((each) => [each]));
	});

	test('[N6] the same: declared so, also by way of others that come later', () => {
		const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => row(name));
		if (!a || !b || !c || !d) throw new Error('not made');
		const tied = { ...c, same: [a.id, b.id] };
		expect(groupsOfSame([a, b, d, tied])).toEqual([[a, b, tied], [d]]);
	});
});

describe('look-up for writing', () => {
	test.each([
		['stg_orders', 'fold STG-Orders'],
		['STG.Orders', 'fold STG-Orders'],
		['stg-orders', 'exact STG-Orders'],
		['Stg Órders', 'fold STG-Orders'],
		['stg orders!', 'created'],
		['stgorders', 'created'],
		['stg order', 'created']
	])('[N8] beside STG-Orders, %s: %s', (name, answer) => {
		expect(write([row('STG-Orders')], name)).toBe(answer);
	});

	test('[N8] the fold only where reading would find that one', () => {
		expect(write([row('mr 412'), row('mr !412')], 'mr-412')).toBe('created');
	});

	test('[N8] a type given picks the row of that type; a row without one takes it; else another is made', () => {
		const typed = row('Mercury', { type: 'planet', weight: 9 });
		const bare = row('Mercury');
		expect(pickForWriting([typed, bare], 'Mercury', 'Planet')).toMatchObject({ row: typed, others: [bare] });
		expect(pickForWriting([typed, bare], 'Mercury', 'project')).toMatchObject({ row: bare });
		expect(pickForWriting([typed], 'Mercury', 'project')).toMatchObject({ create: true, others: [typed] });
		expect(pickForWriting([bare, typed], 'mercury', null)).toMatchObject({ row: typed, matched_by: 'exact' });
	});

	test('[N8] an alias of two owners is ambiguous', () => {
		expect(write([row('Robert', { aliases: ['Bob'] }), row('Roberta', { aliases: ['Bob'] })], 'bob')).toBe('ambiguous');
	});

	test('[N8] it never joins names that differ in more than form', () => {
		const piece = fc.constantFrom(
			'a',
			'B',
			'é',
			'e',
			'-',
			' ',
			'.',
			'_',
			'!',
			'+',
			'#',
			'1',
			'2',
			'②',
			'ß',
			'ss',
			'й',
			'и',
			'東'
		);
		const name = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(fc.array(fc.record({ name, alias: fc.option(name) }), { maxLength: 4 }), name, (given, asked) => {
				const rows = given.map((each) => row(each.name, { aliases: each.alias === null ? [] : [each.alias] }));
				const pick = pickForWriting(rows, asked, null);
				if (!('row' in pick)) return;
				const spellings = [pick.row.state.name, ...pick.row.state.aliases];
				const near = spellings.filter((each) => exactKey(each) === exactKey(asked) || sameButForForm(each, asked));
				expect(near.length).toBeGreaterThan(0);
				if (pick.matched_by === 'fold') expect(near.some((each) => foldKey(each) === foldKey(asked))).toBe(true);
				expect(read(rows, asked)).toHaveProperty('names');
			}),
			{ seed: 8, numRuns: 600 }
		);
	});
});

test('[N10] "User", "the user", "me" and "I" mean the person, and nothing else does', () => {
	expect(['User', 'USER', ' the User ', 'me', 'i', 'I'].filter((name) => !meansThePerson(name))).toEqual([]);
	expect(['the-user', 'users', 'Ime', 'myself'].filter(meansThePerson)).toEqual([]);
});
