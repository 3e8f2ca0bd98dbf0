/** The notebook as a whole: overview, the page of a thing, settings of this device, the sample. */
import type { OutputOf } from '../../contract';
import { compareFacts, isCurrent } from '../../domain/fact';
import { familiesOf } from '../../domain/family';
import { hlcMs } from '../../domain/clock';
import { exactKey } from '../../domain/name';
import { meansThePerson } from '../../domain/resolve';
import { changeOfClaim } from '../../domain/replay';
import { isEmpty } from '../../domain/slot';
import { contendersOf, entityAnswer, iso, namedEdges, recordAnswer, wholeFact } from '../answers';
import { Bench } from '../bench';
import { isPerson } from '../caller';
import type { Call, Context, HandlersOf } from '../context';
import { cutText } from '../gist';
import { checkChannel } from '../home';
import { versionsOf } from '../journal-view';
import { reVerifyReason } from '../re-verify';
import type { LinkedFact, Reading } from '../reading';
import { edgeOf, entityOf, isLiving, isMentionedOnly, noteOf, weightOf, type ShelfRow } from '../shelves';
import { notesAbout } from './notes';
import { reviewCount } from './review';
import { unfinishedImports } from '../importing';
import { pairsAround } from '../kin';
import { declarationAnswer } from '../merge-preview';
import { loadSample } from '../load-sample';
import { tally, tallyIn } from '../tally';
import { keepUse } from '../uses';

type Dossier = OutputOf<'get_dossier'>;

async function dossierSlots(reading: Reading, rows: readonly ShelfRow[]): Promise<Dossier['slots']> {
	const slots: Dossier['slots'] = [];
	for (const { row, slot, log } of await reading.slots(rows)) {
		if (isEmpty(slot) && !slot.contender) continue;
		slots.push({
			entity_id: row.id,
			attribute: slot.attribute,
			record: recordAnswer(slot, {
				entity: row.state.name,
				now: reading.now,
				verbose: true,
				re_verify: await reVerifyReason(reading.tx, slot)
			}),
			contenders: contendersOf(slot),
			versions: log.length
		});
	}
	return slots.sort((a, b) => b.contenders.length - a.contenders.length);
}

async function dossierRelations(reading: Reading, rows: readonly ShelfRow[]): Promise<Dossier['relations']> {
	const edges = await reading.relations(rows);
	const ids = edges.map(({ other }) => other);
	const briefs = await reading.briefs(ids);
	const shown = [...briefs.values()].map(({ id }) => id);
	const shelves = new Map(
		(await reading.tx.shelves([...new Set([...ids, ...shown])])).map((shelf) => [shelf?.id, shelf])
	);
	return namedEdges(edges, briefs).flatMap(({ direction, other, relationKey, at, brief }) => {
		const shelf = shelves.get(other);
		const speaker = shelves.get(brief.id);
		const held = rows.map((row) =>
			direction === 'out' ? edgeOf(row.shelf, other, relationKey) : edgeOf(shelf, row.id, relationKey)
		);
		const edge = held.find((each) => each && isCurrent(each, reading.now)) ?? held.find((each) => each !== null);
		const first = edge?.support[0];
		if (!edge) return [];
		return [
			{
				relation: edge.relation,
				direction,
				entity: { ...brief, mentioned_only: speaker ? isMentionedOnly(speaker, reading.now) : true },
				strength: edge.strength ?? null,
				confidence: edge.confidence,
				context: edge.contexts[0] ?? null,
				by: first?.who ?? 'person',
				created_at: iso(first?.at ?? at),
				status: edge.status,
				change_id: first ? changeOfClaim(first.id) : ''
			}
		];
	});
}

const byRank = (a: LinkedFact, b: LinkedFact): number => compareFacts(ranked(a), ranked(b));
const ranked = ({ id, is_subject, fact }: LinkedFact) => ({
	id,
	is_subject,
	importance: fact.importance ?? null,
	at: fact.support[0]?.at ?? 0
});

