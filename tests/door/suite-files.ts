/** Files in and out through the door (J2). */
import { beforeEach, describe, expect, test } from 'vitest';
import { changes, current, got, openDesk, refused, set, type Desk, type OpenStore } from './support';

export function filesSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	describe('files', () => {
		const file = [
			{ type: 'entity', name: 'Jeff', entityType: 'person', observations: ['is tall', 'likes tea'] },
			{ type: 'entity', name: 'Acme', entityType: 'company', observations: [] },
			{ type: 'relation', from: 'Jeff', to: 'Acme', relationType: 'works at' },
			{ type: 'relation', from: 'Jeff', to: 'Nowhere', relationType: 'visited' }
		]
			.map((line) => JSON.stringify(line))
			.join('\n');
		const run = async (source: string, name = 'memory.jsonl') => {
			const preview = await got(desk.me.import_preview({ source, name }));
			return got(desk.me.import_run({ preview_id: preview.preview_id }));
		};

		test('previewed, run, read back, exported and undone', async () => {
			const preview = await got(desk.me.import_preview({ source: new Blob([file]), name: 'memory.jsonl' }));
			expect(preview).toMatchObject({
				format: 'memory',
				counts: { entities_new: 2, observations_new: 2, relations_new: 2, mentioned_only: 1 },
				refused: []
			});
			expect(await changes(desk)).toBe(0);
			const done = await got(desk.me.import_run({ preview_id: preview.preview_id }));
			expect(done).toMatchObject({ action: 'imported', counts: preview.counts, changes: 1 });
			expect(await got(desk.bot.get_entity_context({ entityName: 'Jeff' }))).toEqual({
				ok: true,
				n: 'Jeff',
				t: 'person',
				o: ['likes tea', 'is tall'],
				r: {
					out: [
						{ rel: 'works at', to: 'Acme' },
						{ rel: 'visited', to: 'Nowhere' }
					],
					in: []
				}
			});
			const { blob } = await got(desk.me.export({ format: 'memory' }));
			const lines = (await blob.text())
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as { type: string });
			expect(lines.filter(({ type }) => type === 'entity')).toHaveLength(3);
			expect(lines).toContainEqual({ type: 'relation', from: 'Jeff', to: 'Acme', relationType: 'works at' });
			await got(desk.me.undo({ session: done.session }));
			expect((await got(desk.me.list_entities({}))).total).toBe(0);
		});

		test('the same file again doubles nothing', async () => {
			await run(file);
			const before = await changes(desk);
			expect(await run(file)).toMatchObject({
				action: 'unchanged',
				changes: 0,
				counts: { entities_matched: 3, observations_known: 2, relations_known: 2 }
			});
			expect(await changes(desk)).toBe(before);
		});

		test('a large file can be read at once after it was imported', async () => {
			const many = Array.from({ length: 3_000 }, (_, i) =>
				JSON.stringify({ type: 'relation', from: 'Hub', to: `Spoke ${String(i)}`, relationType: 'holds' })
			).join('\n');
			await run(`${file}\n${many}`);
			const { r } = (await got(desk.bot.get_entity_context({ entityName: 'Spoke 2999' }))) as { r: { in: unknown[] } };
			expect(r.in).toEqual([{ rel: 'holds', from: 'Hub' }]);
			expect(
				(await got(desk.bot.search_relationships({ channel_id: 'default', entities: ['Spoke 2999', 'Spoke 1'] }))).text
			).toContain('2 steps');
		});

		test('the journal goes out and comes back whole', async () => {
			await run(file);
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const { blob } = await got(desk.me.export({}));
			const copy = await openDesk(open);
			const preview = await got(copy.me.import_preview({ source: blob }));
			expect(preview.format).toBe('journal');
			await got(copy.me.import_run({ preview_id: preview.preview_id }));
			expect(await current(copy.me, 'Jeff', 'city')).toEqual(await current(desk.me, 'Jeff', 'city'));
			expect((await got(copy.me.get_entity({ name: 'Jeff' }))).facts).toEqual(
				(await got(desk.me.get_entity({ name: 'Jeff' }))).facts
			);
			expect(await changes(copy)).toBe(await changes(desk));
		});

		test('[N7] the journal of one channel holds the changes about it and nothing of the others', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await set(desk.me, 'Jeff', 'city', 'Oslo', { channel_id: 'default' });
			await set(desk.me, 'Ann', 'city', 'Bergen', { channel_id });
			const { change_id } = await set(desk.me, 'Ann', 'city', 'Rome', { channel_id });
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			const { blob, counts, filename, left_behind } = await got(desk.me.export({ channel_id }));
			expect(counts).toEqual({ lines: 6, entities: 1, facts: 0, relations: 0, changes: 4, notes: 0 });
			expect(filename).toContain('channel');
			expect(left_behind).toContain('other_channels');
			expect(await blob.text()).not.toContain('Oslo');
			const copy = await openDesk(open);
			const { preview_id } = await got(copy.me.import_preview({ source: blob }));
			await got(copy.me.import_run({ preview_id }));
			expect((await got(copy.me.list_channels({}))).channels).toMatchObject([{}, { channel_id, name: 'work' }]);
			expect(await current(copy.me, 'Ann', 'city', { channel_id })).toMatchObject({ record: { value: 'Bergen' } });
			expect((await got(copy.me.list_entities({}))).total).toBe(1);
		});

		test('a preview that is not there, or let go', async () => {
			expect(await refused(desk.me.import_run({ preview_id: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'preview_id'
			});
			const { preview_id } = await got(desk.me.import_preview({ source: file }));
			expect(await got(desk.me.import_cancel({ preview_id }))).toEqual({ cancelled: true, was: 'previewed' });
			expect(await got(desk.me.import_cancel({ preview_id }))).toEqual({ cancelled: false, was: 'unknown' });
			expect(await refused(desk.me.import_run({ preview_id }))).toMatchObject({ code: 'not_found' });
			expect(await changes(desk)).toBe(0);
		});
	});
}

