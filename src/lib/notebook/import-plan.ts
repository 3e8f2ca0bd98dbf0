/**
 * What a foreign file would do to the notebook, before a word of it is written. Inside the file, names match by spelling; which rows of
 * the notebook they mean, `import-match` finds. Repeats unite; an absent end of a relation is only mentioned.
 */
import { LINK_ROLE, SUBJECT_ROLE } from '../domain/fact';
import type {
	ImportEntity,
	ImportFile,
	ImportItem,
	ImportObservation,
	ImportRelation,
	ImportValue
} from '../domain/import-item';
import { linksIn, namesOf } from '../domain/link';
import { attributeKey, exactKey, relationKey, textKey, typeKey } from '../domain/name';
import { createEnds, type Ends } from './import-ends';
import type { Plan, PlannedEntity, PlannedFile, PlannedRelation } from './planned';

type Tallied = 'entities' | 'facts' | 'relations' | 'notes' | 'refused';

const MOST_REFUSED = 100;

const emptyPlan = (): Plan => ({
	entities: [],
	notes: [],
	files: [],
	changes: [],
	refused: [],
	refusedTotal: 0,
	dropped: new Map(),
	ignored: new Map(),
	united: 0,
	repeatedObservations: 0,
	repeatedRelations: 0,
	lines: 0
});

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);

export const placeOf = (name: string, type: string | null): string =>
	`${name.normalize('NFC')}\u0000${type === null ? '' : typeKey(type)}`;

/** Gathers the items of a file. Nothing is looked up in the notebook yet. */
export function createPlanner() {
	const byPlace = new Map<string, PlannedEntity>();
	const bySpelling = new Map<string, PlannedEntity[]>();
	const relations: ImportRelation[] = [];
	const plan = emptyPlan();

	const byFile = new Map<string, PlannedFile>();
	const tally = (what: Tallied, name: string | undefined, n = 1) => {
		const file = name === undefined ? plan.files.at(-1) : byFile.get(name);
		if (file) file[what] += n;
	};
	const addFile = ({ file, format, about }: ImportFile) => {
		const planned = {
			file,
			format,
			...(about !== undefined && { about }),
			entities: 0,
			facts: 0,
			relations: 0,
			notes: 0,
			refused: 0
		};
		plan.files.push(planned);
		byFile.set(file, planned);
	};
	const refuse = (line: number, reason: string, excerpt: string, file: string | undefined) => {
		plan.refusedTotal++;
		tally('refused', file);
		if (plan.refused.length < MOST_REFUSED)
			plan.refused.push({ kind: 'refused', line, reason, excerpt, ...(file !== undefined && { file }) });
	};

	function planned(item: Pick<ImportEntity, 'name' | 'type' | 'line' | 'file'>, mentioned: boolean): PlannedEntity {
		const { name, type, line, file } = item;
		const entity: PlannedEntity = {
			name,
			type,
			line,
			...(file !== undefined && { file }),
			aliases: [],
			values: new Map(),
			observations: new Map(),
			mentions: new Map(),
			relations: [],
			related: new Set(),
			number: plan.entities.length,
			mentioned
		};
		plan.entities.push(entity);
		byPlace.set(placeOf(name, type), entity);
		const spelling = name.normalize('NFC');
		const list = bySpelling.get(spelling);
		if (list) list.push(entity);
		else bySpelling.set(spelling, [entity]);
		return entity;
	}

	function addEntity(item: ImportEntity): void {
		if (!item.isMore) tally('entities', item.file);
		tally('facts', item.file, item.observations.length);
		const known = byPlace.get(placeOf(item.name, item.type));
		if (known && !item.isMore) plan.united++;
		const entity = known ?? planned(item, item.mentioned === true);
		if (!item.mentioned) entity.mentioned = false;
		if (item.description !== undefined) entity.description ??= item.description;
		if (item.id !== undefined) entity.told ??= item.id;
		const created = item.created === undefined ? undefined : Date.parse(item.created);
		if (created !== undefined && (entity.created === undefined || created < entity.created)) entity.created = created;
		for (const observation of item.observations) addObservation(entity, observation);
		for (const alias of item.aliases ?? []) addAlias(entity, alias);
		for (const value of item.values ?? []) addValue(entity, value, item);
	}

	function addObservation(entity: PlannedEntity, observation: ImportObservation): void {
		const key = textKey(observation.text);
		if (!key) return;
		if (entity.observations.has(key)) plan.repeatedObservations++;
		else entity.observations.set(key, observation);
	}

	/** Two values of one attribute, said one after the other, are a set: a file does not say which came later. */
	function addValue(entity: PlannedEntity, { attribute, values, isSet }: ImportValue, item: ImportEntity): void {
		const key = attributeKey(attribute);
		if (!key) return refuse(item.line, 'an attribute has no letter or digit to find it by', attribute, item.file);
		const value = entity.values.get(key) ?? { attribute, members: new Map<string, string>(), isSet };
		for (const each of values) if (!value.members.has(textKey(each))) value.members.set(textKey(each), each);
		value.isSet ||= isSet || value.members.size > 1;
		if (value.members.size) entity.values.set(key, value);
	}

	function add(item: ImportItem): void {
		plan.lines = Math.max(plan.lines, item.kind === 'change' ? plan.lines : item.line);
		switch (item.kind) {
			case 'entity':
				if (!exactKey(item.name)) {
					refuse(item.line, 'its name holds nothing to find it by', item.name, item.file);
					break;
				}
				item.dropped.forEach((field) => count(plan.dropped, field));
				addEntity(item);
				break;
			case 'relation':
				item.dropped.forEach((field) => count(plan.dropped, field));
				tally('relations', item.file);
				relations.push(item);
				break;
			case 'note':
				tally('notes', item.file);
				plan.notes.push(item);
				break;
			case 'file':
				addFile(item);
				break;
			case 'change':
				plan.changes.push(item.change);
				break;
			case 'refused':
				refuse(item.line, item.reason, item.excerpt, item.file);
				break;
			case 'ignored':
				count(plan.ignored, item.what);
		}
	}

	/** Relations are placed when the whole file has been read: they may come before what they name. */
	function finish(): Plan {
		const ends = createEnds(plan.entities, bySpelling, planned);
		for (const item of relations) {
			const key = relationKey(item.relation);
			const words = `${item.from} → ${item.to}`;
			if (!key) refuse(item.line, `its relation "${item.relation}" has no letter or digit`, words, item.file);
			else placeRelation(item, key, ends);
		}
		for (const entity of [...plan.entities]) placeMentions(entity, ends);
		return plan;
	}

	function placeRelation(item: ImportRelation, key: string, ends: Ends): void {
		const { line, file } = item;
		if (!exactKey(item.from) || !exactKey(item.to))
			return refuse(line, 'one of its ends holds nothing to find it by', `${item.from} → ${item.to}`, file);
		const from = ends.end(item.from, item.fromType, line);
		const to = ends.end(item.to, item.toType, line);
		if (from === to) {
			const words = `${item.from} → ${item.relation} → ${item.to}`;
			return refuse(line, 'a thing has no relation to itself', words, file);
		}
		const place = `${String(to.number)} ${key}`;
		if (from.related.has(place)) {
			plan.repeatedRelations++;
			return;
		}
		from.related.add(place);
		from.relations.push(plannedRelation(item, key, to));
	}

	return { add, finish };
}