async function dossierFacts(reading: Reading, rows: readonly ShelfRow[], past: boolean, most: number) {
	const linked = (await reading.facts(rows, { mentions: true, past })).sort(byRank);
	const briefs = await reading.briefs(linked.flatMap(({ fact }) => fact.mentions.map(({ id }) => id)));
	const about = linked.filter(({ is_subject }) => is_subject);
	const mentions = linked.filter(({ is_subject }) => !is_subject);
	const whole = (list: LinkedFact[]) => list.slice(0, most).map(({ id, fact }) => wholeFact(id, fact, briefs));
	return { about: whole(about), mentions: whole(mentions), totals: { about: about.length, mentions: mentions.length } };
}

async function dossierNotes(reading: Reading, rows: readonly ShelfRow[]): Promise<Dossier['notes']> {
	const ids = new Set<string>();
	for (const row of rows) for (const id of await notesAbout(reading, row.id)) ids.add(id);
	const shelves = await reading.tx.shelves([...ids]);
	return shelves.flatMap((shelf) => {
		const note = noteOf(shelf);
		return shelf && note && !note.removed
			? [{ id: shelf.id, title: note.title ?? null, excerpt: cutText(note.text, 200), updated_at: iso(note.updated) }]
			: [];
	});
}

/** Its rows, and the declarations that make them one thing. */
async function dossierFamily(reading: Reading, rows: readonly ShelfRow[]): Promise<Dossier['family']> {
	const listed = rows.map(({ id, state }) => entityAnswer(id, state));
	if (rows.length < 2) return { rows: listed, declarations: [] };
	const { pairs } = await pairsAround(new Bench(reading.tx), rows[0]?.id ?? '');
	const { skipped } = familiesOf(pairs);
	const declarations = pairs.flatMap(({ low, state }) =>
		state.merges.filter(({ id }) => !skipped.has(id)).map((merge) => declarationAnswer(low, state.other, merge))
	);
	return { rows: listed, declarations: declarations.sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

const getDossier: HandlersOf<{ get_dossier: 0 }>['get_dossier'] = (call, args) =>
	call.read(
		async (reading) => {
			const shelf = await reading.tx.shelf(args.entity_id);
			const state = entityOf(shelf);
			if (!shelf || !state || !reading.mayRead(state.channel)) return emptyDossier;
			const weight = weightOf(shelf, reading.now);
			const row: ShelfRow = { id: shelf.id, state, weight, same: shelf.kin?.same ?? [], shelf };
			const living = await reading.thing(row.id);
			const rows = [row, ...living.filter(({ id }) => id !== row.id)]; // in the Trash it has a page of its own
			const facts = await dossierFacts(reading, rows, args.history, args.limit);
			const relations = await dossierRelations(reading, rows);
			const notes = await dossierNotes(reading, rows);
			const log = shelf.rows.e?.log ?? [];
			const [version] = await versionsOf(reading.tx, [shelf.rows.e]);
			const [head] = await reading.tx.heads([changeOfClaim(log[0] ?? '.')]);
			const named = (await reading.family(state.name)).rows.filter(
				({ id, state: { name } }) => rows.every((each) => each.id !== id) && exactKey(name) === exactKey(state.name)
			);
			return {
				found: true,
				entity: {
					...entityAnswer(shelf.id, state),
					created_at: iso(state.created),
					updated_at: iso(state.updated),
					by: head?.who ?? 'person',
					version: version ?? '',
					mentioned_only: isMentionedOnly(shelf, reading.now),
					removed: state.removed === true,
					is_person: state.channel === 'default' && [state.name, ...state.aliases].some(meansThePerson)
				},
				namesakes: named.map(({ id, state: { name, type } }) => ({ entity_id: id, name, type, why: 'namesake' })),
				family: await dossierFamily(reading, rows),
				slots: await dossierSlots(reading, rows),
				about: facts.about,
				mentions: facts.mentions,
				relations: relations.slice(0, args.limit),
				notes,
				totals: { ...facts.totals, relations: relations.length, notes: notes.length }
			};
		},
		args.channel_id,
		args.as_of
	);

const emptyDossier: Dossier = {
	found: false,
	entity: null,
	family: { rows: [], declarations: [] },
	namesakes: [],
	slots: [],
	about: [],
	mentions: [],
	relations: [],
	notes: [],
	totals: { about: 0, mentions: 0, relations: 0, notes: 0 }
};

type Overview = OutputOf<'get_overview'>;

/** Things changed last, each once, with what was said last. */
async function recentThings(reading: Reading, most: number): Promise<Overview['recent']> {
	const recent = new Map<string, Overview['recent'][number]>();
	const heads = await reading.tx.headsBefore(undefined, most * 4);
	const briefs = await reading.briefs(heads.flatMap(({ gist }) => gist.entities.map(({ id }) => id)));
	for (const head of heads)
		for (const { id } of head.gist.entities.slice(0, most)) {
			const brief = briefs.get(id);
			const channel = reading.context.indexes.names.get(id)?.channel;
			if (channel !== undefined && !reading.mayRead(channel)) continue;
			if (!brief || recent.has(id) || recent.size >= most) continue;
			const line = head.gist.lines.find(({ entity }) => entity === id) ?? head.gist.lines[0];
			recent.set(id, { ...brief, updated_at: iso(hlcMs(head.hlc)), by: head.who, text: line?.text ?? '' });
		}
	return [...recent.values()];
}

async function findPerson(reading: Reading): Promise<Overview['person']> {
	const [row] = (await reading.family('User')).rows.filter(({ state }) => state.channel === 'default');
	return row ? { id: row.id, name: row.state.name, type: row.state.type } : null;
}

const getOverview =
	(context: Context): HandlersOf<{ get_overview: 0 }>['get_overview'] =>
	async (call, args) => {
		await context.ready;
		const review = await reviewCount(call, args.channel_id);
		const { indexes } = context;
		const unfinished = await unfinishedImports(context);
		return call.read(async (reading) => {
			const [newest] = await reading.tx.headsBefore(undefined, 1);
			return {
				...(args.channel_id === undefined ? tally(indexes) : await tallyIn(reading.tx, indexes, args.channel_id)),
				changes: await reading.tx.countChanges(),
				review,
				empty: newest === undefined,
				person: await findPerson(reading),
				recent: await recentThings(reading, args.recent),
				last_change: newest ? iso(hlcMs(newest.hlc)) : null,
				storage: context.storage(),
				unfinished_imports: unfinished
			};
		}, args.channel_id);
	};

const getSettings: HandlersOf<{ get_settings: 0 }>['get_settings'] = (call: Call) =>
	call.read((reading) => call.context.settings.read(reading.tx));

const setSettings: HandlersOf<{ set_settings: 0 }>['set_settings'] = async (call, args) => {
	const { store, settings: keeper } = call.context;
	const written = await store.write(async (tx) => {
		if (args.home_channel !== undefined) await checkChannel(tx, args.home_channel);
		const settings = { ...(await keeper.read(tx)), ...args };
		await tx.setMeta('settings', settings);
		return settings;
	});
	const settings = keeper.note(written);
	// In whatever tab it was said, every page is to know.
	call.context.emit({ type: 'settings' });
	if (args.agents_enabled !== undefined) call.context.emit({ type: 'agents' });
	return settings;
};

/** Nobody hears of it: what is suggested next is asked next. */
const recordUse: HandlersOf<{ record_use: 0 }>['record_use'] = async ({ caller, context, now }, { entity_id }) => {
	if (!isPerson(caller)) return { recorded: false };
	const uses = await context.store.write(
		async (tx) => (isLiving(entityOf(await tx.shelf(entity_id))) ? keepUse(tx, entity_id, now) : undefined),
		'relaxed'
	);
	if (uses) context.indexes.takeUses(uses);
	return { recorded: uses !== undefined };
};

export const createNotebookHandlers = (context: Context) => ({
	get_overview: getOverview(context),
	get_dossier: getDossier,
	get_settings: getSettings,
	set_settings: setSettings,
	record_use: recordUse,
	load_sample: ((call) => loadSample(context, call)) as HandlersOf<{ load_sample: 0 }>['load_sample']
});