/** Files of other programs through the door: what is chosen, what is stopped, what a file may not do to what is here. */
export function formatsSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const bring = async (source: Blob | string, name: string) => {
		const preview = await got(desk.me.import_preview({ source, name }));
		return { preview, done: await got(desk.me.import_run({ preview_id: preview.preview_id })) };
	};

	describe('files of other programs', () => {
		test('[S4] a value of a file that contradicts the person waits to be settled, once', async () => {
			await set(desk.me, 'Ann', 'city', 'Oslo');
			const table = 'name,city,tags[]\nAnn,Bergen,a; b\n';
			const { done } = await bring(table, 'people.csv');
			expect(done.counts).toMatchObject({ entities_matched: 1, values_new: 3 });
			expect(await current(desk.me, 'Ann', 'city')).toMatchObject({
				record: { value: 'Oslo' },
				contenders: [{ value: 'Bergen', why: 'weaker' }]
			});
			expect((await bring(table, 'people.csv')).done).toMatchObject({
				action: 'unchanged',
				counts: { values_known: 3 }
			});
			await got(desk.me.memory_fact_resolve({ entity: 'Ann', attribute: 'city', accept: false }));
			expect((await bring(table, 'people.csv')).done).toMatchObject({ action: 'unchanged' });
		});

		test('a thing is recognised by the id of an earlier export, also after it was renamed; the old name stays', async () => {
			await set(desk.me, 'Ann', 'city', 'Oslo');
			const { blob } = await got(desk.me.export({ format: 'json-ld' }));
			await got(desk.me.rename_entity({ entity: 'Ann', new_name: 'Anna' }));
			const { preview, done } = await bring(blob, 'copy.jsonld');
			expect(preview).toMatchObject({ format: 'json-ld', matched_by: { id: 1 }, counts: { entities_new: 0 } });
			expect(done.action).toBe('unchanged');
			expect((await got(desk.me.list_entities({}))).entities).toMatchObject([{ name: 'Anna' }]);
		});

		test('a name that could be two things here is told, and stays apart', async () => {
			// Two that were called Bob once.
			await set(desk.me, 'Bob', 'city', 'Oslo', { type: 'person' });
			await got(desk.me.rename_entity({ entity: 'Bob', new_name: 'Robert' }));
			await set(desk.me, 'Bob', 'city', 'Oslo', { type: 'dog' });
			await got(desk.me.rename_entity({ entity: 'Bob', type: 'dog', new_name: 'Rex' }));
			const preview = await got(desk.me.import_preview({ source: 'name\nBob\n', name: 'a.csv' }));
			expect(preview).toMatchObject({
				counts: { entities_new: 1 },
				ambiguous: [{ name: 'Bob', line: 2, file: 'a.csv' }]
			});
			expect(preview.ambiguous[0]?.rows.map(({ name }) => name).sort()).toEqual(['Rex', 'Robert']);
		});

		test('of chosen things: those alone, with what they are related to by name', async () => {
			await got(desk.me.remember({ relations: [{ from: 'Ann', relation: 'knows', to: 'Ben' }] }));
			const { entity } = await got(desk.me.get_entity({ name: 'Ann' }));
			const args = { format: 'json-ld' as const, entity_ids: [entity?.id ?? ''] };
			const { blob, counts, left_behind } = await got(desk.me.export(args));
			expect(counts).toMatchObject({ entities: 1, relations: 1, notes: 0 });
			expect(left_behind).toContain('other_things');
			expect(await blob.text()).toContain('"name":"Ben"');
			const file = await got(desk.me.export({ ...args, format: 'markdown' }));
			expect(file).toMatchObject({ filename: 'Ann.md', media_type: 'text/markdown', counts: { entities: 1 } });
			expect(await file.blob.text()).toContain('- knows: [[Ben]]');
			expect((await bring(file.blob, file.filename)).done.action).toBe('unchanged');
			expect(await refused(desk.me.export({ entity_ids: ['x'] }))).toMatchObject({ parameter: 'entity_ids' });
		});

		test('an export is stopped by the id that its caller gave it; nothing is left of it', async () => {
			await set(desk.me, 'Ann', 'city', 'Oslo');
			expect(await got(desk.me.export_cancel({ job_id: 'mine' }))).toEqual({ cancelled: false });
			const running = desk.me.export({ format: 'markdown', job_id: 'mine' });
			expect(await got(desk.me.export_cancel({ job_id: 'mine' }))).toEqual({ cancelled: true });
			const { blob, cancelled } = await got(running);
			expect([cancelled, blob.size]).toEqual([true, 0]);
			expect(await got(desk.me.export_cancel({ job_id: 'mine' }))).toEqual({ cancelled: false });
		});

		test('one undo takes a folder back: things, values, notes', async () => {
			const files = [
				{ path: 'Ann.md', blob: new Blob(['---\ncity: Oslo\n---\nLikes [[Ben]]\n']) },
				{ path: '2026-01-05.md', blob: new Blob(['Met [[Ann]]']) }
			];
			const preview = await got(desk.me.import_preview({ source: files, name: 'notes' }));
			expect(preview).toMatchObject({ format: 'markdown', files_total: 2, counts: { notes_new: 1, values_new: 1 } });
			const { session } = await got(desk.me.import_run({ preview_id: preview.preview_id }));
			expect((await got(desk.me.list_notes({}))).notes).toMatchObject([{ title: '2026-01-05', kind: 'daily' }]);
			await got(desk.me.undo({ session }));
			expect((await got(desk.me.list_entities({}))).total).toBe(0);
			expect((await got(desk.me.list_notes({}))).total).toBe(0);
		});
	});
}
