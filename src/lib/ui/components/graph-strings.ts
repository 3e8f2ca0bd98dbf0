/** The words of the graph's picture and table; `strings.ts` has those of the screens around them. */
import { language } from '../language';
import type { Words } from '../strings';

const plural = new Intl.PluralRules('en');
const some = (n: number, one: string, other: string): string => `${n} ${plural.select(n) === 'one' ? one : other}`;

const english = {
	/** The picture's accessible name. */
	picture: (about: string, things: number, relations: number): string =>
		`Graph${about ? ` around ${about}` : ''}: ${some(things, 'thing', 'things')}, ${some(relations, 'relation', 'relations')}`,
	how: 'Arrow keys go to the neighbour in that direction, Space chooses it, Enter opens it, M shows the neighbours that are folded into it. Plus and minus zoom, 0 shows everything. The table holds the same relations.',
	zoomIn: 'Zoom in',
	zoomOut: 'Zoom out',
	fit: 'Show everything',
	saveSvg: 'Save the picture as SVG',
	savePng: 'Save the picture as PNG',
	/** Stands over the picture in a file. */
	exported: (about: string): string => (about ? `Around ${about}` : 'Graph'),
	legend: 'What it shows',
	centre: 'filled: what it is about',
	sure: 'a relation',
	doubtful: 'less than half sure',
	untyped: 'no type yet',
	/** A node as it is read aloud when the keyboard reaches it. */
	node: (name: string, type: string | null, relations: readonly string[], more: number, folded: number): string =>
		[
			type === null ? name : `${name}, ${type}`,
			relations.length ? [...relations, ...(more ? [`${more} more`] : [])].join('; ') : 'no relations shown',
			...(folded ? [`${some(folded, 'neighbour', 'neighbours')} folded, M shows them`] : [])
		].join('. '),
	out: (relation: string, name: string): string => `${relation} ${name}`,
	in: (relation: string, name: string): string => `${name} ${relation} it`,
	table: {
		caption: 'Relations in the picture',
		from: 'From',
		relation: 'Relation',
		to: 'To',
		confidence: 'Confidence',
		context: 'Context',
		none: 'No relations.'
	}
};

export type GraphStrings = Words<typeof english>;

export const graphStrings: GraphStrings =
	language() === 'de' ? (await import('./graph-strings-german')).germanGraph : english;
