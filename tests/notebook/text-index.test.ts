import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTextIndex, type TextDocument, type TextIndex } from '../../src/lib/notebook/text-index';

const document = (id: string, text: string, more: Partial<TextDocument> = {}): TextDocument => ({
	id,
	kind: 'fact',
	shelf: `shelf of ${id}`,
	channel: 'default',
	text,
	names: '',
	at: 0,
	...more
});

const indexOf = (texts: Record<string, string>): TextIndex => {
	const index = createTextIndex();
	index.putMany(Object.entries(texts).map(([id, text]) => document(id, text)));
	return index;
};

const found = (index: TextIndex, query: string): string[] => index.search(query, { topK: 20 }).hits.map(({ id }) => id);
const whole = (index: TextIndex, name: string): string[] => index.withAllWords(name, { limit: 20 }).map(({ id }) => id);

describe('memory_search', () => {
	let index: TextIndex;
	beforeEach(() => {
		index = indexOf({
			editor: 'Prefers dark mode in IDEs',
			work: 'Works at Acme Corp as a designer',
			coffee: 'Drinks coffee, black, no sugar',
			deploy: 'The deployment pipeline runs on Kubernetes',
			tower: '东京塔的高度是333米',
			tokyo: '東京に住んでいる',
			kyoto: '京都の大学で働く',
			seoul: '서울에서 태어났다',
			bangkok: 'อาศัยอยู่ในกรุงเทพมหานคร',
			cairo: 'يعيش في القاهرة مع عائلته',
			moscow: 'Живёт в Москве, работает инженером',
			cpp: 'Writes C++ and some C#',
			c: 'Writes C on weekends',
			party: 'Planning a 🎉 for 🇫🇷 day',
			markup: '<script>alert("owned")</script> & <b>bold</b>'
		});
	});

	test.each([
		['dark mode', 'editor'],
		['mode dark', 'editor'],
		['PREFERS', 'editor'],
		['acme', 'work'],
		['kuber', 'deploy'],
		['kubernets', 'deploy'],
		['deplyoment', 'deploy'],
		['cofee', 'coffee'],
		['东京塔', 'tower'],
		['塔', 'tower'],
		['東京', 'tokyo'],
		['大学', 'kyoto'],
		['都', 'kyoto'],
		['서울', 'seoul'],
		['กรุงเทพ', 'bangkok'],
		['القاهرة', 'cairo'],
		['москве', 'moscow'],
		['инженер', 'moscow'],
		['C++', 'cpp'],
		['c#', 'cpp'],
		['🎉', 'party'],
		['🇫🇷', 'party'],
		['script alert', 'markup'],
		['<b>bold</b>', 'markup']
	])('%j finds first %s', (query, id) => {
		expect(found(index, query)[0]).toBe(id);
	});

	test('C alone finds C before C++ and C#', () => {
		expect(found(index, 'C')[0]).toBe('c');
	});

	test('a letter of a dense script finds it anywhere in a run', () => {
		expect(found(index, '京').sort()).toEqual(['kyoto', 'tokyo', 'tower']);
	});

	test('nothing to look for finds nothing, in low confidence', () => {
		for (const query of ['', '   ', '!!!', '\u200b']) {
			expect(index.search(query, { topK: 8 })).toEqual({ hits: [], low_confidence: true });
		}
	});

	test('confidence is low when only a small part is there, and not when the words are', () => {
		expect(index.search('dark mode', { topK: 8 }).low_confidence).toBe(false);
		expect(index.search('kubernets', { topK: 8 }).low_confidence).toBe(false);
		expect(index.search('quantum chromodynamics coffee', { topK: 8 })).toMatchObject({
			low_confidence: true,
			hits: [{ id: 'coffee' }]
		});
		expect(index.search('zzzyx', { topK: 8 })).toEqual({ hits: [], low_confidence: true });
	});

	test('when nothing is near, one slip more is forgiven and the nearest come in low confidence', () => {
		expect(index.search('desxxner', { topK: 8 }).hits[0]?.id).toBe('work');
		expect(index.search('koffie', { topK: 8 })).toMatchObject({ hits: [{ id: 'coffee' }], low_confidence: true });
	});

	test('numbers and short words forgive no slip', () => {
		const numbers = indexOf({ a: 'board ASR1603', b: 'board ASR1605', c: 'the cat' });
		expect(found(numbers, 'ASR1603')).toEqual(['a']);
		expect(found(numbers, 'cut')).toEqual([]);
	});

	test('hits tell kind and shelf and fall in score; topK and scope hold', () => {
		const scoped = createTextIndex();
		scoped.put(document('n', 'green tea', { kind: 'note', channel: 'home', shelf: 'n' }));
		scoped.put(document('f', 'green tea in the morning', { channel: 'work', shelf: 'e' }));
		scoped.put(document('v', 'drink: green tea', { kind: 'value', channel: 'work', shelf: 'e' }));
		const { hits } = scoped.search('green tea', { topK: 8 });
		expect(hits.map(({ kind, shelf }) => [kind, shelf])).toEqual([
			['note', 'n'],
			['value', 'e'],
			['fact', 'e']
		]);
		expect([...hits].sort((a, b) => b.score - a.score)).toEqual(hits);
		expect(scoped.search('tea', { topK: 1 }).hits).toHaveLength(1);
		expect(scoped.search('tea', { topK: 0 }).hits).toHaveLength(0);
		expect(scoped.search('tea', { topK: 8, channels: ['home'] }).hits.map(({ id }) => id)).toEqual(['n']);
		expect(scoped.search('tea', { topK: 8, channels: [] })).toEqual({ hits: [], low_confidence: true });
		expect(scoped.search('tea', { topK: 8, kinds: ['value'] }).hits.map(({ id }) => id)).toEqual(['v']);
	});

	test('names of the entity count as words; importance, then age, then id decide between equals', () => {
		const equal = createTextIndex();
		equal.put(document('named', 'likes tea', { names: 'Jeff Miller', at: 1 }));
		equal.put(document('b', 'likes jazz', { at: 1 }));
		equal.put(document('a', 'likes jazz', { at: 1 }));
		equal.put(document('newer', 'likes jazz', { at: 2 }));
		equal.put(document('important', 'likes jazz', { at: 0, importance: 1 }));
		expect(found(equal, 'jeff tea')[0]).toBe('named');
		expect(found(equal, 'jazz')).toEqual(['important', 'newer', 'a', 'b']);
	});

	test('rare words count more than common ones', () => {
		const many = createTextIndex();
		for (let i = 0; i < 50; i++) many.put(document(`c${i}`, `project status number ${i} is green`));
		many.put(document('rare', 'nebula is red'));
		expect(found(many, 'project nebula')[0]).toBe('rare');
	});

	test('an object of all languages is no word', () => {
		expect(found(indexOf({ a: '__proto__ constructor toString' }), '__proto__')).toEqual(['a']);
		expect(found(indexOf({ a: 'plain' }), 'constructor')).toEqual([]);
	});
});

