/** Random calls at the door, and a naive model of what they come to: what is current, told by the receipts alone. */
import type { Door, OperationName } from '../../src/lib/contract';
import type { Id } from '../../src/lib/domain/model';
import { attributeKey, relationKey, textKey } from '../../src/lib/domain/name';
import type { Result } from '../../src/lib/domain/result';

export type Writer = 'me' | 'bot' | 'other';

export interface Call {
	by: Writer;
	operation: OperationName;
	args: Record<string, unknown>;
}

/** Ids that answers gave, to be used again. */
export interface Known {
	changes: Id[];
	facts: Id[];
	notes: Id[];
	versions: Id[];
}

export const nothingKnown = (): Known => ({ changes: [], facts: [], notes: [], versions: [] });

export function learn(known: Known, answer: unknown): void {
	if (typeof answer !== 'object' || answer === null) return;
	const given = answer as Record<string, unknown>; // an answer: looked through for ids
	const put = (list: Id[], id: unknown) => {
		if (typeof id === 'string' && !list.includes(id)) list.push(id);
	};
	put(known.changes, given.change_id);
	put(known.facts, given.fact_id);
	put(known.notes, given.note_id);
	put(known.versions, given.version);
	if (Array.isArray(given.facts)) for (const { id } of given.facts as { id?: unknown }[]) put(known.facts, id);
}

/** mulberry32 */
export function randomOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

const names = ['Ada', 'ada', 'Bo', 'STG-Orders', 'stg_orders', 'Zoë', 'User', 'me', '東京'];
const types = [undefined, undefined, 'person', 'Person', 'project'];
const attributes = ['home town', 'Home.Town', 'langs', 'phone'];
const values = ['Oslo', 'oslo', 'Bergen', 'Tromsø', '42', '+47 1'];
const contents = ['Likes tea', 'likes  TEA', 'Plays the piano', 'Lives in Oslo', 'Was in 東京'];
const relations = ['knows', 'KNOWS', 'works at'];

export function nextCall(random: () => number, known: Known): Call {
	const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty here
	const maybe = <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined);
	const by = one<Writer>(['me', 'me', 'bot', 'bot', 'other']);
	const confidence = maybe(0.3, () => one([0.2, 0.7, 1]));
	const slot = () => ({ entity: one(names), attribute: one(attributes), type: maybe(0.15, () => one(types)) });
	const ofFact = () => ({ fact_id: one(known.facts.length ? known.facts : ['none']) });
	const ends = () => ({ fromEntity: one(names), relation: one(relations), toEntity: one(names) });
	const acts: [weight: number, OperationName, () => Record<string, unknown>][] = [
		[
			8,
			'remember',
			() => ({
				facts: [
					{
						entity: one(names),
						type: maybe(0.3, () => one(types)),
						content: one(contents),
						mentions: maybe(0.3, () => [{ entity: one(names), role: 'friend' }]),
						replaces: maybe(0.2, () => one(known.facts.length ? known.facts : ['none'])),
						source: maybe(0.3, () => one(['a letter', 'a mail'])),
						confidence
					}
				],
				values: maybe(0.3, () => [{ ...slot(), value: one(values) }]),
				note: maybe(0.2, () => `Note of [[${one(names)}]]`)
			})
		],
		[
			14,
			'memory_fact_set',
			() => ({
				...slot(),
				value: one(values),
				confidence,
				origin: maybe(0.3, () => one(['user', 'action', 'agent'])),
				freshness_class: maybe(0.2, () => one(['slow', 'volatile'])),
				expected_version: maybe(0.25, () => one(known.versions.length ? known.versions : ['none']))
			})
		],
		[8, 'memory_set_add', () => ({ ...slot(), member: one(values), confidence })],
		[4, 'memory_set_remove', () => ({ ...slot(), member: one(values) })],
		[6, 'memory_fact_resolve', () => ({ ...slot(), accept: random() < 0.6, keep_both: random() < 0.2 })],
		[3, 'end_fact', () => (random() < 0.5 ? ofFact() : slot())],
		[2, 'weigh_fact', () => ({ ...ofFact(), importance: maybe(0.8, random) })],
		[3, 'retract_fact', () => (random() < 0.5 ? ofFact() : slot())],
		[
			3,
			'replace_fact',
			() => (random() < 0.6 ? { ...ofFact(), content: one(contents) } : { ...slot(), content: one(values) })
		],
		[
			6,
			'relate_entities',
			() => ({ ...ends(), context: maybe(0.4, () => `seen in ${one(values)}`), strength: maybe(0.3, random) })
		],
		[3, 'end_relation', () => ({ ...ends(), wrong: random() < 0.5 })],
		[2, 'rename_entity', () => ({ entity: one(names), new_name: one([...names, 'Augusta', 'ADA']) })],
		[2, 'add_alias', () => ({ entity: one(names), alias: one([...names, 'Countess', 'C.']) })],
		[1, 'remove_alias', () => ({ entity: one(names), alias: one(['Countess', 'C.']) })],
		[
			1,
			'set_entity',
			() => ({ entity: one(names), new_type: one(['person', 'system']), description: maybe(0.5, () => 'about it') })
		],
		[1, 'remove_entity', () => ({ entity: one(names) })],
		[1, 'introduce_person', () => ({ name: one(['Ada', 'Zoë', 'Nils']) })],
		[1, 'add_note', () => ({ text: `On [[${one(names)}]] and [[${one(names)}]]`, title: maybe(0.5, () => 'Title') })],
		[
			1,
			'correct_note',
			() => ({ note_id: one(known.notes.length ? known.notes : ['none']), text: `Now on [[${one(names)}]]` })
		],
		[
			7,
			'undo',
			() => ({
				change_id:
					random() < 0.5 ? (known.changes.at(-1) ?? 'none') : one(known.changes.length ? known.changes : ['none'])
			})
		]
	];
	let left = random() * acts.reduce((sum, [weight]) => sum + weight, 0);
	const [, operation, args] = acts.find(([weight]) => (left -= weight) < 0) ?? acts[0]!;
	return { by, operation, args: args() };
}

