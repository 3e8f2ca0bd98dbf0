/** A reading as the call that saves it, and the words that say it was saved. Pure. */
import type { RawInputOf } from '../contract';
import { linkTo } from '../domain/link';
import type { End, Reading } from './capture';
import { strings } from './strings';

/** A mention without a role said: it stands in the sentence, no more is known. */
export const PLAIN_ROLE = 'mentioned';

export type CaptureCall =
	| { operation: 'relate_entities'; args: RawInputOf<'relate_entities'>; said: string }
	| { operation: 'memory_fact_set'; args: RawInputOf<'memory_fact_set'>; said: string }
	| { operation: 'memory_set_add'; args: RawInputOf<'memory_set_add'>; said: string }
	| { operation: 'remember'; args: RawInputOf<'remember'>; said: string }
	| { operation: 'add_note'; args: RawInputOf<'add_note'>; said: string };

const typeOf = ({ known }: End): { type?: string } => (known?.type ? { type: known.type } : {});
const idOf = ({ known }: End): { entity_id?: string } => (known ? { entity_id: known.id } : {});
const said = strings.box.saved;

/** The call for a reading; null for one that is not finished. */
export function captureCall(reading: Reading): CaptureCall | null {
	switch (reading.kind) {
		case 'relation': {
			const { from, relation, to } = reading;
			const ids = {
				...(from.known && { from_entity_id: from.known.id }),
				...(to.known && { to_entity_id: to.known.id })
			};
			return {
				operation: 'relate_entities',
				args: { fromEntity: from.name, relation, toEntity: to.name, ...ids },
				said: said.relation(from.name, relation, to.name)
			};
		}
		case 'value': {
			const { entity, attribute, value } = reading;
			return {
				operation: 'memory_fact_set',
				args: { entity: entity.name, ...idOf(entity), attribute, value },
				said: said.value(attribute, value)
			};
		}
		case 'member': {
			const { entity, attribute, value } = reading;
			return {
				operation: 'memory_set_add',
				args: { entity: entity.name, ...idOf(entity), attribute, member: value },
				said: said.member(value, attribute)
			};
		}
		case 'fact':
			return { operation: 'remember', args: { facts: [factOf(reading)] }, said: said.fact(reading.entity.name) };
		case 'note':
			return { operation: 'add_note', args: { text: linked(reading), kind: 'capture' }, said: said.note };
		case 'unfinished':
			return null;
	}
}

function factOf({ entity, content, mentions }: Extract<Reading, { kind: 'fact' }>) {
	return {
		entity: entity.name,
		...typeOf(entity),
		content,
		mentions: mentions.map((m) => ({ entity: m.name, ...typeOf(m), role: PLAIN_ROLE }))
	};
}

/** In a note a name is marked `[[so]]`; `@` was only a way to type it. */
function linked({ text, mentions }: Extract<Reading, { kind: 'note' }>): string {
	return mentions.reduce((line, { name }) => line.replaceAll(`@${name}`, () => linkTo(name)), text);
}
