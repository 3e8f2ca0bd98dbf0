/** `[[links]]` of a text, resolved when it is written. Unknown names stay text; nothing is made for them. */
import { linksIn, namesOf } from '../domain/link';
import type { EntityRef } from '../domain/model';
import { lookUp } from '../domain/resolve';
import type { Writer } from './writer';

const MAX_LINKS = 500;

export async function linkedEntities(
	writer: Writer,
	text: string,
	channel = writer.options.channel
): Promise<EntityRef[]> {
	const refs = new Map<string, EntityRef>();
	for (const name of namesOf(linksIn(text).slice(0, MAX_LINKS))) {
		const found = lookUp(await writer.rowsNamed(name, channel), name);
		const [row] = found.found ? found.rows : [];
		if (row) refs.set(row.id, { id: row.id, name: row.state.name, type: row.state.type });
	}
	return [...refs.values()];
}
