/** Rows about channels: the separate areas of a notebook (N7). */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { channelId, inChannel, keyed, name, paged } from './parameters';
import { at, id, page, receipt } from './shapes';

const list_channels = operation({
	title: 'List channels',
	description:
		'The separate areas of the notebook that you may read, such as work and home, with their ids. search_relationships needs one; elsewhere channel_id narrows.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({ ...inChannel, ...paged }),
	output: z.object({
		channels: z.array(
			z.object({
				channel_id: id,
				name: z.string(),
				entity_count: z.number().int(),
				last_change: at.nullable()
			})
		),
		...page
	})
});

const create_channel = operation({
	title: 'Create a channel',
	description:
		'Makes a separate area of the notebook. undo takes it back only when nothing lives in it. See list_channels.',
	effect: 'add',
	surface: 'app',
	input: z.strictObject({ name: name('What it is called'), ...keyed }),
	output: receipt.extend({ channel_id: id })
});

const rename_channel = operation({
	title: 'Rename a channel',
	description: 'Gives a channel another name; its id and what is in it stay. See list_channels.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({ channel_id: channelId('Which one'), name: name('What it is called from now on'), ...keyed }),
	output: receipt.extend({ channel_id: id })
});

export const channelOperations = {
	list_channels,
	create_channel,
	rename_channel
};
