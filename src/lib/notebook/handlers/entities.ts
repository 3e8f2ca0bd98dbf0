/** Writing about entities: names, type, description, Trash, and the person's own (N8–N10, E5). */
import { exactKey } from '../../domain/name';
import { refuse } from '../../domain/result';
import { entitySubject } from '../../domain/subject';
import { changeOfClaim } from '../../domain/replay';
import type { Id, Who } from '../../domain/model';
import { choiceOf, entityAnswer } from '../answers';
import type { HandlersOf, WriteCall } from '../context';
import { JournalView, versionsOf } from '../journal-view';
import { nameable, typeable } from '../nameable';
import { asking, mustOwn } from '../permits';
import { nameThePerson, personRow } from '../person';
import { existing } from '../receipts';
import type { ShelfRow } from '../shelves';
import type { Writer } from '../writer';
import { checkVersion } from './facts';

async function checkRow(writer: Writer, expected: string | undefined, { shelf, state }: ShelfRow): Promise<void> {
	if (expected === undefined) return;
	const [version] = await versionsOf(writer.tx, [shelf.rows.e]);
	checkVersion(expected, version, `"${state.name}"`);
}

const entityNow = (writer: Writer, id: Id) => entityAnswer(id, writer.living(id));

/** N9: another thing's name is refused, with the choice to merge. */
async function refuseTaken(writer: Writer, name: string, own: Id): Promise<void> {
	const taken = (await writer.rowsNamed(name)).filter(
		({ id, state, same }) =>
			id !== own &&
			!same?.includes(own) &&
			[state.name, ...state.aliases].some((each) => exactKey(each) === exactKey(name))
	);
	if (!taken.length) return;
	throw refuse(
		'ambiguous_name',
		`"${name}" is the name of another thing already.`,
		'Choose another name, or keep both apart; if they are the same thing, call merge_entities.',
		{
			rows: taken.map(choiceOf)
		}
	);
}

const rename: HandlersOf<{ rename_entity: 0 }>['rename_entity'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
		const row = await existing(call, writer, args.entity, args);
		await checkRow(writer, args.expected_version, row);
		const name = nameable(args.new_name, 'new_name');
		if (exactKey(name) !== exactKey(row.state.name)) await refuseTaken(writer, name, row.id);
		if (name !== row.state.name) await writer.claim(entitySubject(row.id), { verb: 'rename', name });
		return {
			change_id: null,
			action: writer.isEmpty ? ('unchanged' as const) : ('renamed' as const),
			ids: [row.id],
			before: { value: row.state.name },
			entity: entityNow(writer, row.id)
		};
	});

const addAlias: HandlersOf<{ add_alias: 0 }>['add_alias'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
		const row = await existing(call, writer, args.entity, args);
		const alias = nameable(args.alias, 'alias');
		await refuseTaken(writer, alias, row.id);
		const has = [row.state.name, ...row.state.aliases].includes(alias);
		if (!has) await writer.claim(entitySubject(row.id), { verb: 'alias', alias });
		return {
			change_id: null,
			action: has ? ('unchanged' as const) : ('added' as const),
			ids: [row.id],
			entity: entityNow(writer, row.id)
		};
	});

/** Who gave an alias last; nobody, for a former name. */
async function giverOf(writer: Writer, row: ShelfRow, alias: string): Promise<Who | undefined> {
	const log = row.shelf.rows.e?.log ?? [];
	const view = new JournalView(writer.tx);
	await view.load(log.map(changeOfClaim));
	for (const id of log.toReversed()) {
		const entry = view.claim(id)?.entry;
		if (entry?.body.verb === 'alias' && exactKey(entry.body.alias) === exactKey(alias)) return entry.who;
	}
	return undefined;
}

const removeAlias: HandlersOf<{ remove_alias: 0 }>['remove_alias'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
			const row = await existing(call, writer, args.entity, args);
			mustOwn(call, await giverOf(writer, row, args.alias), `The alias "${args.alias}"`);
			const has = row.state.aliases.some((alias) => exactKey(alias) === exactKey(args.alias));
			if (has) await writer.claim(entitySubject(row.id), { verb: 'unalias', alias: args.alias });
			return {
				change_id: null,
				action: has ? ('removed' as const) : ('unchanged' as const),
				ids: [row.id],
				entity: entityNow(writer, row.id)
			};
		})
	);

const setEntity: HandlersOf<{ set_entity: 0 }>['set_entity'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
		const row = await existing(call, writer, args.entity, args);
		await checkRow(writer, args.expected_version, row);
		const subject = entitySubject(row.id);
		const type = typeable(args.new_type, 'new_type') ?? (args.clear.includes('type') ? null : row.state.type);
		const description =
			args.description ?? (args.clear.includes('description') ? null : (row.state.description ?? null));
		if (type !== row.state.type) await writer.claim(subject, { verb: 'retype', type });
		if (description !== (row.state.description ?? null)) await writer.claim(subject, { verb: 'describe', description });
		return {
			change_id: null,
			action: writer.isEmpty ? ('unchanged' as const) : ('updated' as const),
			ids: [row.id],
			entity: entityNow(writer, row.id)
		};
	});

const removeEntity: HandlersOf<{ remove_entity: 0 }>['remove_entity'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
			const row = await existing(call, writer, args.entity, args);
			mustOwn(call, undefined, `"${row.state.name}"`);
			await checkRow(writer, args.expected_version, row);
			const rows = await writer.kin(row.id);
			for (const { id } of rows) await writer.claim(entitySubject(id), { verb: 'remove' });
			return {
				change_id: null,
				action: 'removed' as const,
				ids: rows.map(({ id }) => id),
				before: { value: row.state.name }
			};
		})
	);

const introduce: HandlersOf<{ introduce_person: 0 }>['introduce_person'] = (call: WriteCall, args) =>
	call.write({ channel_id: 'default' }, async (writer) => {
		const name = nameable(args.name, 'name');
		const known = await personRow(writer);
		if (known) return introduced(writer, known.id, name, 'exact');
		const pick = await writer.pick(name, 'person');
		const ref = 'row' in pick ? writer.ref(pick.row.id) : await writer.create(name, 'person', true);
		await nameThePerson(writer, ref.id);
		return introduced(writer, ref.id, name, 'row' in pick ? pick.matched_by : 'created');
	});

async function introduced(writer: Writer, id: Id, name: string, matched_by: 'exact' | 'alias' | 'fold' | 'created') {
	const before = writer.living(id).name;
	if (before !== name) {
		await refuseTaken(writer, name, id);
		await writer.claim(entitySubject(id), { verb: 'rename', name });
	}
	if (writer.living(id).type === null) await writer.claim(entitySubject(id), { verb: 'retype', type: 'person' });
	return {
		change_id: null,
		action: writer.isEmpty
			? ('unchanged' as const)
			: matched_by === 'created'
				? ('new' as const)
				: ('renamed' as const),
		ids: [id],
		matched_by,
		entity: entityNow(writer, id)
	};
}

export const entityHandlers = {
	rename_entity: rename,
	add_alias: addAlias,
	remove_alias: removeAlias,
	set_entity: setEntity,
	remove_entity: removeEntity,
	introduce_person: introduce
};
