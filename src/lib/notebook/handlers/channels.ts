/** Channels: the separate areas of the notebook (N7). The first one is `default` on every device and needs no claim. */
import { DEFAULT_CHANNEL, type Id } from '../../domain/model';
import { exactKey } from '../../domain/name';
import { refuse } from '../../domain/result';
import { channelSubject } from '../../domain/subject';
import { iso } from '../answers';
import { isOpenTo } from '../caller';
import type { HandlersOf } from '../context';
import { channelsIn } from '../home';
import { families } from '../kindred';
import { nameable } from '../nameable';
import { page } from '../paging';
import type { Writer } from '../writer';

const listChannels: HandlersOf<{ list_channels: 0 }>['list_channels'] = async (call, args) => {
	await call.context.ready;
	const { names, ids } = call.context.indexes;
	const counts = new Map<Id, { count: number; last: number }>();
	for (const id of ids()) {
		const entry = names.get(id);
		if (!entry) continue;
		const seen = counts.get(entry.channel) ?? { count: 0, last: 0 };
		counts.set(entry.channel, { count: seen.count + 1, last: Math.max(seen.last, entry.updated) });
	}
	for (const [{ channel } = { channel: '' }, ...others] of families(names)) {
		const seen = counts.get(channel);
		if (seen) seen.count -= others.length; // rows of one thing (N6)
	}
	const channels = (await call.read((reading) => channelsIn(reading.tx)))
		.filter(({ id }) => (args.channel_id === undefined || id === args.channel_id) && isOpenTo(call.caller, id))
		.map(({ id, name }, i) => {
			const { count = 0, last = 0 } = counts.get(id) ?? {};
			return { i, channel: { channel_id: id, name, entity_count: count, last_change: last ? iso(last) : null } };
		});
	const paged = page(channels, { scope: call.scope, cursor: args.cursor, budget: args.budget }, ({ i }) => [i]);
	return {
		channels: paged.items.map(({ channel }) => channel),
		...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
	};
};

async function refuseTaken(writer: Writer, name: string, own?: Id): Promise<void> {
	const taken = (await channelsIn(writer.tx)).find((each) => each.id !== own && exactKey(each.name) === exactKey(name));
	if (taken)
		throw refuse(
			'invalid_parameter',
			`A channel "${taken.name}" exists already.`,
			'Choose another name, or use that channel.',
			{ parameter: 'name' }
		);
}

const createChannel: HandlersOf<{ create_channel: 0 }>['create_channel'] = (call, args) =>
	call.write({ channel_id: DEFAULT_CHANNEL }, async (writer) => {
		await refuseTaken(writer, nameable(args.name, 'name'));
		const id = call.context.tools.newId();
		await writer.claim(channelSubject(id), { verb: 'name-channel', name: args.name });
		return { change_id: null, action: 'new' as const, ids: [id], channel_id: id };
	});

const renameChannel: HandlersOf<{ rename_channel: 0 }>['rename_channel'] = (call, args) =>
	call.write({ channel_id: args.channel_id }, async (writer) => {
		await refuseTaken(writer, nameable(args.name, 'name'), args.channel_id);
		const before = (await channelsIn(writer.tx)).find(({ id }) => id === args.channel_id);
		const same = before?.name === args.name;
		if (!same) await writer.claim(channelSubject(args.channel_id), { verb: 'name-channel', name: args.name });
		return {
			change_id: null,
			action: same ? ('unchanged' as const) : ('renamed' as const),
			ids: [args.channel_id],
			...(before && { before: { value: before.name } }),
			channel_id: args.channel_id
		};
	});

export const channelHandlers = {
	list_channels: listChannels,
	create_channel: createChannel,
	rename_channel: renameChannel
};
