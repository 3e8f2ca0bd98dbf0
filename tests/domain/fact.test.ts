/** Facts by replay, and how they are linked and ordered (F1–F6). What is refused or confirmed when written (F5–F7) is tested through the door. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareFacts, isCurrent, linkOf } from '../../src/lib/domain/fact';
import type { FactState } from '../../src/lib/domain/model';
import { ada, bo, bot, MINUTE, other, Telling, type Told } from '../support/claims';

const asserted = { confidence: 0.8, origin: 'agent' as const };

class FactTelling extends Telling<'fact'> {
	constructor() {
		super('fact');
	}
	state_it(told: Told = bot, more: { valid_until?: number; importance?: number; source?: string } = {}) {
		return this.say(
			{
				verb: 'state-fact',
				content: 'Likes tea',
				mentions: [
					{ ...ada, role: 'subject' },
					{ ...bo, role: 'host' }
				],
				...asserted,
				...more
			},
			told
		);
	}
	weigh(importance: number | null, told: Told = bot) {
		return this.say({ verb: 'weigh', importance }, told);
	}
	confirm(told: Told = other) {
		return this.say({ verb: 'confirm-fact', ...asserted, source: 'a letter' }, told);
	}
}

const told = (work: (fact: FactTelling) => void): FactState => {
	const fact = new FactTelling();
	work(fact);
	return fact.state;
};

const linked = (...roles: [id: string, role: string][]): FactState => ({
	content: '',
	mentions: roles.map(([id, role]) => ({ id, role })),
	confidence: 1,
	status: 'current',
	support: []
});

describe('links', () => {
	test('[F1] is_subject only by the role `subject`: other roles are free text', () => {
		const fact = linked(['alex', 'subject'], ['robin', 'approver'], ['eve', 'Subject of the mail']);
		const asked = ['alex', 'robin', 'eve', 'bob'].map((id) => linkOf(fact, new Set([id])));
		expect(asked).toEqual([
			{ is_subject: true, roles: ['subject'] },
			{ is_subject: false, roles: ['approver'] },
			{ is_subject: false, roles: ['Subject of the mail'] },
			undefined
		]);
	});

	test('[F2] linked to one family more than once it is one link; subject wins and comes first', () => {
		const fact = linked(['a1', 'author'], ['a2', 'subject'], ['a1', 'author'], ['b', 'friend']);
		expect(linkOf(fact, new Set(['a1', 'a2']))).toEqual({ is_subject: true, roles: ['subject', 'author'] });
		expect(linkOf(fact, new Set(['a1']))).toEqual({ is_subject: false, roles: ['author'] });
	});
});

describe('what is current', () => {
	test.each([
		['current', undefined, true],
		['current', 1001, true],
		['current', 1000, false],
		['current', 999, false],
		['superseded', undefined, false],
		['retracted', undefined, false],
		['ended', 2000, false],
		['removed', undefined, false]
	])('[F3] %s, valid until %s, at 1000: %s', (status, until, current) => {
		expect(isCurrent({ status, ...(until !== undefined && { valid_until: until }) }, 1000)).toBe(current);
	});
});

describe('order', () => {
	const ranked = fc.record({
		id: fc.constantFrom('a', 'b', 'c'),
		is_subject: fc.boolean(),
		importance: fc.constantFrom(null, 0, 0.4, 0.5, 0.9, 1),
		at: fc.constantFrom(1, 2, 3)
	});

	test('[F4] subject before any importance; none counts as 0.5; newest; id', () => {
		const facts = [
			{ id: 'mention', is_subject: false, importance: 1, at: 9 },
			{ id: 'low', is_subject: true, importance: 0.4, at: 9 },
			{ id: 'old', is_subject: true, importance: 0.5, at: 1 },
			{ id: 'b', is_subject: true, importance: null, at: 2 },
			{ id: 'a', is_subject: true, importance: 0.5, at: 2 },
			{ id: 'high', is_subject: true, importance: 0.9, at: 0 }
		];
		expect(facts.sort(compareFacts).map(({ id }) => id)).toEqual(['high', 'a', 'b', 'old', 'low', 'mention']);
	});

	test('[F4] it is an order: every arrangement sorts to one', () => {
		fc.assert(
			fc.property(fc.uniqueArray(ranked, { selector: ({ id }) => id }), fc.nat(), (facts, turn) => {
				const turned = [...facts.slice(turn % 3), ...facts.slice(0, turn % 3)].reverse();
				expect(turned.sort(compareFacts)).toEqual([...facts].sort(compareFacts));
			}),
			{ seed: 4 }
		);
	});
});

describe('what becomes of it', () => {
	test('[F5] confirmed: one row, one more source, confidence as S3', () => {
		const fact = told((it) => (it.state_it(), it.confirm()));
		expect(fact).toMatchObject({ content: 'Likes tea', confidence: 0.868, status: 'current' });
		expect(fact.support.map(({ who, source }) => [who, source])).toEqual([
			['agent:Bot', undefined],
			['agent:Other', 'a letter']
		]);
	});

	test('[F4] weighed anew: the last in order wins, null takes it away, and it is no source', () => {
		const steps: [number | null, number | undefined][] = [
			[0.2, 0.2],
			[0.33333, 0.333],
			[null, undefined]
		];
		for (const [given, importance] of steps) {
			const fact = told((it) => (it.state_it(bot, { importance: 0.9 }), it.weigh(0.5), it.weigh(given, other)));
			expect(fact.importance).toBe(importance);
			expect(fact.support).toHaveLength(1);
		}
	});

	test('[F6] wrong, no longer true and replaced are kept apart', () => {
		const wrong = told((it) => (it.state_it(), it.say({ verb: 'retract', reason: 'no' }, { at: 9 * MINUTE })));
		const ended = told((it) => (it.state_it(), it.say({ verb: 'end', until: 77 })));
		const replaced = told((it) => (it.state_it(), it.say({ verb: 'replace', by: 'newer' })));
		expect(wrong).toMatchObject({ status: 'retracted', retracted: { at: 9 * MINUTE, by: 'person' } });
		expect(ended).toMatchObject({ status: 'ended', valid_until: 77 });
		expect(replaced).toMatchObject({ status: 'superseded', replaced_by: 'newer' });
	});

	test('[F6] called wrong and said again, it waits with who said it; called wrong again, that is settled', () => {
		const restated = (it: FactTelling) => (it.state_it(), it.say({ verb: 'retract' }), it.confirm());
		const waits = told(restated);
		expect(waits).toMatchObject({ status: 'retracted', restated: { who: 'agent:Other', source: 'a letter' } });
		expect(waits.support).toHaveLength(1);
		const settled = told((it) => (restated(it), it.say({ verb: 'retract' })));
		expect(settled.status).toBe('retracted');
		expect(settled.restated).toBeUndefined();
	});

	test.each([{ verb: 'end', until: 1 }, { verb: 'replace', by: 'newer' }, { verb: 'remove' }] as const)(
		'[F6] said again after it was called wrong, it is settled by %o too',
		(body) => {
			const fact = told((it) => (it.state_it(), it.say({ verb: 'retract' }), it.confirm(), it.say(body)));
			expect(fact.restated).toBeUndefined();
			expect(fact.retracted).toMatchObject({ by: 'person' });
		}
	);

	test('[F6] confirming revives nothing that ended', () => {
		for (const verb of ['end', 'replace'] as const) {
			const fact = told((it) => {
				it.state_it();
				it.say(verb === 'end' ? { verb, until: 1 } : { verb, by: 'newer' });
				it.confirm();
			});
			expect(fact.status).toBe(verb === 'end' ? 'ended' : 'superseded');
			expect(fact.support).toHaveLength(2);
		}
	});

	test('[F5] stated again it is confirmed; the first statement undone, the second stands on its own', () => {
		const fact = new FactTelling();
		const first = fact.state_it(bot, { importance: 0.2 });
		fact.state_it(other, { source: 'a letter' });
		expect(fact.state).toMatchObject({ confidence: 0.868, importance: 0.2 });
		expect(fact.state.support).toHaveLength(2);
		fact.undo(first);
		expect(fact.state).toMatchObject({
			content: 'Likes tea',
			confidence: 0.8,
			support: [{ who: 'agent:Other', source: 'a letter' }]
		});
		expect(fact.state.importance).toBeUndefined();
	});

	test('[J4] undone, an ending is as if it had not been; undone, the statement leaves nothing to end', () => {
		const fact = new FactTelling();
		const stated = fact.state_it();
		const ended = fact.say({ verb: 'end', until: 1 });
		fact.undo(ended);
		expect(fact.state.status).toBe('current');
		fact.undo(stated);
		expect(() => fact.state).toThrow('nothing stands');
	});

	test('[J3] what ends a fact that is not here has no effect until it is', () => {
		const fact = new FactTelling();
		fact.say({ verb: 'retract' }, { at: 9 * MINUTE, after: ['c02.0'] });
		expect(() => fact.state).toThrow('nothing stands');
		fact.state_it({ ...bot, at: MINUTE, after: [] });
		expect(fact.state.status).toBe('retracted');
	});
});
