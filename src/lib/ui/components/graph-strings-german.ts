/** The words of the graph's picture and table in German: see graph-strings.ts. */
import type { GraphStrings } from './graph-strings';

const plural = new Intl.PluralRules('de');
const some = (n: number, one: string, other: string): string => `${n} ${plural.select(n) === 'one' ? one : other}`;

export const germanGraph: GraphStrings = {
	picture: (about: string, things: number, relations: number): string =>
		`Graph${about ? ` um ${about}` : ''}: ${some(things, 'Ding', 'Dinge')}, ${some(relations, 'Beziehung', 'Beziehungen')}`,
	how: 'Pfeiltasten gehen zum Nachbarn in dieser Richtung, die Leertaste wählt ihn, Enter öffnet ihn, M zeigt die in ihn gefalteten Nachbarn. Plus und Minus vergrößern und verkleinern, 0 zeigt alles. Die Tabelle enthält dieselben Beziehungen.',
	zoomIn: 'Vergrößern',
	zoomOut: 'Verkleinern',
	fit: 'Alles zeigen',
	saveSvg: 'Das Bild als SVG speichern',
	savePng: 'Das Bild als PNG speichern',
	exported: (about: string): string => (about ? `Um ${about}` : 'Graph'),
	legend: 'Was es zeigt',
	centre: 'gefüllt: worum es geht',
	sure: 'eine Beziehung',
	doubtful: 'weniger als halb sicher',
	untyped: 'noch keine Art',
	node: (name: string, type: string | null, relations: readonly string[], more: number, folded: number): string =>
		[
			type === null ? name : `${name}, ${type}`,
			relations.length ? [...relations, ...(more ? [`${more} weitere`] : [])].join('; ') : 'keine Beziehungen gezeigt',
			...(folded ? [`${some(folded, 'Nachbar', 'Nachbarn')} gefaltet, M zeigt sie`] : [])
		].join('. '),
	out: (relation: string, name: string): string => `${relation} ${name}`,
	in: (relation: string, name: string): string => `${name} ${relation} es`,
	table: {
		caption: 'Beziehungen im Bild',
		from: 'Von',
		relation: 'Beziehung',
		to: 'Nach',
		confidence: 'Sicherheit',
		context: 'Zusammenhang',
		none: 'Keine Beziehungen.'
	}
};
