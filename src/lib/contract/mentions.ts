/** Rows about mentions: where a thing's names stand in texts without being linked to it. The app's own. */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { clamped, inChannel, inOneChannel, keyed, limits, list, text } from './parameters';
import { entityBrief, id, receipt } from './shapes';

const find_mentions = operation({
	title: 'Find unlinked mentions',
	description:
		'Facts and notes in which a name of the entity stands without being linked to it. See link_mentions; what is linked already is in get_entity.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		entity_id: text(limits.id, 'Which entity'),
		limit: clamped(1, 500, 100, 'Most places, default 100'),
		...inChannel
	}),
	output: z.object({
		found: z.boolean(),
		items: z.array(
			z.object({
				kind: z.enum(['fact', 'note']),
				id,
				/** Of a fact: the thing it is at home with. */
				entity: entityBrief.nullable(),
				/** Of a note. */
				title: z.string().nullable(),
				/** Around the first place. */
				excerpt: z.string(),
				/** As it stands there. */
				matched: z.string()
			})
		)
	})
});

const link_mentions = operation({
	title: 'Link mentions',
	description:
		'Links facts and notes found by find_mentions to the entity: a fact mentions it from then on, in a note its name becomes a [[link]]. One undo takes all of it back.',
	effect: 'add',
	surface: 'app',
	input: z.strictObject({
		entity_id: text(limits.id, 'Which entity'),
		ids: list(text(limits.id, 'Id of a fact or a note'), 500, 'Which, from find_mentions'),
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({ linked: z.number().int() })
});

export const mentionOperations = { find_mentions, link_mentions };
