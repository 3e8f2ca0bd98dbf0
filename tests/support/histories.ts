/** Random histories of devices: steps as plain numbers (so that fast-check can shrink them), each made into a change of what the device has before it. */
import fc from 'fast-check';
import { attributeKey, relationKey } from '../../src/lib/domain/name';
import { claimId } from '../../src/lib/domain/replay';
import { pairOf } from '../../src/lib/domain/family';
import type {
	Change,
	ClaimBody,
	ClaimId,
	FactState,
	Id,
	PairState,
	Shelf,
	SlotState,
	Who
} from '../../src/lib/domain/model';
import {
	edgeSubject,
	entitySubject,
	factSubject,
	noteSubject,
	pairSubject,
	slotSubject,
	subjectOf
} from '../../src/lib/domain/subject';
import { slotHistory } from '../../src/lib/notebook/history';
import { JournalView } from '../../src/lib/notebook/journal-view';
import type { Writer } from '../../src/lib/notebook/writer';
import type { Device } from './devices';

export interface Step {
	device: number;
	/** What is done: see `acts`. */
	act: number;
	a: number;
	b: number;
	c: number;
}

const names = ['Ada', 'Bo', 'Cy'];
const attributes = ['home town', 'langs'];
const values = ['Oslo', 'Bergen', 'oslo', '42'];
const whos: Who[] = ['person', 'agent:A', 'agent:B'];
const confidences = [0.5, 0.8, 1];

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];

interface Known {
	shelves: Shelf[];
	entities: Shelf[];
}

const stateOf = (shelf: Shelf | undefined, local: string) => shelf?.rows[local]?.state ?? null;

async function known(device: Device): Promise<Known> {
	const shelves = await device.shelves();
	const entities = shelves.filter((shelf) => {
		const state = stateOf(shelf, 'e');
		return state && !('removed' in state);
	});
	return { shelves, entities };
}

type Act = (writer: Writer, known: Known, step: Step) => Promise<unknown>;

const locals = (shelf: Shelf | undefined, kind: string): string[] =>
	Object.keys(shelf?.rows ?? {}).filter((local) => local.startsWith(kind) && shelf?.rows[local]?.state);

const asserted = (step: Step, who: Who) => ({
	confidence: pick(confidences, step.c) ?? 1,
	origin: who === 'person' ? ('user' as const) : ('agent' as const)
});

const create: Act = (writer, _known, { a, b }) =>
	writer.create(pick(names, a) ?? '', b % 3 ? 'person' : null, b % 2 === 0, b % 5 ? {} : { description: 'about' });

const aboutEntity: Act = async (writer, { entities }, { a, b, c }) => {
	const shelf = pick(entities, a);
	if (!shelf) return;
	const name = pick(names, c) ?? '';
	const bodies = [
		{ verb: 'rename', name: `${name} B` },
		{ verb: 'alias', alias: name },
		{ verb: 'unalias', alias: name },
		{ verb: 'retype', type: c % 2 ? 'system' : null },
		{ verb: 'describe', description: c % 2 ? name : null },
		{ verb: 'create', channel: 'default', name, type: 'place' }
	] as const;
	const body = pick(bodies, b);
	if (body) await writer.claim(entitySubject(shelf.id), body);
};

const remove: Act = async (writer, { entities }, { a }) => {
	const shelf = pick(entities, a);
	if (shelf) await writer.claim(entitySubject(shelf.id), { verb: 'remove' });
};

/** A version of the slot that somebody may believe to be current: the one that is, none, or any that ever was. */
function overOf(slot: SlotState | null, log: readonly ClaimId[], n: number): ClaimId | undefined {
	if (n % 4 === 0) return pick(log, n >> 2);
	return slot?.current?.id;
}

const value: Act = async (writer, { entities }, { a, b, c }) => {
	const shelf = pick(entities, a);
	const attribute = pick(attributes, b) ?? '';
	const local = `s:${attributeKey(attribute)}`;
	if (!shelf) return;
	const slot = stateOf(shelf, local) as SlotState | null; // the key tells the kind
	const over = overOf(slot, shelf.rows[local]?.log ?? [], b >> 1);
	await writer.claim(
		slotSubject(shelf.id, attributeKey(attribute)),
		{
			verb: 'set',
			entity: writer.ref(shelf.id),
			attribute,
			value: pick(values, c) ?? '',
			...asserted({ device: 0, act: 0, a, b, c: b >> 2 }, writer.who),
			...(a % 3 === 0 && { named: true as const }),
			...(c % 7 === 0 && { asks: true as const }),
			...(a % 5 === 0 && { freshness: 'slow' as const })
		},
		over
	);
};