export const perform = (door: Door, { operation, args }: Call): Promise<Result<unknown>> =>
	door[operation](args as never);

/** What is current of one thing. A slot: its value, or its members; EMPTY ones are left out. */
export interface ModelThing {
	slots: Record<string, string | string[]>;
	/** Ids of current facts about it. */
	facts: Id[];
	/** `relation_key TARGET` */
	edges: string[];
}
export type Model = Record<Id, ModelThing>;

/** The same, read through the door. */
export async function readModel(door: Door): Promise<Model> {
	const value = <T>(result: Result<T>): T => {
		if (!result.ok) throw new Error(JSON.stringify(result.error));
		return result.value;
	};
	const { entities } = value(await door.list_entities({ limit: 500 }));
	const model: Model = {};
	for (const { id } of entities) {
		const dossier = value(await door.get_dossier({ entity_id: id, limit: 1000 }));
		const slots: ModelThing['slots'] = {};
		for (const { attribute, record, entity_id } of dossier.slots) {
			if (!record || entity_id !== id) continue;
			const held = record.kind === 'single' ? record.value : record.members;
			if (held.length) slots[attributeKey(attribute)] = held;
		}
		model[id] = {
			slots,
			facts: dossier.about.map((fact) => fact.id).sort(),
			edges: dossier.relations
				.filter(({ direction }) => direction === 'out')
				.map(({ relation, entity }) => `${relationKey(relation)} ${entity.id}`)
				.sort()
		};
	}
	return model;
}

const same = (a: string, b: string): boolean => textKey(a) === textKey(b);
const thing = (model: Model, id: Id): ModelThing => (model[id] ??= { slots: {}, facts: [], edges: [] });
const without = <T>(list: T[], item: T): T[] => list.filter((each) => each !== item);
const withOne = (list: string[], item: string): string[] => (list.includes(item) ? list : [...list, item].sort());

interface Receipt {
	action?: string;
	ids?: Id[];
	created?: { entity_id: Id }[];
	fact_id?: Id;
	resolved?: boolean;
	facts?: { action: string; id?: Id; entity_id?: Id }[];
	values?: { action: string; entity_id?: Id }[];
	record?: { kind: string; value?: string; members?: string[] } | null;
}

/** What a slot holds after a value was said of it. @param mine the person's wording replaces (S3). */
function said(
	held: string | string[] | undefined,
	value: string,
	action: string,
	mine: boolean
): string | string[] | undefined {
	const worded = (each: string): string => (mine && same(each, value) ? value : each);
	if (action === 'confirmed') return typeof held === 'string' ? worded(held) : held?.map(worded);
	if (action === 'added') return [...(typeof held === 'string' ? [held] : (held ?? [])), value];
	return ['inserted', 'superseded', 'new', 'replaced'].includes(action) ? value : held;
}

