/** get_wiki_graph through the door: notes and what their [[links]] lead to. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import { resultToMcp } from '../../src/lib/contract/to-mcp-result';
import { tokensOf } from '../../src/lib/notebook/paging';
import { fact, got, openDesk, relate, type Desk, type OpenStore } from './support';

type Graph = OutputOf<'get_wiki_graph'>;

export function wikiGraphSuite(open: OpenStore): void {
	describe('get_wiki_graph', () => {
		let desk: Desk;
		beforeEach(async () => {
			desk = await openDesk(open);
		});
		const note = async (text: string, more: object = {}): Promise<string> =>
			(await got(desk.me.add_note({ text, ...more }))).note_id;
		const graph = (more: object = {}): Promise<Graph> =>
			got(desk.bot.get_wiki_graph({ channel_id: 'default', ...more }));
		/** Edges by titles. */
		const links = ({ nodes, edges }: Graph): string[] => {
			const titles = new Map(nodes.map(({ id, title, kind }) => [id, `${kind} ${title}`]));
			return edges.map(({ source, target }) => `${titles.get(source) ?? '?'} → ${titles.get(target) ?? '?'}`).sort();
		};

		test('notes, and things and notes that they link to; not how things are related', async () => {
			await fact(desk.me, 'Ada', 'Is tall', { type: 'person' });
			await relate(desk.me, 'Ada', 'knows', 'Bo');
			await note('Met [[Ada]] and [[Ada|her]], see [[reading list]] and [[Nobody]].', { title: 'Diary' });
			await note('Books.', { title: 'Reading list' });
			await note('A note without a title, but with words.');
			const found = await graph();
			expect(links(found)).toEqual(['note Diary → entity Ada', 'note Diary → note Reading list']);
			expect(found.nodes.map(({ kind, title }) => `${kind} ${title}`).sort()).toEqual([
				'entity Ada',
				'note A note without a title, but with words.',
				'note Diary',
				'note Reading list'
			]);
			expect(found).not.toHaveProperty('cursor');
		});

		test('[N6] links follow renames and merges: one thing, its primary’s name', async () => {
			await fact(desk.me, 'Robert', 'Is tall');
			await fact(desk.me, 'Robert', 'Is old');
			await fact(desk.me, 'Bob', 'Is here');
			await note('[[Bob]] and [[Robert]]', { title: 'Both' });
			await got(desk.me.rename_entity({ entity: 'Robert', new_name: 'Robert Ng' }));
			await got(desk.me.merge_entities({ entity: 'Robert Ng', other: 'Bob' }));
			expect(links(await graph())).toEqual(['note Both → entity Robert Ng']);
		});

		test('a thing before a note of that title; no note leads to itself; what is in the Trash is not there', async () => {
			await fact(desk.me, 'Ada', 'Is tall');
			await fact(desk.me, 'Bo', 'Is short');
			await note('About her.', { title: 'Ada' });
			await note('[[Ada]], [[Bo]] and [[Plan]]', { title: 'Plan' });
			await got(desk.me.remove_entity({ entity: 'Bo' }));
			expect(links(await graph())).toEqual(['note Plan → entity Ada']);
		});

		test('[N7] of that channel only', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await fact(desk.me, 'Ada', 'Is tall');
			await note('[[Ada]] and [[Secret]]', { title: 'Here' });
			await note('x', { title: 'Secret', channel_id });
			expect(links(await graph())).toEqual(['note Here → entity Ada']);
			expect((await graph({ channel_id })).nodes.map(({ title }) => title)).toEqual(['Secret']);
		});

		test('pages: each a graph of its own within the budget, all links told once', async () => {
			const things = Array.from({ length: 30 }, (_, i) => `Thing ${String(i).padStart(2, '0')}`);
			for (const name of things) await fact(desk.me, name, 'x');
			for (let i = 0; i < 4; i++)
				await note(things.map((name) => `[[${name}]]`).join(' '), { title: `Note ${String(i)}` });
			const whole = await graph({ budget: 24_000 });
			expect(whole.edges).toHaveLength(120);
			expect(whole.nodes).toHaveLength(34);
			const told: string[] = [];
			for (let cursor: string | undefined, pages = 0; pages < 60; pages++) {
				const page = await graph({ budget: 400, ...(cursor !== undefined && { cursor }) });
				expect(tokensOf(page.nodes) + tokensOf(page.edges)).toBeLessThanOrEqual(450);
				const ids = new Set(page.nodes.map(({ id }) => id));
				expect(ids.size).toBe(page.nodes.length);
				for (const { source, target } of page.edges) expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
				told.push(...links(page));
				({ cursor } = page);
				if (cursor === undefined) break;
			}
			expect(told.sort()).toEqual(links(whole));
		});

		test('a failure never looks like a notebook without notes', async () => {
			const args = { channel_id: 'nowhere' };
			expect(resultToMcp('get_wiki_graph', args, await desk.bot.get_wiki_graph(args))).toMatchObject({
				isError: true,
				structuredContent: { nodes: [], edges: [], channel_id: 'nowhere', error: 'channel_access_denied' }
			});
		});
	});
}