const add: Act = async (writer, { entities }, { a, b, c }) => {
	const shelf = pick(entities, a);
	const attribute = pick(attributes, b) ?? '';
	if (!shelf) return;
	await writer.claim(slotSubject(shelf.id, attributeKey(attribute)), {
		verb: 'add',
		entity: writer.ref(shelf.id),
		attribute,
		value: pick(values, c) ?? '',
		...asserted({ device: 0, act: 0, a, b, c: b >> 1 }, writer.who)
	});
};

/** The slot that has the most to do: settling, dropping, closing. */
const aboutSlot: Act = async (writer, { entities }, { a, b, c }) => {
	const shelf = pick(entities, a);
	const local = pick(locals(shelf, 's:'), b);
	const slot = local === undefined ? null : (stateOf(shelf, local) as SlotState | null);
	if (!shelf || !slot || local === undefined) return;
	const subject = subjectOf(shelf.id, local);
	const { contender, current } = slot;
	const member = pick(slot.members, c);
	if (contender && c % 3 !== 2)
		return writer.claim(subject, {
			verb: 'resolve',
			contender: contender.id,
			take: pick(['accept', 'reject', 'both'] as const, b) ?? 'accept',
			value: { value: contender.value, ...(contender.adds && { adds: true as const }) }
		});
	if (member) return writer.claim(subject, { verb: 'drop', value: member.value, saw: member.adds });
	if (current)
		return writer.claim(subject, c % 2 ? { verb: 'retract' } : { verb: 'end', until: writer.now }, current.id);
	return undefined;
};

const fact: Act = async (writer, { entities }, { a, b, c }) => {
	const [home, other] = [pick(entities, a), pick(entities, b)];
	if (!home || !other) return;
	const id = writer.tools.newId();
	await writer.claim(factSubject(home.id, id), {
		verb: 'state-fact',
		content: `likes ${pick(values, c) ?? ''}`,
		mentions: [
			{ ...writer.ref(home.id), role: 'subject' },
			...(other === home ? [] : [{ ...(await named(writer, other)), role: 'friend' }])
		],
		...asserted({ device: 0, act: 0, a, b, c }, writer.who),
		...(c % 2 === 0 && { importance: 0.9 })
	});
};

const named = async (writer: Writer, shelf: Shelf) => {
	await writer.bench.fetch([shelf.id]);
	return writer.ref(shelf.id);
};

const aboutFact: Act = async (writer, { shelves, entities }, { a, b, c }) => {
	const shelf = pick(
		shelves.filter((each) => locals(each, 'f:').length),
		a
	);
	const local = pick(locals(shelf, 'f:'), b);
	const other = pick(locals(shelf, 'f:'), b + 1);
	if (!shelf || local === undefined || other === undefined) return;
	const state = stateOf(shelf, local) as FactState | null;
	const named = pick(entities, a);
	if (!named) return;
	const bodies: ClaimBody[] = [
		{
			verb: 'state-fact',
			content: `LIKES ${pick(values, b) ?? ''}`,
			mentions: [{ ...writer.ref(named.id), role: b % 2 ? 'subject' : 'friend' }],
			...asserted({ device: 0, act: 0, a, b, c }, writer.who)
		},
		{ verb: 'confirm-fact', ...asserted({ device: 0, act: 0, a, b, c }, writer.who) },
		{ verb: 'end', until: writer.now },
		{ verb: 'retract' },
		{ verb: 'replace', by: other.slice(2) },
		{ verb: 'remove' }
	];
	const body = pick(bodies, c);
	if (state && body) await writer.claim(subjectOf(shelf.id, local), body, state.support[0]?.id);
};

const relate: Act = async (writer, { entities }, { a, b, c }) => {
	const [source, target] = [pick(entities, a), pick(entities, b)];
	if (!source || !target || source === target) return;
	const relation = c % 2 ? 'knows' : 'WORKS with';
	await writer.claim(edgeSubject(source.id, target.id, relationKey(relation)), {
		verb: 'relate',
		source_ref: await named(writer, source),
		target_ref: await named(writer, target),
		relation,
		...asserted({ device: 0, act: 0, a, b, c }, writer.who),
		...(c % 3 === 0 && { strength: (c % 10) / 10 }),
		...(b % 2 === 0 && { context: `seen ${pick(values, c) ?? ''}` })
	});
};

const aboutEdge: Act = async (writer, { shelves }, { a, b, c }) => {
	const shelf = pick(
		shelves.filter((each) => locals(each, 'r:').length),
		a
	);
	const local = pick(locals(shelf, 'r:'), b);
	if (!shelf || local === undefined || !stateOf(shelf, local)) return;
	const body = pick([{ verb: 'end', until: writer.now }, { verb: 'retract' }, { verb: 'remove' }] as const, c);
	if (body) await writer.claim(subjectOf(shelf.id, local), body);
};

