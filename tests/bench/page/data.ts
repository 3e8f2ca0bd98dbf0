/** The notebook that is measured, made from a seed: as the file that is imported, and as the plain records that the peers hold. */
import { generateMemoryFile, memoryFileLines, type MemoryFileSize } from '../../support/memory-files';

/** All that is known of a thing, as a program without a notebook would store it. */
export interface PlainRecord {
	id: string;
	name: string;
	type: string;
	observations: string[];
	relations: { type: string; to: string }[];
}

/** With what points at it too, so that one look-up answers as much as get_entity_context does. */
export interface WholeRecord extends PlainRecord {
	incoming: { type: string; from: string }[];
}

export interface Data {
	file: Blob;
	records: WholeRecord[];
}

interface Line {
	type: string;
	name: string;
	entityType: string;
	observations: string[];
	from: string;
	to: string;
	relationType: string;
}

/** Repeats are united here too, as a file's reader must. */
export function makeData(size: MemoryFileSize): Data {
	const byName = new Map<string, WholeRecord>();
	for (const text of memoryFileLines(size)) {
		const line = JSON.parse(text) as Line; // our own generator's
		if (line.type === 'entity') addEntity(byName, line);
		else addRelation(byName, line);
	}
	return { file: generateMemoryFile(size), records: [...byName.values()] };
}

function addEntity(byName: Map<string, WholeRecord>, { name, entityType, observations }: Line): void {
	const known = byName.get(name);
	if (!known)
		byName.set(name, {
			id: crypto.randomUUID(),
			name,
			type: entityType,
			observations: [...new Set(observations)],
			relations: [],
			incoming: []
		});
	else known.observations = [...new Set([...known.observations, ...observations])];
}

function addRelation(byName: Map<string, WholeRecord>, { from, to, relationType: type }: Line): void {
	const source = byName.get(from);
	const target = byName.get(to);
	if (!source || !target || source === target) return;
	if (source.relations.some((each) => each.to === to && each.type === type)) return;
	source.relations.push({ type, to });
	target.incoming.push({ type, from });
}

/** mulberry32: 0 ≤ x < 1, the same for the same seed. */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** One of the list, each as likely as any other. */
export function pick<T>(random: () => number, from: readonly T[]): T {
	const one = from[Math.floor(random() * from.length)];
	if (one === undefined) throw new Error('There is nothing to choose from.');
	return one;
}

/** A name as a hurried hand types it: a letter left out, doubled, exchanged with its neighbour, or another in its place. */
export function mistyped(random: () => number, name: string): string {
	const letters = [...name];
	const at = 1 + Math.floor(random() * Math.max(letters.length - 2, 1));
	const [here = '', next = ''] = letters.slice(at, at + 2);
	const other = String.fromCharCode(97 + Math.floor(random() * 26));
	const instead = pick(random, [[next], [here, here, next], [next, here], [other, next]]);
	return [...letters.slice(0, at), ...instead, ...letters.slice(at + 2)].join('');
}
