/**
 * Memory files in memory, in invented words: the quirks of files that people really have, and a seeded generator of
 * large ones. Nothing here is anybody's.
 */

const line = (record: object): string => JSON.stringify(record);
const entity = (name: string, entityType: string, observations: unknown[], more: object = {}) =>
	line({ type: 'entity', name, entityType, observations, ...more });
const relation = (from: string, to: string, relationType: string, more: object = {}) =>
	line({ type: 'relation', from, to, relationType, ...more });

export const fileOf = (text: string, type = ''): Blob => new Blob([text], { type });

/**
 * Kind `a`: names twice, an older copy behind the newer with other observations; repeated relations; case-only pairs
 * that are different things; several spellings of one package; `createdAt` and `version`; no final line feed.
 * 9 entity lines with 7 names, 17 observations, 7 relation lines of which 5 are distinct and 1 has an absent end.
 */
export function duplicatesFile(): string {
	const at = (day: number) => ({ createdAt: `2025-03-${String(day).padStart(2, '0')}T14:38:53.603Z`, version: 1 });
	return [
		entity('tide-gauge', 'Project', ['Reads harbour sensors', 'Written in Go', 'Samples every 500 ms'], at(25)),
		entity('gauge_package', 'Package', ['Main package', 'Talks to the kernel'], at(25)),
		entity('Gauge Package', 'package', ['Has its own tests'], at(25)),
		entity('gauge-package', 'Package', ['Is documented', 'Has a changelog'], at(25)),
		entity('documentation', 'Task', ['Write the missing chapters', 'Due before the release'], at(26)),
		entity('Documentation', 'Component', ['The pages on the site', 'Built nightly'], at(26)),
		entity('test_suite', 'Component', ['Covers the sampling', 'Runs for nine minutes'], at(26)),
		entity('tide-gauge', 'project', ['Reads harbour sensors', 'Written in Go'], at(24)),
		entity('test_suite', 'Component', ['Covers the sampling'], at(24)),
		relation('tide-gauge', 'gauge_package', 'contains', at(25)),
		relation('tide-gauge', 'Documentation', 'includes', at(25)),
		relation('gauge_package', 'test_suite', 'verified by', at(25)),
		relation('gauge_package', 'Lighthouse board', 'reports_to', at(25)),
		relation('tide-gauge', 'documentation', 'needs', at(26)),
		relation('tide-gauge', 'gauge_package', 'contains', at(24)),
		relation('gauge_package', 'test_suite', 'verified by', at(24))
	].join('\n');
}

/**
 * Kind `b`: observations are objects with a time, some with line breaks; `_type` and `_savedAt`.
 * 3 entities, 5 observations, 2 relations.
 */
export function objectObservationsFile(): string {
	const saved = { _savedAt: '2025-05-06T22:59:07.083Z' };
	const said = (text: string, more: object = {}) => ({ text, timestamp: '2025-05-06T14:09:36.202Z', ...more });
	return [
		line({
			name: 'HarbourKit',
			entityType: 'Framework',
			observations: [said('Draws charts of tides'), said('Needs nothing else')],
			_type: 'entity',
			...saved
		}),
		line({
			name: 'TideChart',
			entityType: 'Component',
			observations: [said('# Steps\n\n1. Load\n2. Draw\n\nThen wait.', { version: '1.2' })],
			_type: 'entity',
			...saved
		}),
		line({
			name: 'Mooring-1746438738526',
			entityType: 'Event',
			observations: [said('Opened'), said('Closed')],
			_type: 'entity',
			...saved
		}),
		line({ from: 'TideChart', to: 'HarbourKit', relationType: 'part-of', _type: 'relation', ...saved }),
		line({ from: 'Mooring-1746438738526', to: 'TideChart', relationType: 'belongs-to', _type: 'relation', ...saved }),
		''
	].join('\n');
}

/**
 * Kind `c`: whole Markdown notes in Chinese with tables, code and links as single observations; relations with absent
 * ends; no final line feed. 2 entities, 2 observations, 3 relations of which 2 have an absent end.
 */
