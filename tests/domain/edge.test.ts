/** Relations by replay (E1). What is made or refused when written (E2) is tested through the door. */
import { describe, expect, test } from 'vitest';
import { relationKey } from '../../src/lib/domain/name';
import { edgeParts, edgeSubject, subjectParts } from '../../src/lib/domain/subject';
import { ada, bo, bot, other, Telling, type Told } from '../support/claims';

class EdgeTelling extends Telling<'edge'> {
	constructor() {
		super('edge');
	}
	relate(more: { confidence?: number; strength?: number; context?: string; relation?: string } = {}, told: Told = bot) {
		return this.say(
			{ verb: 'relate', source_ref: ada, target_ref: bo, relation: 'knows', confidence: 0.8, origin: 'agent', ...more },
			told
		);
	}
}

const told = (work: (edge: EdgeTelling) => void): EdgeTelling => {
	const edge = new EdgeTelling();
	work(edge);
	return edge;
};

describe('identity', () => {
	test('[E1] source, relation key and target; the other way round is another', () => {
		const subject = (source: string, relation: string, target: string) =>
			edgeSubject(source, target, relationKey(relation));
		expect(subject('ada', 'works at', 'acme')).toBe(subject('ada', 'WORKS_AT', 'acme'));
		expect(subject('ada', 'works at', 'acme')).not.toBe(subject('acme', 'works at', 'ada'));
		expect(subject('ada', 'works at', 'acme')).not.toBe(subject('ada', 'worked at', 'acme'));
	});

	test('[E1] a relation with a colon in it is told from its target', () => {
		const { local } = subjectParts(edgeSubject('ada', 'acme', relationKey('is: part/of')));
		expect(edgeParts(local)).toEqual({ target: 'acme', relationKey: 'is:_part_of' });
	});
});

describe('written again', () => {
	test('[E1] confidence as S3, strength replaced when given, newest context shown and older kept, label as first written', () => {
		const edge = told((it) => {
			it.relate({ strength: 0.2, context: 'met in Oslo' });
			it.relate({ context: 'seen in Bergen', relation: 'KNOWS' }, other);
			it.relate({ strength: 0.9, context: 'met in Oslo' }, other);
		});
		expect(edge.state).toMatchObject({
			relation: 'knows',
			confidence: 0.913,
			strength: 0.9,
			status: 'current',
			target: 'bo'
		});
		expect(edge.state.contexts).toEqual(['met in Oslo', 'seen in Bergen']);
		expect(edge.state.support.map(({ who }) => who)).toEqual(['agent:Bot', 'agent:Other', 'agent:Other']);
		edge.relate({}, other);
		expect(edge.state).toMatchObject({ strength: 0.9, contexts: ['met in Oslo', 'seen in Bergen'] });
	});

	test.each([
		[{ verb: 'retract' }, 'retracted'],
		[{ verb: 'end', until: 5 }, 'ended'],
		[{ verb: 'remove' }, 'removed']
	] as const)('[E1] %o and written again it lives again, with what it knew of itself', (body, status) => {
		const edge = told((it) => (it.relate({ context: 'old', confidence: 0.9, strength: 0.3 }), it.say(body)));
		expect(edge.state.status).toBe(status);
		edge.relate({ context: 'new', confidence: 0.5 }, other);
		expect(edge.state).toMatchObject({ status: 'current', confidence: 0.5, contexts: ['new', 'old'] });
		expect(edge.state.valid_until).toBeUndefined();
		expect(edge.state.support.map(({ who }) => who)).toEqual(['agent:Other']);
	});

	test('[E1] contexts are kept to a score, the newest', () => {
		const edge = told((it) => {
			for (let i = 0; i < 30; i++) it.relate({ context: `c${i}` });
		});
		expect(edge.state.contexts).toHaveLength(20);
		expect(edge.state.contexts[0]).toBe('c29');
	});

	test('[J4] undone, each of its claims is as if it had not been', () => {
		const edge = told((it) => (it.relate({ strength: 0.2 }), it.relate({ strength: 0.9 }, other)));
		edge.undo('c02.0');
		expect(edge.state).toMatchObject({ strength: 0.2, confidence: 0.8 });
		edge.undo('c01.0');
		expect(() => edge.state).toThrow('nothing stands');
	});
});
