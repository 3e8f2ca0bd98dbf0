/** Entities, notes and channels: single-valued attributes, of which the last in order wins (end of model.md). Pure. */
import type { ChannelState, EntityRef, EntityState, Entry, NoteState } from './model';
import { exactKey } from './name';

const sameSpelling = (a: string, b: string): boolean => exactKey(a) === exactKey(b);
const withoutName = (names: string[], name: string): string[] => names.filter((each) => !sameSpelling(each, name));

/** N9: the old name stays as an alias, but not for a change of case alone. */
function renamed(state: EntityState, name: string): EntityState {
	const aliases = withoutName(state.aliases, name);
	return { ...state, name, aliases: sameSpelling(state.name, name) ? aliases : [...aliases, state.name] };
}

function described(state: EntityState, description: string | null): EntityState {
	const { description: _old, ...rest } = state;
	return description === null ? rest : { ...rest, description };
}

/** A row that was only mentioned becomes known, and takes the type it lacked (E2, N8). */
function known(
	state: EntityState,
	type: string | null,
	description: string | undefined,
	mentioned: boolean
): EntityState {
	const { mentioned: was, ...rest } = state;
	return {
		...rest,
		...(was && mentioned && { mentioned: true as const }),
		type: state.type ?? type,
		...(description !== undefined && rest.description === undefined && { description })
	};
}

function created(entry: Entry, body: Extract<Entry['body'], { verb: 'create' }>): EntityState {
	const at = body.at ?? entry.at;
	return {
		channel: body.channel,
		name: body.name,
		type: body.type,
		...(body.description !== undefined && { description: body.description }),
		aliases: [],
		created: at,
		updated: entry.at,
		...(body.mentioned && { mentioned: true as const })
	};
}

/** What one claim does to an entity. */
export function stepEntity(state: EntityState | null, entry: Entry): EntityState | null {
	const body = entry.body;
	if (body.verb === 'create' && !state) return created(entry, body);
	if (!state) return null;
	return { ...changed(state, entry), updated: Math.max(state.updated, entry.at) };
}

function changed(state: EntityState, { body }: Entry): EntityState {
	switch (body.verb) {
		case 'create':
			return known(state, body.type, body.description, body.mentioned === true);
		case 'rename':
			return renamed(state, body.name);
		case 'retype':
			return { ...state, type: body.type };
		case 'describe':
			return described(state, body.description);
		case 'alias':
			return sameSpelling(state.name, body.alias)
				? state
				: { ...state, aliases: [...withoutName(state.aliases, body.alias), body.alias] };
		case 'unalias':
			return { ...state, aliases: withoutName(state.aliases, body.alias) };
		case 'remove':
			return { ...state, removed: true };
		default:
			return state;
	}
}

/** J4: its own claims are undone, but others name it: it lives as they name it, mentioned only. */
export const ghostOf = (ref: EntityRef, channel: string, at: number): EntityState => ({
	channel,
	name: ref.name,
	type: ref.type,
	aliases: [],
	created: at,
	updated: at,
	mentioned: true,
	ghost: true
});

/** What one claim does to a note. Two texts that did not see each other are flagged, until one is written that saw both. */
export function stepNote(state: NoteState | null, entry: Entry, forked = false): NoteState | null {
	const body = entry.body;
	if (body.verb === 'remove') return state && { ...state, removed: true };
	if (body.verb !== 'write-note') return state;
	return {
		channel: state?.channel ?? body.channel,
		...(body.title !== undefined && { title: body.title }),
		text: body.text,
		kind: state?.kind ?? body.note_kind,
		created: state?.created ?? entry.at,
		updated: entry.at,
		by: entry.who,
		mentions: (body.mentions ?? []).map(({ id }) => id),
		...(forked && { forked: true as const })
	};
}

/** What one claim does to a channel. */
export function stepChannel(state: ChannelState | null, entry: Entry): ChannelState | null {
	return entry.body.verb === 'name-channel' ? { name: entry.body.name } : state;
}