describe('get_entity, words of an unknown name', () => {
	test('every word, as a whole word, whatever the order; no slips, no beginnings', () => {
		const index = indexOf({
			both: 'The blue heron nests near the mill',
			order: 'A heron, blue and grey',
			one: 'A blue door',
			longer: 'Blueish herons',
			slip: 'A blue herom'
		});
		expect(whole(index, 'Blue Heron').sort()).toEqual(['both', 'order']);
		expect(whole(index, 'blue-heron')[0]).toBe('order');
		expect(whole(index, 'heron heron').sort()).toEqual(['both', 'order']);
		expect(whole(index, 'blue unicorn')).toEqual([]);
	});

	test('words of names are not words of the text', () => {
		const index = createTextIndex();
		index.put(document('a', 'ships in May', { names: 'Blue Heron' }));
		expect(index.withAllWords('heron', { limit: 20 })).toEqual([]);
	});

	test('Latin accents fold, letters of other scripts do not', () => {
		const index = indexOf({ zoe: 'Seen with Zoë', i: 'слово мои', j: 'слово мой' });
		expect(whole(index, 'Zoe')).toEqual(['zoe']);
		expect(whole(index, 'Zoe\u0308')).toEqual(['zoe']);
		expect(whole(index, 'мой')).toEqual(['j']);
	});

	test('C, C++ and C# stay three', () => {
		const index = indexOf({ c: 'uses C', cpp: 'uses C++.', sharp: 'uses C#, too', all: 'C, C++, C#' });
		expect(whole(index, 'C').sort()).toEqual(['all', 'c']);
		expect(whole(index, 'C++').sort()).toEqual(['all', 'cpp']);
		expect(whole(index, 'C#').sort()).toEqual(['all', 'sharp']);
	});

	test('a run of a dense script is found as a run, not as its pairs', () => {
		const index = indexOf({
			run: '我去过东京塔两次',
			pairs: '京塔不是地名，东京是',
			short: '东京很大',
			thai: 'อาศัยอยู่ในกรุงเทพมหานคร',
			korean: '서울특별시에 산다'
		});
		expect(whole(index, '东京塔')).toEqual(['run']);
		expect(whole(index, '东京').sort()).toEqual(['pairs', 'run', 'short']);
		expect(whole(index, '塔').sort()).toEqual(['pairs', 'run']);
		expect(whole(index, 'กรุงเทพ')).toEqual(['thai']);
		expect(whole(index, '서울특별시')).toEqual(['korean']);
		expect(whole(index, '东塔')).toEqual([]);
		expect(whole(index, '东京塔 大')).toEqual([]);
	});

	test('a name without words finds nothing; limit, kinds and channels hold', () => {
		const index = createTextIndex();
		for (let i = 0; i < 30; i++) index.put(document(`f${i}`, 'blue heron', { at: i }));
		index.put(document('n', 'blue heron', { kind: 'note', at: 99, channel: 'home' }));
		expect(whole(index, '!!!')).toEqual([]);
		expect(index.withAllWords('heron', { limit: 20 })).toHaveLength(20);
		expect(index.withAllWords('heron', { limit: 2 }).map(({ id }) => id)).toEqual(['n', 'f29']);
		expect(index.withAllWords('heron', { limit: 2, kinds: ['fact', 'value'] }).map(({ id }) => id)).toEqual([
			'f29',
			'f28'
		]);
		expect(index.withAllWords('heron', { limit: 20, channels: ['home'] }).map(({ id }) => id)).toEqual(['n']);
	});
});