const plannedRelation = (item: ImportRelation, key: string, to: PlannedEntity): PlannedRelation => ({
	to,
	relation: item.relation,
	key,
	...(item.strength !== undefined && { strength: item.strength }),
	...(item.confidence !== undefined && { confidence: item.confidence }),
	...(item.context !== undefined && { context: item.context }),
	...(item.created !== undefined && { at: Date.parse(item.created) }),
	...(item.valid_from !== undefined && { valid_from: Date.parse(item.valid_from) }),
	...(item.valid_until !== undefined && { valid_until: Date.parse(item.valid_until) })
});

function addAlias(entity: PlannedEntity, alias: string): void {
	const key = exactKey(alias);
	if (key && ![entity.name, ...entity.aliases].some((each) => exactKey(each) === key)) entity.aliases.push(alias);
}

/** Whom the sentences about a thing name: said so, or linked in their words to what the file knows. */
function placeMentions(entity: PlannedEntity, ends: Ends): void {
	for (const [key, { text, mentions = [], hasLinks }] of entity.observations) {
		const named: { to: PlannedEntity; role: string }[] = [];
		const add = (to: PlannedEntity | undefined, role: string) => {
			const isNew = to && !named.some((each) => each.to === to && each.role === role);
			if (isNew && !(to === entity && role === SUBJECT_ROLE)) named.push({ to, role });
		};
		for (const { name, type, role } of mentions) if (exactKey(name)) add(ends.end(name, type, entity.line), role);
		const linked = hasLinks ? namesOf(linksIn(text)) : [];
		for (const name of linked) {
			const to = mentions.some((each) => each.name === name) ? undefined : ends.known(name);
			if (to !== entity) add(to, LINK_ROLE);
		}
		if (named.length) entity.mentions.set(key, named);
	}
}