export function cjkMarkdownFile(): string {
	const note = [
		'# 部署 说明',
		'',
		'**原因（2026-07-03）：** 每次 `run deploy` 之后必须重启，见 [[港口 服务]]。',
		'',
		'| 步骤 | 命令 |',
		'|---|---|',
		'| 1 | `cd e:/HARBOUR && run build` |',
		'',
		'```sh',
		'run build && run deploy  # 先构建',
		'```'
	].join('\n');
	return [
		entity('港口-服务-部署', 'reference', [note]),
		entity('py32-gpio-注意', 'reference', ['# 中断 共用\n\n第 2 和第 3 引脚共用一个处理函数 **不要分开写** 𠮷野家']),
		relation('港口-服务-部署', 'py32-gpio-注意', 'related_to'),
		relation('港口-服务-部署', '灯塔-日志', 'related_to'),
		relation('board8-pin-map', '港口-服务-部署', 'related_to')
	].join('\n');
}

/**
 * Kind `d`: a line of plain text first, blank lines, no kind key, relations nested in entities.
 * 4 entities (lines 2, 3, 5, 7), 5 observations, 5 relations of which 2 have an absent end, line 1 refused.
 */
export function inlineRelationsFile(): string {
	const own = (name: string, entityType: string, observations: string[], relations: object[]) =>
		line({ name, entityType, observations, relations });
	return [
		'Copy this into `memory/core/harbour.jsonl` to seed the store.',
		own(
			'Harbour_3_Upgrade_Plan',
			'decision_record',
			['Upgrade done to 98%', 'Two berths are left'],
			[
				{ relationType: 'applies_to', to: 'Berth_Allocation' },
				{ relationType: 'applies_to', to: 'Lighthouse_4' }
			]
		),
		own(
			'Berth_Allocation',
			'feature',
			['Ships are given berths by draught'],
			[{ relationType: 'documented_in', to: 'D03_Overview' }]
		),
		'',
		own(
			'Session_2025-11-15',
			'session',
			['Looked at eight files'],
			[
				{ relationType: 'touched', to: 'Harbour_3_Upgrade_Plan' },
				{ relationType: 'touched', to: 'Berth_Allocation' }
			]
		),
		'',
		own('Empty_Quay', 'feature', ['Nothing moors here'], []),
		''
	].join('\n');
}

/* ---- large files, the same for the same seed ---- */

export interface MemoryFileSize {
	entities: number;
	observations: number;
	relations: number;
	seed?: number;
}

/** mulberry32: 0 ≤ x < 1. */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const words = (text: string): string[] => text.split(' ');
const first = words(
	'Ada Bram Clara Dai Edda Farid Gita Hugo Ines Jonas Kaya Lukas Maren Noor Oskar Petra Quentin Rosa Sven Thea Umar Vera Willem Xenia Yara Zoltan Åse Björn Chloé Dorota Emeka Fumiko Giulia Håkon Ilse Jovan Katarzyna Leïla Mbali Nadia'
);
const last = words(
	'Abel Brandt Castell Drost Eriksen Farrow Gallo Hadley Ivarsson Jansen Kowalski Lindqvist Moreau Nakata Okafor Petrov Quist Rossi Sandoval Tanaka Ustinov Vargas Winter Xu Yilmaz Zeller Almeida Bergström Çelik Dubois Ferreira Grünwald Hansen Iqbal Jurić Kaplan Lefèvre Müller Novák Olsen'
);
const head = words(
	'North Harbour Blue Copper Silent Rapid Amber Cedar Delta Ember Falcon Granite Hollow Iron Juniper Kestrel Lunar Marble Nimbus Orchid Pine Quartz River Saffron Timber Upland Velvet Willow Yarrow Zephyr'
);
const tail = words(
	'Analytics Works Systems Foods Logistics Studio Partners Robotics Press Energy Textiles Labs Mobility Insurance Clinics Dairy Optics Shipping Archive Networks'
);
const placeEnd = words('ford haven burg dale mouth bridge minster wick field holm stad vik by ton ham');
const systemKind = words(
	'service gateway worker pipeline index cache scheduler registry broker console agent store parser monitor router'
);
const verbs = words(
	'prefers maintains reviewed migrated described opened closed renamed approved measured replaced documented postponed tested ordered visited recommended inherited compared rejected'
);
const nouns = words(
	'contract invoice prototype timetable budget report interface deployment chapter workshop prototype schema delivery warehouse licence review roadmap incident backup draft calendar survey lease sensor archive'
);
const joins = words('after before because although while until since unless');
const relationTypes = words(
	'works_at knows depends_on located_in owns uses manages part_of supplies maintains mentors documents competes_with reports_to funds'
);

