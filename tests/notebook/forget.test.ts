/** Forgetting (J5) as the store sees it: no record holds the text, order and history keep their shape, a rebuild gives the same. Through the door: tests/door. */
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/lib/domain/model';
import { rebuildProjections } from '../../src/lib/notebook/rebuild';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { Store } from '../../src/lib/store/store';
import { changes, contents, fact, got, openDesk, refused, relate, set, type Desk } from '../door/support';
import { createDevice, projectionOf } from '../support/devices';

const open = (): Promise<Desk> => openDesk(() => Promise.resolve(createMemoryStore()));

/** Every record of the store as text: shelves, changes with their receipts and gists, claims, what is kept beside the journal. */
async function everything(store: Store): Promise<string> {
	const shelves: unknown[] = [];
	await store.eachShelf((page) => void shelves.push(...page));
	const rest = await store.read(async (tx) => {
		const heads = await tx.headsBefore(undefined, 1e6);
		const meta = await Promise.all(['imports', 'requests', 'settings', 'node'].map((key) => tx.meta(key)));
		return { heads, claims: await tx.claims(heads.map(({ id }) => id)), meta };
	});
	return JSON.stringify({ shelves, ...rest });
}

async function journal(store: Store): Promise<Change[]> {
	const all: Change[] = [];
	await store.eachChange((page) => void all.push(...page));
	return all;
}

/** What is left of a change when all it said is gone. */
const shape = ({ id, hlc, who, session, operation, claims }: Change) => ({
	id,
	hlc,
	who,
	session,
	operation,
	claims: claims.map(({ subject, after, over }) => ({ subject, after, over }))
});

const SECRET = 'Xylophone';

/** A thing that is spoken of in every way there is. */
async function furnished(): Promise<Desk & { id: string }> {
	const at = await open();
	const { me, bot } = at;
	const first = await fact(me, `Old ${SECRET}`, `${SECRET} is loud`, {
		type: 'thing',
		source: `a letter of ${SECRET}`
	});
	await got(me.rename_entity({ entity: `Old ${SECRET}`, new_name: SECRET }));
	await got(me.add_alias({ entity: SECRET, alias: `${SECRET} the second` }));
	await got(me.remove_alias({ entity: SECRET, alias: `Old ${SECRET}` }));
	await got(me.set_entity({ entity: SECRET, new_type: `${SECRET} kind`, description: `about ${SECRET}` }));
	await set(me, SECRET, 'place', `${SECRET} hall`, { idempotency_key: 'key' });
	await set(bot, SECRET, 'place', `${SECRET} room`);
	await got(me.memory_fact_resolve({ entity: SECRET, attribute: 'place', accept: false }));
	await got(me.memory_set_add({ entity: SECRET, attribute: 'parts', member: `${SECRET} bar` }));
	await got(me.memory_set_remove({ entity: SECRET, attribute: 'parts', member: `${SECRET} bar` }));
	await relate(bot, 'Ada', 'plays', SECRET, { context: `seen with ${SECRET}` });
	await relate(bot, SECRET, 'stands in', 'Hall');
	await got(me.end_relation({ fromEntity: SECRET, relation: 'stands in', toEntity: 'Hall' }));
	await fact(me, 'Ada', 'Is a musician', { mentions: [{ entity: SECRET, role: 'instrument' }] });
	await got(me.retract_fact({ fact_id: first, reason: `${SECRET} is not` }));
	const undone = await got(
		me.remember({
			facts: [{ entity: 'Bo', content: 'Is a listener', mentions: [{ entity: SECRET, role: 'heard' }] }],
			relations: [{ from: 'Bo', relation: 'hears', to: SECRET }],
			values: [{ entity: SECRET, attribute: 'price', value: `one ${SECRET}` }]
		})
	);
	await got(me.undo({ change_id: undone.change_id ?? '' }));
	await refused(bot.retract_fact({ entity: SECRET, attribute: 'place', reason: `${SECRET}?` }));
	const { entity } = await got(me.get_entity({ name: SECRET }));
	return { ...at, id: entity?.id ?? '' };
}

