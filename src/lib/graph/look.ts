/** How types are told apart: each by a shape and by a hue, so that neither eyes nor a printer need both. */

export const shapes = ['circle', 'square', 'diamond', 'wedge', 'hexagon', 'star', 'triangle', 'plus'] as const;
export type Shape = (typeof shapes)[number];

/** `hue` is an index into the palette; -1 for what has no type: a hollow ring. */
export interface Look {
	shape: Shape;
	hue: number;
}

export const UNTYPED: Look = { shape: 'circle', hue: -1 };

/** Types that many notebooks share look alike in all of them: one line per look, in the order of `shapes`. */
const families: readonly (readonly string[])[] = [
	['person', 'people', 'user', 'human', 'contact'],
	['organization', 'organisation', 'company', 'team', 'group', 'institution'],
	['project', 'initiative', 'product', 'repository'],
	['place', 'location', 'city', 'country', 'address'],
	['system', 'service', 'software', 'tool', 'technology', 'library', 'component', 'programming_language', 'language'],
	['concept', 'topic', 'idea', 'skill', 'preference'],
	['event', 'meeting', 'decision', 'task', 'goal'],
	['document', 'documentation', 'file', 'book', 'note', 'article']
];

const typeKey = (type: string): string =>
	type
		.trim()
		.toLowerCase()
		.replace(/[\s./-]+/gu, '_');

const familyOf = (key: string): number => families.findIndex((family) => family.includes(key));

function hash(text: string): number {
	let value = 2166136261;
	for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
	return value >>> 0;
}

/** Looks for the types of one picture, by type key. Up to eight types share neither shape nor hue; beyond that they must. */
export function looksOf(types: Iterable<string | null>): Map<string, Look> {
	const keys = [...new Set([...types].flatMap((type) => (type === null ? [] : [typeKey(type)])))].sort();
	const common = keys.filter((key) => familyOf(key) >= 0);
	const firsts = common.filter((key, i) => common.findIndex((other) => familyOf(other) === familyOf(key)) === i);
	const inTurn = new Set([...firsts, ...common, ...keys]); // a second of a family must not take another family's place
	const taken = new Set<number>();
	const free = (wanted: number): number => {
		for (let step = 0; step < shapes.length; step++) {
			const slot = (wanted + step) % shapes.length;
			if (!taken.has(slot)) return slot;
		}
		return wanted;
	};
	const looks = new Map<string, Look>();
	for (const key of inTurn) {
		const family = familyOf(key);
		const slot = free(family >= 0 ? family : hash(key) % shapes.length);
		taken.add(slot);
		looks.set(key, { shape: shapes[slot] ?? 'circle', hue: slot });
	}
	return looks;
}

export const lookOf = (looks: Map<string, Look>, type: string | null): Look =>
	(type === null ? undefined : looks.get(typeKey(type))) ?? UNTYPED;

/** A relation of which its writers are less than half sure is drawn in dashes. */
export const isDoubtful = ({ confidence }: { confidence: number }): boolean => confidence < 0.5;
/** px */
export const DASHES: readonly number[] = [4, 4];

export interface LegendEntry {
	/** As the first one is written; null: no type. */
	type: string | null;
	look: Look;
	count: number;
}

/** What the shapes of a picture mean, the most frequent first. */
export function legendOf(nodes: readonly { type: string | null }[]): LegendEntry[] {
	const looks = looksOf(nodes.map(({ type }) => type));
	const entries = new Map<string, LegendEntry>();
	for (const { type } of nodes) {
		const key = type === null ? '' : typeKey(type);
		const entry = entries.get(key);
		if (entry) entry.count++;
		else entries.set(key, { type, look: lookOf(looks, type), count: 1 });
	}
	return [...entries.values()].sort((a, b) => b.count - a.count);
}

const ring = (points: number, from: number, radius: (index: number) => number): [number, number][] =>
	Array.from({ length: points }, (_, i) => {
		const angle = from + (i * 2 * Math.PI) / points;
		return [Math.cos(angle) * radius(i), Math.sin(angle) * radius(i)];
	});

const up = -Math.PI / 2;
const arm = 0.42;

/** Corners for a radius of 1, drawn so that all shapes weigh the same to the eye; a circle has none. */
const corners: Record<Shape, [number, number][]> = {
	circle: [],
	square: ring(4, Math.PI / 4, () => 1.22),
	diamond: ring(4, 0, () => 1.26),
	wedge: ring(3, -up, () => 1.34).map(([x, y]) => [x, y - 0.16]),
	hexagon: ring(6, up, () => 1.14),
	star: ring(10, up, (i) => (i % 2 ? 0.62 : 1.38)),
	triangle: ring(3, up, () => 1.34).map(([x, y]) => [x, y + 0.16]),
	plus: (
		[
			[-arm, -1.12],
			[arm, -1.12],
			[arm, -arm],
			[1.12, -arm],
			[1.12, arm],
			[arm, arm],
			[arm, 1.12],
			[-arm, 1.12],
			[-arm, arm],
			[-1.12, arm],
			[-1.12, -arm],
			[-arm, -arm]
		] as const
	).map(([x, y]) => [x, y])
};

export const cornersOf = (shape: Shape): readonly (readonly [number, number])[] => corners[shape];

/** The same shape for an SVG path, around (0, 0) with radius 1. */
export function svgPath(shape: Shape): string {
	const points = corners[shape];
	if (!points.length) return 'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z';
	return `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}z`;
}
