/** `[[links]]` of a note, resolved when it is written: `[[Name]]`, `[[Name|shown]]`. Unknown names stay text; nothing is made for them. */
import type { EntityRef } from '../domain/model';
import { lookUp } from '../domain/resolve';
import type { Writer } from './writer';

const LINK = /\[\[([^[\]|\n]{1,200})(?:\|[^[\]\n]{0,200})?\]\]/gu;
const MAX_LINKS = 500;

export const linkNames = (text: string): string[] =>
	[...new Set([...text.matchAll(LINK)].slice(0, MAX_LINKS).map(([, name]) => (name ?? '').trim()))].filter(Boolean);

export async function linkedEntities(
	writer: Writer,
	text: string,
	channel = writer.options.channel
): Promise<EntityRef[]> {
	const refs = new Map<string, EntityRef>();
	for (const name of linkNames(text)) {
		const found = lookUp(await writer.rowsNamed(name, channel), name);
		const [row] = found.found ? found.rows : [];
		if (row) refs.set(row.id, { id: row.id, name: row.state.name, type: row.state.type });
	}
	return [...refs.values()];
}