describe('[J5] a forgetting that comes alone from elsewhere', () => {
	const lastOf = async (store: Store) => (await journal(store)).slice(-1);

	test('empties what is here, and is the same as where it was made', async () => {
		const at = await furnished();
		const other = createDevice(2);
		await other.take(await journal(at.store));
		expect(await everything(other.store)).toContain(SECRET);
		await got(at.me.forget({ entity: SECRET }));
		await other.take(await lastOf(at.store));
		expect(await everything(other.store)).not.toContain(SECRET);
		expect(await projectionOf(other.store)).toEqual(await projectionOf(at.store));
		const before = await projectionOf(other.store);
		await rebuildProjections(other.store);
		expect(await projectionOf(other.store)).toEqual(before);
	});

	test('what it names comes later as a husk', async () => {
		const at = await furnished();
		await set(at.me, 'Ada', 'password', 'swordfish', { idempotency_key: 'fish' });
		const [said] = await lastOf(at.store);
		const others = (await journal(at.store)).slice(0, -1);
		await got(at.me.forget({ entity: 'Ada', attribute: 'password' }));
		const other = createDevice(2);
		await other.take(await lastOf(at.store));
		await other.take([...others, ...(said ? [said] : [])]);
		expect(await everything(other.store)).not.toContain('swordfish');
		expect(await projectionOf(other.store)).toEqual(await projectionOf(at.store));
		expect(await other.store.read((tx) => tx.meta('forgotten'))).toEqual([]);
	});

	test('through the door: a journal without the husks takes it from every index', async () => {
		const at = await furnished();
		const before = await journal(at.store);
		const to = await open();
		await createDevice(2, 0, to.store).take(before);
		const there = await openDesk(() => Promise.resolve(to.store));
		expect((await got(there.me.find_entities({ query: SECRET }))).entities).toHaveLength(1);
		await got(at.me.forget({ entity: SECRET }));
		const alone = await open();
		await createDevice(3, 0, alone.store).take(await lastOf(at.store));
		const source = await (await got(alone.me.export({}))).blob.text();
		const { preview_id } = await got(there.me.import_preview({ source }));
		await got(there.me.import_run({ preview_id }));
		expect((await got(there.me.find_entities({ query: SECRET }))).entities).toEqual([]);
		expect((await got(there.me.memory_search({ query: SECRET }))).hits).toEqual([]);
	});
});

describe('a thing forgotten', () => {
	test('[J5] no record holds a word of it', async () => {
		const at = await furnished();
		expect((await everything(at.store)).split(SECRET).length).toBeGreaterThan(40);
		await got(at.me.forget({ entity: SECRET }));
		const left = await everything(at.store);
		const where = left.indexOf(SECRET);
		expect(where < 0 ? '' : left.slice(Math.max(0, where - 300), where + 50)).toBe('');
	});

	test('[J5] order and history keep their shape', async () => {
		const at = await furnished();
		const before = (await journal(at.store)).map(shape);
		await got(at.me.forget({ entity: SECRET }));
		const after = await journal(at.store);
		expect(after.slice(0, before.length).map(shape)).toEqual(before);
		expect(after.at(-1)).toMatchObject({ operation: 'forget', claims: [] });
		expect(after.at(-1)?.forgets?.length).toBeGreaterThan(10);
	});

	test('[J5] no digest of what was said stays with a husk', async () => {
		const at = await furnished();
		await got(at.me.forget({ entity: SECRET }));
		for (const { claims, arguments_hash } of await journal(at.store))
			if (claims.some(({ body }) => body === null)) expect(arguments_hash).toBeUndefined();
	});

	test('[J5] facts of others lose the link only', async () => {
		const at = await furnished();
		await got(at.me.forget({ entity: SECRET }));
		const ada = await got(at.me.get_entity({ name: 'Ada' }));
		expect([contents(ada.facts), ada.relationships]).toEqual([['Is a musician'], []]);
		const { about } = await got(at.me.get_dossier({ entity_id: ada.entity?.id ?? '' }));
		expect(about[0]?.mentions.map(({ name }) => name)).toEqual(['Ada']);
	});

	test('[J7] a rebuild gives what stands, and does not bring it back', async () => {
		const at = await furnished();
		await got(at.me.forget({ entity: SECRET }));
		const before = await projectionOf(at.store);
		await rebuildProjections(at.store);
		expect(await projectionOf(at.store)).toEqual(before);
		expect(await everything(at.store)).not.toContain(SECRET);
	});

	test('[J4] what was undone with it may come back without it', async () => {
		const at = await furnished();
		const undo = (await journal(at.store)).find(({ operation }) => operation === 'undo');
		await got(at.me.forget({ entity: SECRET }));
		await got(at.me.undo({ change_id: undo?.id ?? '' }));
		const bo = await got(at.me.get_entity({ name: 'Bo' }));
		expect([contents(bo.facts), bo.relationships]).toEqual([['Is a listener'], []]);
		expect(await everything(at.store)).not.toContain(SECRET);
	});

	test('[J5] names and words are found no more, and the name is free', async () => {
		const at = await furnished();
		await got(at.me.forget({ entity: SECRET }));
		expect((await got(at.me.find_entities({ query: SECRET }))).entities).toEqual([]);
		expect((await got(at.me.memory_search({ query: `${SECRET} hall` }))).hits).toEqual([]);
		expect((await got(at.me.get_entity({ name: SECRET }))).did_you_mean).toEqual([]);
		const anew = await got(at.me.remember({ facts: [{ entity: SECRET, content: 'Another one' }] }));
		expect(anew.created?.[0]?.entity_id).not.toBe(at.id);
		expect(contents((await got(at.me.get_entity({ name: SECRET }))).facts)).toEqual(['Another one']);
	});

	test('[J6] the key of a call that was forgotten is told so, whatever the arguments', async () => {
		const at = await furnished();
		await got(at.me.forget({ entity: SECRET }));
		const call = { entity: SECRET, attribute: 'place', value: `${SECRET} hall`, idempotency_key: 'key' };
		for (const value of [call.value, 'another']) {
			const failure = await refused(at.me.memory_fact_set({ ...call, value }));
			expect(failure).toMatchObject({ code: 'invalid_parameter', parameter: 'idempotency_key' });
			expect(failure.message).toContain('forgotten');
		}
		expect(await everything(at.store)).not.toContain(SECRET);
	});

	test('[J4][J5] one that lived only by the name others gave it is gone too', async () => {
		const at = await open();
		const made = await got(at.bot.remember({ facts: [{ entity: SECRET, content: 'Is loud' }] }));
		await relate(at.me, 'Ada', 'plays', SECRET);
		await got(at.bot.undo({ change_id: made.change_id ?? '' }));
		expect((await got(at.me.get_entity({ name: SECRET }))).found).toBe(true);
		await got(at.me.forget({ entity: SECRET }));
		expect(await everything(at.store)).not.toContain(SECRET);
		expect((await got(at.me.list_entities({}))).entities.map(({ name }) => name)).toEqual(['Ada']);
	});
});

