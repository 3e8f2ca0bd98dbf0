/** Slots by replay (S1–S8, S12): what one claim after another makes of the value at an attribute. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replay } from '../../src/lib/domain/replay';
import { slotSubject } from '../../src/lib/domain/subject';
import { attributeKey } from '../../src/lib/domain/name';
import { isEmpty } from '../../src/lib/domain/slot';
import { bot, imported, MINUTE, other, SlotTelling } from '../support/claims';

const telling = (work: (slot: SlotTelling) => void): SlotTelling => {
	const slot = new SlotTelling();
	work(slot);
	return slot;
};

describe('a first value', () => {
	test('[S1] a slot is of one row and one attribute, however that is spelled', () => {
		const keys = ['Home.Town', 'home town', 'home-town', 'HOME_town'].map((each) =>
			slotSubject('ada', attributeKey(each))
		);
		expect(new Set(keys).size).toBe(1);
		expect(slotSubject('bo', 'home-town')).not.toBe(keys[0]);
		expect(slotSubject('ada', attributeKey('hometown'))).not.toBe(keys[0]);
	});

	test('[S4] with no current value it is inserted, whoever says it and however surely', () => {
		const slot = telling((it) => it.set('Oslo', { ...bot, confidence: 0.1 }));
		expect(slot.state.current).toMatchObject({ value: 'Oslo', confidence: 0.1, standing: 1, who: 'agent:Bot' });
	});

	test('[S4] a writer whose grant is to ask waits as a contender of an empty slot', () => {
		const slot = telling((it) => it.set('Oslo', { ...bot, asks: true }));
		expect([slot.current, slot.contender]).toEqual([null, 'Oslo (ask_me)']);
		expect(isEmpty(slot.state)).toBe(true);
		slot.resolve('accept');
		expect([slot.current, slot.contender]).toEqual(['Oslo', null]);
	});

	test('[S2] a value that ended, one called wrong and a set without members leave the slot EMPTY', () => {
		const ended = telling((it) => (it.set('Oslo'), it.end()));
		const wrong = telling((it) => (it.set('Oslo'), it.retract()));
		const emptied = telling((it) => (it.add('no'), it.drop('no')));
		expect([ended, wrong, emptied].map(({ state }) => isEmpty(state))).toEqual([true, true, true]);
		expect(emptied.state).toMatchObject({ kind: 'set', members: [], removed: [{ value: 'no' }] });
	});
});

describe('the same value again', () => {
	test('[S3] confirms: confidence rises by a third of what is missing, the version stays, last_confirmed moves', () => {
		const slot = telling(
			(it) => (
				it.set('Oslo', { ...bot, confidence: 0.5, at: MINUTE }),
				it.set('  oslo ', { ...bot, confidence: 0.4, at: 9 * MINUTE })
			)
		);
		expect(slot.state.current).toMatchObject({
			id: 'c01.0',
			value: 'Oslo',
			confidence: 0.67,
			at: MINUTE,
			last_confirmed: 9 * MINUTE
		});
		expect(slot.state.current?.confirmed_by.map(({ id }) => id)).toEqual(['c02.0']);
		expect(slot.turns()).toEqual({ 'c01.0': 'current', 'c02.0': 'confirmed' });
	});

	test('[S3] a surer claim lifts it to its own confidence', () => {
		const slot = telling(
			(it) => (it.set('Oslo', { ...bot, confidence: 0.5 }), it.set('Oslo', { ...bot, confidence: 0.9 }))
		);
		expect(slot.state.current?.confidence).toBe(0.9);
	});

	test('[S3] agents never lift it above 0.95, and never lower it; the person may be sure', () => {
		const slot = telling((it) => {
			for (let i = 0; i < 20; i++) it.set('Oslo', { ...bot, confidence: 1 });
		});
		expect(slot.state.current?.confidence).toBe(1); // the first claim says what it says
		const lifted = telling((it) => {
			it.set('Oslo', { ...bot, confidence: 0.5 });
			for (let i = 0; i < 20; i++) it.set('Oslo', { ...other, confidence: 1 });
		});
		expect(lifted.state.current?.confidence).toBe(0.95);
		lifted.set('Oslo');
		expect(lifted.state.current?.confidence).toBe(1);
	});

	test('[S3] the first wording stays; the person’s replaces it, a script’s file does not', () => {
		const slot = telling((it) => (it.set('Oslo', bot), it.set('OSLO', other), it.set('oslo', imported)));
		expect(slot.current).toBe('Oslo');
		slot.set('oslo');
		expect(slot.state.current).toMatchObject({ value: 'oslo', id: 'c01.0', who: 'agent:Bot', standing: 3 });
	});

	test('[S3] it need not name the version: whoever says the same agrees', () => {
		const slot = telling((it) => (it.set('Oslo'), it.set('Oslo', { ...bot, over: null })));
		expect([slot.current, slot.contender]).toEqual(['Oslo', null]);
	});
});

describe('another value', () => {
	test('[S4] over the current version, of no less standing and about as sure, it supersedes', () => {
		const slot = telling(
			(it) => (it.set('Oslo', { ...bot, confidence: 0.8 }), it.set('Bergen', { ...other, confidence: 0.65 }))
		);
		expect([slot.current, slot.contender]).toEqual(['Bergen', null]);
		expect(slot.turns()).toEqual({ 'c01.0': 'superseded', 'c02.0': 'current' });
	});

	test('[S4] a weaker claim is parked', () => {
		const less = telling(
			(it) => (it.set('Oslo', { ...bot, confidence: 0.8 }), it.set('Bergen', { ...other, confidence: 0.649 }))
		);
		const lower = telling((it) => (it.set('Oslo'), it.set('Bergen', { ...bot, confidence: 1 })));
		expect([less, lower].map((each) => [each.current, each.contender])).toEqual([
			['Oslo', 'Bergen (weaker)'],
			['Oslo', 'Bergen (weaker)']
		]);
		expect(less.turns()).toEqual({ 'c01.0': 'current', 'c02.0': 'contested' });
	});

	test('[S4] standing is that of the strongest support, not of the first', () => {
		const slot = telling(
			(it) => (it.set('Oslo', bot), it.set('Oslo', { ...bot, origin: 'user' }), it.set('Bergen', other))
		);
		expect(slot.contender).toBe('Bergen (weaker)');
		slot.set('Bergen', { ...other, origin: 'action' });
		expect([slot.current, slot.contender]).toEqual(['Bergen', null]);
	});

	test('[S4] confidences are compared in thousandths, as stored: a stale value still stands', () => {
		const slot = telling(
			(it) => (it.set('Oslo', { ...bot, confidence: 0.3 }), it.set('Bergen', { ...bot, confidence: 0.15, at: 1e12 }))
		);
		expect(slot.current).toBe('Bergen');
	});

	test('[S4] over a version that is no longer current it is a contender, however strong', () => {
		const slot = telling((it) => (it.set('Oslo', bot), it.set('Bergen', bot), it.set('Tromsø', { over: 'c01.0' })));
		expect([slot.current, slot.contender]).toEqual(['Bergen', 'Tromsø (outdated)']);
	});

	test('[S4] imported values stand as low as an agent’s guess', () => {
		const slot = telling((it) => (it.set('Oslo', { ...bot, origin: 'user' }), it.set('Bergen', imported)));
		expect([slot.current, slot.contender]).toEqual(['Oslo', 'Bergen (weaker)']);
	});

	test('[S4] a writer whose grant is to ask never supersedes', () => {
		const slot = telling(
			(it) => (it.set('Oslo', { ...bot, confidence: 0.2 }), it.set('Bergen', { ...bot, asks: true }))
		);
		expect([slot.current, slot.contender]).toEqual(['Oslo', 'Bergen (ask_me)']);
	});
});

describe('contenders', () => {
	const contested = () => telling((it) => (it.set('Oslo'), it.set('Bergen', bot)));

	test('[S5] the same contender value again confirms it', () => {
		const slot = contested();
		slot.set('bergen', { ...other, confidence: 0.9 });
		expect(slot.state.contender).toMatchObject({ id: 'c02.0', value: 'Bergen', confidence: 0.9 });
		expect(slot.turns()['c03.0']).toBe('confirmed');
	});

	test('[S5] one contender: another of at least its standing replaces it', () => {
		const slot = contested();
		slot.set('Tromsø', other);
		expect(slot.contender).toBe('Tromsø (weaker)');
		expect(slot.turns()).toMatchObject({ 'c02.0': 'superseded', 'c03.0': 'contested' });
	});

	test('[S5] a weaker one goes to history alone', () => {
		const slot = telling(
			(it) => (it.set('Oslo'), it.set('Bergen', { ...bot, origin: 'user' }), it.set('Tromsø', other))
		);
		expect(slot.contender).toBe('Bergen (weaker)');
		expect(slot.turns()['c03.0']).toBe('superseded');
	});

	test('[S5] a value that becomes current does not contend any longer', () => {
		const slot = contested();
		slot.set('Bergen');
		expect([slot.current, slot.contender]).toEqual(['Bergen', null]);
	});

	test('[S6] accept makes it current under its own version and adds the resolver’s standing', () => {
		const slot = contested();
		slot.resolve('accept');
		expect(slot.state.current).toMatchObject({ value: 'Bergen', id: 'c02.0', who: 'agent:Bot', standing: 3 });
		expect(slot.contender).toBeNull();
		expect(slot.turns()).toEqual({ 'c01.0': 'superseded', 'c02.0': 'current' });
	});

	test('[S6] an agent adds but its own standing', () => {
		const slot = telling(
			(it) => (it.set('Oslo', bot), it.set('Bergen', { ...bot, confidence: 0.1 }), it.resolve('accept', other))
		);
		expect(slot.state.current).toMatchObject({ value: 'Bergen', standing: 1 });
	});

	test('[S6] accept works wherever the contender has gone since; reject acts only on what still contends', () => {
		const slot = contested();
		slot.set('Tromsø', other); // takes the place of c02.0
		slot.resolve('reject', { contender: 'c02.0', value: 'Bergen' });
		expect(slot.contender).toBe('Tromsø (weaker)');
		slot.resolve('accept', { contender: 'c02.0', value: 'Bergen' });
		expect([slot.current, slot.contender]).toEqual(['Bergen', 'Tromsø (weaker)']);
	});

	test('[S6] accepted twice, on two devices, it is accepted once: nothing of its support is lost', () => {
		const slot = contested();
		const heads = slot.heads();
		slot.resolve('accept', { after: heads });
		const once = slot.state;
		slot.resolve('accept', { after: heads, contender: 'c02.0', value: 'Bergen', at: 99 * MINUTE });
		expect(slot.state).toEqual({ ...once, current: { ...once.current, last_confirmed: 99 * MINUTE } });
	});

	test('[S6] keep both makes a set of the two, twice over too', () => {
		const slot = contested();
		const heads = slot.heads();
		slot.resolve('both', { after: heads });
		slot.resolve('both', { after: heads, contender: 'c02.0', value: 'Bergen' });
		expect([slot.current, slot.members, slot.contender]).toEqual([null, ['Oslo', 'Bergen'], null]);
	});

	test('[S6] reject leaves the current value and remembers the other as wrong', () => {
		const slot = contested();
		slot.resolve('reject');
		expect([slot.current, slot.contender]).toEqual(['Oslo', null]);
		expect(slot.state.wrong).toEqual(['bergen']);
		expect(slot.turns()['c02.0']).toBe('rejected');
	});

	test('[S6] a resolve of a contender that was undone has no effect until it is there again', () => {
		const slot = contested();
		slot.resolve('accept');
		slot.undo('c02.0');
		expect([slot.current, slot.contender]).toEqual(['Oslo', null]);
	});
});

describe('echoes and wrong values', () => {
	test('[S7] restating a value that the slot held before is an echo and is parked', () => {
		const slot = telling((it) => (it.set('Oslo', bot), it.set('Bergen', bot), it.set('Oslo', bot)));
		expect([slot.current, slot.contender]).toEqual(['Bergen', 'Oslo (echo)']);
	});

	test('[S7] it is none from the person, or from a writer who names the current version', () => {
		const mine = telling((it) => (it.set('Oslo', bot), it.set('Bergen', bot), it.set('Oslo')));
		const knowing = telling(
			(it) => (it.set('Oslo', bot), it.set('Bergen', bot), it.set('Oslo', { ...bot, named: true }))
		);
		const mistaken = telling(
			(it) => (it.set('Oslo', bot), it.set('Bergen', bot), it.set('Oslo', { ...bot, named: true, over: 'c01.0' }))
		);
		expect([mine, knowing, mistaken].map(({ current }) => current)).toEqual(['Oslo', 'Oslo', 'Bergen']);
	});

	test('[S7] a value rejected or retracted as wrong is parked for agents in every case', () => {
		const rejected = telling(
			(it) => (
				it.set('Oslo'),
				it.set('Bergen', bot),
				it.resolve('reject'),
				it.set('Bergen', { ...bot, origin: 'user', named: true })
			)
		);
		const retracted = telling(
			(it) => (it.set('Oslo', bot), it.retract(), it.set('Oslo', { ...bot, origin: 'action' }))
		);
		expect([rejected.contender, retracted.contender]).toEqual(['Bergen (rejected_before)', 'Oslo (rejected_before)']);
		expect(retracted.current).toBeNull();
	});

	test('[S7] and shown in Review once', () => {
		const slot = telling((it) => (it.set('Oslo'), it.set('Bergen', bot), it.resolve('reject'), it.set('Bergen', bot)));
		expect(slot.contender).toBe('Bergen (rejected_before)');
		slot.resolve('reject');
		slot.set('Bergen', bot);
		expect([slot.current, slot.contender]).toEqual(['Oslo', null]);
		expect(slot.turns()['c06.0']).toBe('rejected');
	});

	test('[S7] the person may say it again, and then it is wrong no longer', () => {
		const slot = telling((it) => (it.set('Oslo', bot), it.retract(), it.set('Oslo')));
		expect([slot.current, slot.state.wrong]).toEqual(['Oslo', []]);
	});

	test('[F6] ended and called wrong are kept apart: what ended may be so again', () => {
		const slot = telling((it) => (it.set('Oslo', bot), it.end(), it.set('Oslo', bot)));
		expect(slot.current).toBe('Oslo');
		expect(slot.state.current?.id).toBe('c03.0');
	});

	test('[F6] an ending acts only on the version it names', () => {
		const slot = telling((it) => (it.set('Oslo', bot), it.set('Bergen', bot), it.retract({ over: 'c01.0' })));
		expect(slot.current).toBe('Bergen');
	});
});

describe('sets', () => {
	const languages = () => telling((it) => (it.add('Norwegian', bot), it.add('English', bot)));

	test('[S8] the same text confirms a member', () => {
		const slot = languages();
		slot.add('norwegian', other);
		expect(slot.members).toEqual(['Norwegian', 'English']);
		expect(slot.state.members[0]).toMatchObject({ id: 'c01.0', confidence: 0.868, adds: ['c01.0', 'c03.0'] });
	});

	test('[S8] a removal names the adds it saw; one it did not see survives', () => {
		const seen = telling((it) => (it.add('A'), it.drop('A')));
		expect(seen.members).toEqual([]);
		for (const at of [1, 90]) {
			// before and after the removal in the order of the claims
			const slot = telling((it) => it.add('A', { at: MINUTE }));
			slot.add('a', { ...bot, after: ['c01.0'], at: at * MINUTE });
			slot.drop('A', { after: ['c01.0'], saw: ['c01.0'], at: 50 * MINUTE });
			expect(slot.members.map((value) => value.toLowerCase())).toEqual(['a']);
		}
	});

	test('[S8] a removed member may come back, and is not listed as removed then', () => {
		const slot = languages();
		slot.drop('English');
		expect([slot.members, slot.state.removed.map(({ value }) => value)]).toEqual([['Norwegian'], ['English']]);
		slot.add('English', bot);
		expect([slot.members, slot.state.removed]).toEqual([['Norwegian', 'English'], []]);
	});

	test('[S8] adding to a single value makes it the first member, if the writer may', () => {
		const slot = telling((it) => (it.set('Norwegian', bot), it.add('English', other)));
		expect([slot.current, slot.members]).toEqual([null, ['Norwegian', 'English']]);
		expect(slot.state.members[0]).toMatchObject({ id: 'c01.0', adds: ['c01.0'] });
	});

	test('[S8] else the addition is parked, and accepting it adds', () => {
		const slot = telling((it) => (it.set('Norwegian'), it.add('English', bot)));
		expect([slot.current, slot.contender, slot.state.contender?.adds]).toEqual([
			'Norwegian',
			'English (addition)',
			true
		]);
		slot.resolve('accept');
		expect([slot.current, slot.members, slot.contender]).toEqual([null, ['Norwegian', 'English'], null]);
	});

	test.each(['42', '-3', '+1', '$12', '£3.50', '2024-05-01'])(
		'[S8] what looks like a number takes no members: %s',
		(number) => {
			const slot = telling((it) => (it.set(number), it.add('more')));
			expect([slot.current, slot.contender]).toEqual([number, 'more (addition)']);
		}
	);

	test('[S8] adding what is the single value already only confirms it', () => {
		const slot = telling((it) => (it.set('Norwegian', bot), it.add('norwegian', other)));
		expect([slot.state.kind, slot.current]).toEqual(['single', 'Norwegian']);
	});

	test('[S8] where a set and a single value meet, the single counts as an addition', () => {
		const slot = languages();
		slot.set('German', { ...bot, after: [] });
		expect(slot.members).toEqual(['Norwegian', 'English', 'German']);
		const early = telling(
			(it) => (it.set('German', { ...bot, after: [], at: 1 }), it.add('English', { ...bot, after: [], at: 2 }))
		);
		expect(early.members).toEqual(['German', 'English']);
	});

	test('[S8] an emptied set may become single again', () => {
		const slot = telling((it) => (it.add('A'), it.drop('A'), it.set('Oslo', bot)));
		expect(slot.state).toMatchObject({ kind: 'single', current: { value: 'Oslo' }, members: [] });
	});

	test('[S8] caps hold when written, never in the fold: two devices may come to more than a hundred', () => {
		const slot = telling((it) => {
			for (let i = 0; i < 130; i++)
				it.add(`m${i}`, { after: i < 100 ? (i ? [`c${String(i).padStart(2, '0')}.0`] : []) : ['c50.0'] });
		});
		expect(slot.members).toHaveLength(130);
	});
});

describe('two writers', () => {
	test('[S12] both saw version 3 and both write: the second is a contender', () => {
		const slot = telling((it) => (it.set('1', bot), it.set('2', bot), it.set('3', bot)));
		const heads = slot.heads();
		slot.set('Oslo', { ...bot, after: heads, over: 'c03.0' });
		slot.set('Bergen', { ...other, after: heads, over: 'c03.0' });
		expect([slot.current, slot.contender]).toEqual(['Oslo', 'Bergen (outdated)']);
	});

	test('[S12] whoever writes what over which version, no value is lost: each has a turn', () => {
		const step = fc.record({
			value: fc.constantFrom('Oslo', 'Bergen', 'Tromsø', '42'),
			who: fc.constantFrom<'person' | 'agent:A' | 'agent:B'>('person', 'agent:A', 'agent:B'),
			verb: fc.constantFrom<'set' | 'add'>('set', 'add'),
			confidence: fc.constantFrom(0.2, 0.8, 1),
			over: fc.nat(8),
			after: fc.nat(8)
		});
		fc.assert(
			fc.property(fc.array(step, { minLength: 1, maxLength: 9 }), (steps) => {
				const slot = new SlotTelling();
				for (const { value, who, verb, confidence, over, after } of steps) {
					const told = slot.claims.map(({ id }) => id);
					const seen = told[after];
					const named = told[over];
					slot[verb](value, { who, confidence, over: named ?? null, ...(seen !== undefined && { after: [seen] }) });
				}
				const { state } = replay('slot', slot.claims);
				expect(Object.keys(slot.turns()).sort()).toEqual(slot.claims.map(({ id }) => id).sort());
				expect(state).not.toBeNull();
				expect(isEmpty(slot.state)).toBe(false); // nobody took anything away
			}),
			{ numRuns: 300, seed: 12 }
		);
	});

	test('[J4] what was written over a skipped version counts as written over what that one was written over', () => {
		const slot = telling((it) => (it.set('Oslo', bot), it.set('Bergen', bot), it.set('Tromsø', bot)));
		slot.undo('c02.0');
		expect([slot.current, slot.contender]).toEqual(['Tromsø', null]);
		expect(slot.turns()).toEqual({ 'c01.0': 'superseded', 'c02.0': 'undone', 'c03.0': 'current' });
		slot.undo('c03.0');
		expect(slot.current).toBe('Oslo');
	});
});