function setSlot(model: Model, id: Id, attribute: unknown, held: string | string[] | undefined): void {
	const key = attributeKey(String(attribute));
	const { slots } = thing(model, id);
	if (held?.length) slots[key] = held;
	else Reflect.deleteProperty(slots, key);
}
const slotOf = (model: Model, id: Id, attribute: unknown) => thing(model, id).slots[attributeKey(String(attribute))];

/**
 * What the model is after a call that was answered so. undefined: the model does not know (an undo of something old …), and is read anew.
 */
export function predict(before: Model, call: Call, answer: unknown): Model | undefined {
	const model = structuredClone(before);
	const { args, operation } = call;
	const receipt = answer as Receipt; // as the operation answers
	const [id = ''] = receipt.ids ?? [];
	const action = receipt.action ?? '';
	const mine = call.by === 'me';
	for (const { entity_id } of receipt.created ?? []) thing(model, entity_id);
	switch (operation) {
		case 'remember': {
			const [fact] = receipt.facts ?? [];
			const [given] = args.facts as { replaces?: Id }[];
			if (fact?.action === 'new' && fact.id && fact.entity_id)
				thing(model, fact.entity_id).facts = withOne(thing(model, fact.entity_id).facts, fact.id);
			const old = given?.replaces;
			if (old !== undefined && fact && ['new', 'confirmed'].includes(fact.action) && fact.id !== old)
				for (const each of Object.values(model)) each.facts = without(each.facts, old);
			const [value] = receipt.values ?? [];
			const [told] = (args.values ?? []) as { attribute: string; value: string }[];
			if (told && value?.entity_id && value.action !== 'refused')
				setSlot(
					model,
					value.entity_id,
					told.attribute,
					said(slotOf(model, value.entity_id, told.attribute), told.value, value.action, mine)
				);
			return model;
		}
		case 'memory_fact_set':
			setSlot(model, id, args.attribute, said(slotOf(model, id, args.attribute), String(args.value), action, mine));
			return model;
		case 'memory_set_add': {
			const first = action === 'inserted' ? [String(args.member)] : undefined;
			setSlot(
				model,
				id,
				args.attribute,
				first ?? said(slotOf(model, id, args.attribute), String(args.member), action, mine)
			);
			return model;
		}
		case 'memory_set_remove': {
			const held = slotOf(model, id, args.attribute);
			if (action === 'removed' && Array.isArray(held))
				setSlot(
					model,
					id,
					args.attribute,
					held.filter((each) => !same(each, String(args.member)))
				);
			return model;
		}
		case 'memory_fact_resolve': {
			if (!receipt.resolved || action === 'rejected') return model;
			const held = receipt.record?.kind === 'set' ? receipt.record.members : receipt.record?.value;
			setSlot(model, id, args.attribute, held);
			return model;
		}
		case 'end_fact':
		case 'retract_fact':
			if (action === 'unchanged') return model;
			if (args.fact_id === undefined) setSlot(model, id, args.attribute, undefined);
			else for (const each of Object.values(model)) each.facts = without(each.facts, args.fact_id as Id);
			return model;
		case 'replace_fact': {
			if (args.fact_id === undefined) {
				setSlot(model, id, args.attribute, said(slotOf(model, id, args.attribute), String(args.content), action, mine));
				return model;
			}
			const [old, fresh] = receipt.ids ?? [];
			if (old === undefined || fresh === undefined || action === 'contested' || old === fresh) return model;
			if (!Object.values(model).some(({ facts }) => facts.includes(old))) return undefined; // it waited in Review
			for (const each of Object.values(model))
				if (each.facts.includes(old))
					each.facts = action === 'replaced' ? withOne(without(each.facts, old), fresh) : without(each.facts, old);
			return model;
		}
		case 'relate_entities':
		case 'end_relation': {
			const [from = '', to = ''] = receipt.ids ?? [];
			const edge = `${relationKey(String(args.relation))} ${to}`;
			if (operation === 'relate_entities') thing(model, from).edges = withOne(thing(model, from).edges, edge);
			else if (action !== 'unchanged') thing(model, from).edges = without(thing(model, from).edges, edge);
			return model;
		}
		case 'remove_entity':
			Reflect.deleteProperty(model, id);
			for (const each of Object.values(model)) each.edges = each.edges.filter((edge) => !edge.endsWith(` ${id}`));
			return model;
		case 'introduce_person':
			thing(model, id);
			return model;
		case 'undo':
			return undefined;
		default:
			return model;
	}
}