describe('one part of it', () => {
	test('[J5] a change: what it said is in no receipt of another', async () => {
		const at = await open();
		const { change_id } = await set(at.me, 'Ada', 'town', `${SECRET} town`);
		await set(at.me, 'Ada', 'town', 'Oslo'); // its receipt tells what stood before
		await got(at.me.forget({ change_id: change_id ?? '' }));
		expect(await everything(at.store)).not.toContain(SECRET);
		const { versions } = await got(at.me.memory_history({ entity: 'Ada', attribute: 'town' }));
		expect(versions.map(({ value }) => value)).toEqual(['Oslo']);
	});

	test('[J5] a fact: its sources and what became of it', async () => {
		const at = await open();
		const id = await fact(at.me, 'Ada', `Plays the ${SECRET}`);
		await got(
			at.bot.remember({ facts: [{ entity: 'Ada', content: `plays the ${SECRET}`, source: `the ${SECRET} post` }] })
		);
		const replaced = await got(at.me.replace_fact({ fact_id: id, content: 'Plays the piano' }));
		await got(at.me.forget({ fact_id: id }));
		expect((await everything(at.store)).toLowerCase()).not.toContain(SECRET.toLowerCase());
		expect(contents((await got(at.me.get_entity({ name: 'Ada' }))).facts)).toEqual(['Plays the piano']);
		expect(replaced.fact_id).toBeDefined();
	});

	test('[J5] a note: its text goes, what was derived from it stays and asks to be verified', async () => {
		const at = await open();
		const { note_id } = await got(
			at.me.remember({ note: `${SECRET} said so`, values: [{ entity: 'Ada', attribute: 'town', value: 'Oslo' }] })
		);
		await got(at.me.forget({ note_id: note_id ?? '' }));
		expect(await everything(at.store)).not.toContain(SECRET);
		const { record } = await got(at.me.memory_fact_get({ entity: 'Ada', attribute: 'town' }));
		expect(record).toMatchObject({ value: 'Oslo', re_verify: true });
	});

	test('[J5] forgotten twice, the second time there is nothing', async () => {
		const at = await open();
		const { change_id } = await set(at.me, 'Ada', 'town', 'Oslo');
		await got(at.me.forget({ change_id: change_id ?? '' }));
		const count = await changes(at);
		expect(await got(at.me.forget({ change_id: change_id ?? '' }))).toMatchObject({
			action: 'unchanged',
			change_id: null
		});
		expect(await changes(at)).toBe(count);
	});
});
