import { expect, test } from 'vitest';
import { strangersIn, targetsOf, type Mention, type Target } from '../../src/lib/ui/links';

const mention = (entity_id: string, name: string): Mention => ({ entity_id, name });
const nothing = () => undefined;
const meant = (content: string, mentions: Mention[], find: (name: string) => Target | undefined = nothing) =>
	Object.fromEntries([...targetsOf({ content, mentions }, find)].map(([name, { id }]) => [name, id]));

test('[F2] a link means what the fact mentions by that name, whatever its case', () => {
	const mentions = [mention('ada', 'Ada'), mention('yard', 'The Yard')];
	expect(meant('[[ada]] owns [[The Yard|it]]', mentions)).toEqual({ ada: 'ada', 'The Yard': 'yard' });
});

test('[F2] after a rename it follows: by the alias that the old name became', () => {
	const content = '[[Acme]] bought [[Initech]]';
	const mentions = [mention('acme', 'Acme Corp'), mention('initech', 'Initrode')];
	const now = new Map([
		['Acme', { id: 'acme', name: 'Acme Corp' }],
		// Another row of one thing, under the name that the thing has now.
		['Initech', { id: 'other row', name: 'Initrode' }]
	]);
	expect(strangersIn({ content, mentions })).toEqual(['Acme', 'Initech']);
	expect(meant(content, mentions, (name) => now.get(name))).toEqual({ Acme: 'acme', Initech: 'initech' });
	expect(meant(content, mentions)).toEqual({});
});

test('what nothing was called when it was written is no link, also when a thing of that name came later', () => {
	const later = () => ({ id: 'nobody', name: 'Nobody' });
	expect(meant('[[Nobody]] came', [mention('ada', 'Ada')], later)).toEqual({});
	expect(meant('[[Nobody]] met Zed', [mention('zed', 'Zed')])).toEqual({});
});