const note: Act = async (writer, { shelves, entities }, { a, b, c }) => {
	const old =
		c % 3
			? pick(
					shelves.filter((each) => stateOf(each, 'n')),
					b
				)
			: undefined;
	const mentioned = pick(entities, a);
	const id: Id = old?.id ?? writer.tools.newId();
	await writer.claim(noteSubject(id), {
		verb: 'write-note',
		text: `text ${c}`,
		note_kind: 'capture',
		channel: 'default',
		mentions: mentioned && c % 2 ? [await named(writer, mentioned)] : []
	});
};

/** Declared the same, or not, or taken back (N6): which pairs there are matters more than what else is said. */
const declare: Act = async (writer, { shelves, entities }, { a, b, c }) => {
	const [one, other] = [pick(entities, a), pick(entities, b)];
	const standing = shelves.flatMap((shelf) =>
		locals(shelf, 'd:').flatMap((local) => {
			const state = stateOf(shelf, local) as PairState | null; // the key tells the kind
			return (state?.merges ?? []).map(({ id }) => ({ subject: subjectOf(shelf.id, local), id }));
		})
	);
	const old = pick(standing, b);
	if (c % 3 === 0 && old) return writer.claim(old.subject, { verb: 'unmerge', declaration: old.id });
	if (!one || !other || one === other) return undefined;
	const [low, high] = pairOf(one.id, other.id);
	const marks = (stateOf(one.id === low ? one : other, `d:${high}`) as PairState | null)?.marks.map(({ id }) => id);
	const despite = c % 4 === 0 && marks?.length ? { despite: marks } : {};
	return writer.claim(pairSubject(low, high), c % 5 === 0 ? { verb: 'distinct' } : { verb: 'merge', ...despite });
};

/** Writing acts, by weight: slots are where order matters most. */
const acts: Act[] = [
	create,
	create,
	aboutEntity,
	aboutEntity,
	remove,
	value,
	value,
	value,
	value,
	add,
	add,
	aboutSlot,
	aboutSlot,
	aboutSlot,
	fact,
	fact,
	aboutFact,
	aboutFact,
	relate,
	relate,
	aboutEdge,
	note,
	declare,
	declare,
	declare
];
/** The first of four acts that take back. */
export const UNDO = acts.length;
const TAKE = UNDO + 4;
const FORGET = TAKE + 4;

/** @param weight how often an act of the journal itself comes up, beside those that write */
export const stepArbitrary = (devices: number, journal: { forget: boolean } = { forget: false }): fc.Arbitrary<Step> =>
	fc.record({
		device: fc.nat(devices - 1),
		act: fc.nat(journal.forget ? FORGET : FORGET - 1),
		a: fc.nat(30),
		b: fc.nat(30),
		c: fc.nat(30)
	});

/** Two things that every device knows: without them most steps would find nothing to speak of. */
export async function begin(devices: readonly Device[]): Promise<void> {
	const [first, ...others] = devices;
	const change = await first?.write(async (writer) => {
		await writer.create('Ada', 'person', true);
		await writer.create('Bo', null, false);
	});
	for (const device of others) if (change) await device.take([change]);
}

/** Does one step. @returns the change it made, if any. */
export async function perform(devices: readonly Device[], step: Step): Promise<Change | undefined> {
	const device = devices[step.device];
	if (!device) return undefined;
	if (step.act >= FORGET) return forget(device, step);
	if (step.act >= TAKE) return exchange(devices, device, step);
	if (step.act >= UNDO) return undo(device, step);
	const here = await known(device);
	const who = pick(whos, step.a + step.b) ?? 'person';
	let said = false;
	return device
		.write(
			async (writer) => {
				await writer.bench.fetch(here.entities.map(({ id }) => id));
				await acts[step.act]?.(writer, here, step);
				said = !writer.isEmpty;
				if (!said) throw new Nothing();
			},
			{ who }
		)
		.catch((error: unknown) => {
			if (error instanceof Nothing) return undefined;
			throw error;
		});
}

class Nothing extends Error {}

async function undo(device: Device, { a, b, c }: Step): Promise<Change | undefined> {
	const changes = await device.changes();
	const one = pick(changes, a);
	const two = pick(changes, b);
	if (!one || !two) return undefined;
	return device.undo(...new Set(c % 4 ? [one.id] : [one.id, two.id]));
}

async function exchange(devices: readonly Device[], device: Device, { a, c }: Step): Promise<undefined> {
	const other = pick(
		devices.filter((each) => each !== device),
		a
	);
	const changes = (await other?.changes()) ?? [];
	await device.take(c % 3 ? changes : changes.slice(0, c), 1 + (c % 5)); // sometimes but a part
	return undefined;
}

async function forget(device: Device, { a, b }: Step): Promise<undefined> {
	const change = pick(await device.changes(), a);
	if (change?.claims.length) await device.empty([claimId(change.id, b % change.claims.length)]);
	return undefined;
}

/** The history of a slot, for what is compared when nothing may be lost (S12). */
export const versionsOf = (device: Device, log: readonly ClaimId[]) =>
	device.store.read((tx) => slotHistory(new JournalView(tx), log));