describe('kept from changes', () => {
	test('a document put again is found by its new words alone', () => {
		const index = indexOf({ a: 'lives in Oslo' });
		index.put(document('a', 'lives in Bergen', { shelf: 's2' }));
		expect(found(index, 'oslo')).toEqual([]);
		expect(found(index, 'bergen')).toEqual(['a']);
		expect(index.size).toBe(1);
		expect(index.shelfOf('a')).toBe('s2');
	});

	test('a deleted document is gone at once; deleting twice or a stranger is nothing', () => {
		const index = indexOf({ a: 'lives in Oslo', b: 'was in Oslo' });
		index.delete('a');
		index.delete('a');
		index.delete('stranger');
		expect(found(index, 'oslo')).toEqual(['b']);
		expect(whole(index, 'oslo')).toEqual(['b']);
		expect(index.size).toBe(1);
		expect(index.shelfOf('a')).toBeUndefined();
	});

	test('thousands come and go and the answers are those of an index built anew', () => {
		const text = (i: number, round: number): string =>
			`w${i % 7} w${(i * 31 + round) % 101} item${i} 東京${i % 3 ? '塔' : '都'}`;
		const kept = createTextIndex();
		for (let round = 0; round < 3; round++)
			for (let i = 0; i < 3000; i++) {
				kept.put(document(`d${i}`, text(i, round), { at: i }));
				if (round === 2 && i % 2) kept.delete(`d${i}`);
			}
		const anew = createTextIndex();
		for (let i = 2998; i >= 0; i -= 2) anew.put(document(`d${i}`, text(i, 2), { at: i }));
		expect(kept.size).toBe(1500);
		for (const query of ['w3', 'item298', 'w3 w9', '東京塔', '都', 'w100 item2', 'itme1200']) {
			expect(found(kept, query)).toEqual(found(anew, query));
			expect(whole(kept, query)).toEqual(whole(anew, query));
		}
	});

	test('whatever is put in is found by its own words, and nothing that was taken out is found', () => {
		const word = fc.constantFrom(
			'blue',
			'heron',
			'zoë',
			'мой',
			'東京',
			'塔',
			'서울',
			'c++',
			'🎉',
			'v1.2',
			'القاهرة',
			'ไทย'
		);
		const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
		const step = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), text: fc.option(text) });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
				const index = createTextIndex();
				const model = new Map<string, string>();
				for (const { id, text } of steps) {
					if (text === null) {
						index.delete(id);
						model.delete(id);
					} else {
						index.put(document(id, text));
						model.set(id, text);
					}
				}
				expect(index.size).toBe(model.size);
				for (const [id, text] of model) {
					expect(found(index, text)).toContain(id);
					expect(whole(index, text)).toContain(id);
				}
				for (const id of found(index, 'blue heron 東京')) expect(model.has(id)).toBe(true);
			}),
			{ numRuns: 300 }
		);
	});
});