type Pick = <T>(from: readonly T[]) => T;

const kinds: readonly { type: string; name: (pick: Pick, random: () => number) => string }[] = [
	{ type: 'person', name: (pick) => `${pick(first)} ${pick(last)}` },
	{ type: 'organization', name: (pick) => `${pick(head)} ${pick(tail)}` },
	{ type: 'place', name: (pick) => `${pick(last).replace(/[^A-Za-z]/g, '')}${pick(placeEnd)}` },
	{
		type: 'system',
		name: (pick, random) =>
			`${pick(head).toLowerCase()}-${pick(systemKind)}${random() < 0.3 ? `-v${1 + Math.floor(random() * 4)}` : ''}`
	},
	{ type: 'project', name: (pick) => `${pick(head)} ${pick(nouns)} ${2019 + Math.floor(pick([0, 1, 2, 3, 4, 5, 6]))}` },
	{ type: 'concept', name: (pick) => `${pick(nouns)} ${pick(nouns)}` }
];

/** Unique but for one in five hundred, which repeats an earlier one as real files do. */
function createNames(random: () => number, pick: Pick): () => { name: string; type: string } {
	const taken = new Map<string, string>();
	const earlier: string[] = [];
	return () => {
		const repeated = random() < 0.002 ? earlier[Math.floor(random() * earlier.length)] : undefined;
		if (repeated !== undefined) return { name: repeated, type: taken.get(repeated) ?? 'person' };
		const { type, name: make } = pick(kinds);
		let name = make(pick, random);
		for (let n = 2; taken.has(name); n++) name = `${make(pick, random)}${n > 3 ? ` ${n}` : ''}`;
		taken.set(name, type);
		earlier.push(name);
		return { name, type };
	};
}

/** 30–160 characters. */
function sentence(random: () => number, pick: Pick): string {
	const least = 30 + Math.floor(random() * 110);
	let text = `${pick(first)} ${pick(verbs)} the ${pick(nouns)}`;
	while (text.length < least)
		text += ` ${pick(joins)} ${pick(last)} ${pick(verbs)} the ${pick(head).toLowerCase()} ${pick(nouns)}`;
	return text.slice(0, 160).trim();
}

/** The lines of an official `memory.jsonl`, each with its line feed: entities first, then relations among them. */
export function* memoryFileLines({
	entities,
	observations,
	relations,
	seed = 1
}: MemoryFileSize): Generator<string, void> {
	const random = randomFrom(seed);
	const pick: Pick = (from) => from[Math.floor(random() * from.length)]!;
	const next = createNames(random, pick);
	const names: string[] = [];
	for (let i = 0; i < entities; i++) {
		const { name, type } = next();
		const share = Math.floor(((i + 1) * observations) / entities) - Math.floor((i * observations) / entities);
		const said = Array.from({ length: share }, () => sentence(random, pick));
		names.push(name);
		yield `${entity(name, type, said)}\n`;
	}
	// Few are named often, most seldom.
	const end = () => names[Math.floor(random() ** 2 * names.length)] ?? '';
	for (let i = 0; i < relations; i++) {
		const from = end();
		let to = end();
		for (let tries = 0; to === from && tries < 20; tries++) to = end();
		yield `${relation(from, to, pick(relationTypes))}\n`;
	}
}

/** As a file, for the benchmarks: 20,000 / 100,000 / 60,000 is about 20 MB. */
export function generateMemoryFile(size: MemoryFileSize): Blob {
	const pages: string[] = [];
	let page = '';
	for (const each of memoryFileLines(size)) {
		page += each;
		if (page.length < 1_000_000) continue;
		pages.push(page);
		page = '';
	}
	return new Blob([...pages, page], { type: 'application/x-ndjson' });
}
