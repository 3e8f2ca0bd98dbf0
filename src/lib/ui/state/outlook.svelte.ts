/** What a value would do to what is there, told before Enter: it is new, it confirms, it replaces, it joins a list. */
import type { Client } from '../client';
import type { Reading } from '../capture';
import { sameText } from '../same-text';

export type Effect =
	| { kind: 'new' }
	| { kind: 'confirms' }
	| { kind: 'replaces'; value: string }
	| { kind: 'joins'; members: readonly string[] };

type ValueReading = Extract<Reading, { kind: 'value' }>;

const keyOf = ({ entity, attribute }: ValueReading): string => `${entity.known?.id ?? ''}\n${attribute}`;

type Standing = { value: string } | { members: readonly string[] } | null;

export class Outlook {
	#key = $state('');
	#standing = $state.raw<Standing>(null);

	constructor(readonly client: Client) {}

	/** The effect of a reading, when it is known by now. */
	of(reading: Reading | undefined): Effect | null {
		if (reading?.kind !== 'value' || keyOf(reading) !== this.#key) return null;
		const there = this.#standing;
		if (!there) return { kind: 'new' };
		if ('members' in there) return { kind: 'joins', members: there.members };
		return sameText(there.value, reading.value) ? { kind: 'confirms' } : { kind: 'replaces', value: there.value };
	}

	/** Whether `of` can tell by now. */
	knows(reading: Reading): boolean {
		return reading.kind !== 'value' || !reading.entity.known || keyOf(reading) === this.#key;
	}

	async look(reading: Reading | undefined): Promise<void> {
		if (reading?.kind !== 'value' || !reading.entity.known || keyOf(reading) === this.#key) return;
		const key = keyOf(reading);
		const { name, known } = reading.entity;
		const result = await this.client.door.memory_fact_get({
			entity: name,
			entity_id: known.id,
			attribute: reading.attribute
		});
		if (!result.ok) return;
		const { record } = result.value;
		this.#standing =
			record === null ? null : record.kind === 'set' ? { members: record.members } : { value: record.value };
		this.#key = key;
	}

	forget(): void {
		this.#key = '';
	}
}
