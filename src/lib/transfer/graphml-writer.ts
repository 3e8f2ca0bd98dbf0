/** GraphML for programs that draw and measure graphs: things with their values as attributes, relations as edges. */
import type { Portable, PortableRef, PortableRelation, PortableThing } from '../domain/portable';

/** Characters that XML 1.0 has no way to say. */
// eslint-disable-next-line no-control-regex -- those are meant
const UNSAYABLE = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/gu;
const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\r': '&#13;'
};

const xml = (text: string): string =>
	text.replace(UNSAYABLE, '\uFFFD').replace(/[&<>"\r]/g, (sign) => entities[sign] ?? sign);

const data = (key: string, text: string | number | undefined): string =>
	text === undefined || text === '' ? '' : `<data key="${key}">${xml(String(text))}</data>`;

const key = (id: string, of: 'node' | 'edge', name: string, type: 'string' | 'double'): string =>
	`<key id="${id}" for="${of}" attr.name="${xml(name)}" attr.type="${type}"/>\n`;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
`;

const ownKeys = [
	key('label', 'node', 'label', 'string'),
	key('type', 'node', 'type', 'string'),
	key('description', 'node', 'description', 'string'),
	key('aliases', 'node', 'aliases', 'string'),
	key('created', 'node', 'created', 'string'),
	key('relation', 'edge', 'label', 'string'),
	key('context', 'edge', 'context', 'string'),
	key('weight', 'edge', 'weight', 'double'),
	key('confidence', 'edge', 'confidence', 'double'),
	key('since', 'edge', 'created', 'string')
];

const nodeId = (id: string): string => `n-${xml(id)}`;

const bareNode = ({ id, name, type }: PortableRef, more = ''): string =>
	`<node id="${nodeId(id)}">${data('label', name)}${data('type', type ?? undefined)}${more}</node>\n`;

function node(thing: PortableThing, keys: ReadonlyMap<string, string>): string {
	const values = thing.values.map(({ attribute, values: all }) => data(keys.get(attribute) ?? '', all.join('; ')));
	const { description, aliases, created } = thing;
	const own = data('description', description) + data('aliases', aliases.join('; ')) + data('created', created);
	return bareNode(thing, own + values.join(''));
}

const edge = (n: number, from: PortableThing, relation: PortableRelation): string =>
	`<edge id="e${String(n)}" source="${nodeId(from.id)}" target="${nodeId(relation.to.id)}">${[
		data('relation', relation.relation),
		data('context', relation.context),
		data('weight', relation.strength),
		data('confidence', relation.confidence),
		data('since', relation.at)
	].join('')}</edge>\n`;

export async function* graphml(source: Portable): AsyncGenerator<string, void> {
	const keys = new Map<string, string>();
	for await (const { values } of source.things())
		for (const { attribute } of values) if (!keys.has(attribute)) keys.set(attribute, `a${String(keys.size)}`);
	yield HEAD + ownKeys.join('');
	for (const [attribute, id] of keys) yield key(id, 'node', attribute, 'string');
	yield '<graph id="notebook" edgedefault="directed">\n';
	const written = new Set<string>();
	for await (const thing of source.things()) {
		written.add(thing.id);
		yield node(thing, keys);
	}
	let n = 0;
	for await (const thing of source.things())
		for (const relation of thing.relations) {
			// Of chosen things: an edge needs both of its nodes.
			if (!written.has(relation.to.id)) yield bareNode(relation.to);
			written.add(relation.to.id);
			yield edge(n++, thing, relation);
		}
	yield '</graph>\n</graphml>\n';
}
