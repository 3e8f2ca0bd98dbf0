/** Holds the house together: who may import whom, how large a root may grow, that every rule has its test (ADR 0001 names the directions). */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { complaintsAbout } from './support/compile';
import { importsIn, importsOf, type Import } from './support/imports';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Rule {
	/** Parts it may use. */
	may?: string[];
	/** Parts of which it may know the types. */
	types?: string[];
	packages?: string[];
}

const svelte = ['svelte', 'svelte/*', 'esm-env'];

/** Arrows point inward only. A part may always import from itself. */
const table: Record<string, Rule> = {
	domain: {},
	contract: { may: ['domain'], packages: ['zod'] },
	store: { may: ['domain'], packages: ['dexie'] },
	graph: { types: ['domain'], packages: ['d3-force'] },
	// zod: the shape of a line in a file of ours is a format, too.
	transfer: { may: ['domain', 'contract'], packages: ['zod', 'fflate', 'papaparse', 'yaml'] },
	// The port, never an adapter.
	notebook: {
		may: ['domain', 'contract', 'store/store'],
		packages: ['any-ascii', 'fuse.js', 'minisearch/SearchableMap']
	},
	worker: {
		may: ['domain', 'contract', 'store', 'notebook', 'transfer', 'graph', 'agent'],
		packages: ['comlink', ...svelte]
	},
	agent: { may: ['contract', 'domain'], types: ['notebook', 'store/store'] },
	ui: {
		// How a link is written is read on both sides of the worker's line (ADR 8), and which formats there are (ADR 12); all else that is
		// ruled in the domain is asked for.
		may: ['graph', 'domain/formats', 'domain/link'],
		types: ['contract', 'domain', 'worker'],
		// $app/paths: every link goes through its resolve().
		packages: [
			...svelte,
			'$app/paths',
			'bits-ui',
			'@lucide/svelte/*',
			'@tanstack/virtual-core',
			'@internationalized/date',
			// The editor and the reader of notes.
			'@codemirror/*',
			'@lezer/highlight',
			'marked'
		]
	},
	// The page's side of the worker: connect, and the clients beside it.
	routes: {
		may: ['ui', 'worker/*.svelte', 'agent', 'app.css'],
		packages: ['@sveltejs/kit', '$app/*', ...svelte]
	},
	bridge: { may: ['contract', 'domain'], packages: ['node:*', 'sirv', 'ws', '@modelcontextprotocol/*'] },
	'service-worker': { packages: ['$service-worker'] }
};

/** Within a part, a package that only some files may touch. */
const onlyIn: Record<string, RegExp> = { dexie: /\/dexie-[^/]*\.ts$/, svelte: /\.svelte(\.ts)?$|^src\/routes\// };

function filesBelow(folder: string): string[] {
	if (!existsSync(join(root, folder))) return [];
	return readdirSync(join(root, folder)).flatMap((name) => {
		const path = `${folder}/${name}`;
		return statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path];
	});
}

const sources = filesBelow('src').filter((path) => /\.(ts|js|svelte)$/.test(path) && !path.endsWith('.d.ts'));

/** `src/lib/domain/model` is in the part `domain`, `src/routes/+page.svelte` in `routes`, `src/app.css` is its own. */
const partOf = (path: string): string =>
	path
		.replace(/^src\/(lib\/)?/, '')
		.replace(/^service-worker\b.*/, 'service-worker')
		.split('/')[0] ?? '';

/** `name`, or with a `*` for anything: `name/*`, `folder/*.svelte`. */
const matches = (pattern: string, text: string): boolean => {
	const [start = '', end] = pattern.split('*');
	return end === undefined ? text === pattern : text.startsWith(start) && text.endsWith(end);
};

function isAllowed(file: string, { specifier, path, typeOnly }: Import): boolean {
	const part = partOf(file);
	const rule = table[part] ?? {};
	if (path === undefined) {
		const only = onlyIn[specifier.split('/')[0] ?? ''];
		return (
			(rule.packages ?? []).some((pattern) => matches(pattern, specifier)) && (typeOnly || !only || only.test(file))
		);
	}
	if (!path.startsWith('src/')) return false;
	const inner = path.replace(/^src\/(lib\/)?/, '');
	const within = (pattern: string) => matches(pattern, inner) || inner.startsWith(`${pattern}/`);
	return partOf(path) === part || (rule.may ?? []).some(within) || (typeOnly && (rule.types ?? []).some(within));
}

describe('who may import whom', () => {
	test('every source file is in a part of the table', () => {
		expect(sources.length).toBeGreaterThan(20);
		expect(sources.filter((path) => !(partOf(path) in table))).toEqual([]);
	});

	test.each(Object.keys(table))('%s imports only what it may', (part) => {
		const broken = sources
			.filter((path) => partOf(path) === part)
			.flatMap((file) =>
				importsOf(file, root)
					.filter((one) => !isAllowed(file, one))
					.map((one) => `${file} → ${one.typeOnly ? 'type ' : ''}${one.specifier}`)
			);
		expect(broken).toEqual([]);
	});

	test('the scan sees every form of import, with its direction and whether it is of types', () => {
		const text = `
			import a from 'a'; import 'b'; import type { C } from './c'; import { type D } from '$lib/d';
			import { e, type E } from '../e?worker&url'; export { f } from './f'; export type * from './g';
			const h = await import('./h'); type I = import('./i').I;
			/* import x from 'x' */ const quoted = "import y from 'y'";`;
		const seen = [
			['a', undefined, false],
			['b', undefined, false],
			['./c', 'src/lib/ui/c', true],
			['$lib/d', 'src/lib/d', true],
			['../e?worker&url', 'src/lib/e', false],
			['./f', 'src/lib/ui/f', false],
			['./g', 'src/lib/ui/g', true],
			['./h', 'src/lib/ui/h', false],
			['./i', 'src/lib/ui/i', true]
		];
		const flat = (imports: Import[]) => imports.map((one) => [one.specifier, one.path, one.typeOnly]);
		expect(flat(importsIn('src/lib/ui/x.svelte.ts', text))).toEqual(seen);
		expect(flat(importsIn('src/lib/ui/X.svelte', `<script lang="ts">${text}</script><p>import 'z'</p>`))).toEqual(seen);
	});

	test('the table forbids', () => {
		const of = (specifier: string, path?: string, typeOnly = false): Import => ({ specifier, path, typeOnly });
		expect(isAllowed('src/lib/domain/a.ts', of('zod'))).toBe(false);
		expect(isAllowed('src/lib/domain/a.ts', of('../store/b', 'src/lib/store/b', true))).toBe(false);
		expect(isAllowed('src/lib/notebook/a.ts', of('../store/store', 'src/lib/store/store'))).toBe(true);
		expect(isAllowed('src/lib/notebook/a.ts', of('../store/b', 'src/lib/store/b', true))).toBe(false);
		expect(isAllowed('src/lib/ui/a.ts', of('../domain/b', 'src/lib/domain/b', true))).toBe(true);
		expect(isAllowed('src/lib/ui/a.ts', of('../domain/b', 'src/lib/domain/b'))).toBe(false);
		expect(isAllowed('src/lib/ui/a.ts', of('../domain/link', 'src/lib/domain/link'))).toBe(true);
		expect(isAllowed('src/lib/store/a.ts', of('dexie'))).toBe(false);
		expect(isAllowed('src/lib/store/dexie-store.ts', of('dexie'))).toBe(true);
		expect(isAllowed('src/routes/+page.svelte', of('$lib/notebook/a', 'src/lib/notebook/a'))).toBe(false);
		expect(isAllowed('src/routes/a.ts', of('$lib/worker/connect.svelte', 'src/lib/worker/connect.svelte'))).toBe(true);
		expect(isAllowed('src/routes/a.ts', of('$lib/worker/engine', 'src/lib/worker/engine'))).toBe(false);
		expect(isAllowed('src/bridge/main.ts', of('../../package.json', 'package.json'))).toBe(false);
	});
});

describe('page, workers and Node are kept apart', () => {
	const places = {
		page: ['src/lib/ui', 'tsconfig.json'],
		worker: ['src/lib/worker', 'src/lib/worker/tsconfig.json'],
		node: ['src/bridge', 'src/bridge/tsconfig.json']
	} as const;

	test.each([
		['document.title;', ['page']],
		['new SharedWorker("x");', ['page']],
		['indexedDB.open("x");', ['page', 'worker']],
		['(self as unknown as DedicatedWorkerGlobalScope).name;', ['worker']],
		['process.exit(0);', ['node']],
		['import "node:fs/promises"; Buffer.from("x");', ['node']]
	])(
		'%s compiles only where it can run',
		(line, where) => {
			for (const [place, [folder, tsconfig]] of Object.entries(places)) {
				const complaints = complaintsAbout(`${line} export {};`, folder, tsconfig, root);
				expect({ place, compiles: complaints.length === 0 }).toEqual({ place, compiles: where.includes(place) });
			}
		},
		30_000
	);
});

describe('loaded when it is used', () => {
	test('the libraries of importers and exporters are no part of what the app or its worker starts with', () => {
		const atOnce = /^\s*(?:import|export)\s(?!type\b)[^'";()]*['"](?:fflate|papaparse|yaml)['"]/m;
		expect(sources.filter((path) => atOnce.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
		expect(atOnce.test("import { zip } from 'fflate';")).toBe(true);
	});
});

describe('size and names', () => {
	test('the roots of the workers only wire: at most 30 lines', () => {
		const roots = sources.filter((path) => path.endsWith('.worker.ts'));
		const lines = (path: string) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
		expect(roots.filter((path) => lines(path) > 30)).toEqual([]);
		expect(roots.map((path) => path.replace(/[^/]*$/, '')).every((folder) => folder === 'src/lib/worker/')).toBe(true);
	});

	test('files are kebab-case, components PascalCase, and none is a bucket', () => {
		const named = (path: string) => {
			const name = path.split('/').at(-1) ?? '';
			// Besides the router's own files, what several pages share and only routes may import.
			if (path.startsWith('src/routes/')) return /^\+|^[a-z-]+\.svelte\.ts$/.test(name);
			return name.endsWith('.svelte')
				? /^[A-Z]\w*\.svelte$/.test(name)
				: /^[a-z0-9-]+(\.svelte|\.worker)?\.(ts|js)$/.test(name);
		};
		expect(sources.filter((path) => !named(path))).toEqual([]);
		expect(sources.filter((path) => /\/(utils?|helpers?|types|manager)\.ts$/.test(path))).toEqual([]);
	});
});

describe('every rule has its test', () => {
	test('each rule of SPEC.md that is built is cited in the name of a test', () => {
		const spec = readFileSync(join(root, 'src/lib/domain/SPEC.md'), 'utf8');
		const built = spec.split('\n').filter((line) => /^- \*\*[A-Z]+\d+\*\*/.test(line) && !/\(issue\b/i.test(line));
		const ids = built.map((line) => /\*\*([A-Z]+\d+)\*\*/.exec(line)?.[1] ?? '');
		const tests = filesBelow('tests').filter((path) => path.endsWith('.ts'));
		const names = tests.flatMap(
			(path) => readFileSync(join(root, path), 'utf8').match(/['"`]\[[A-Z]+\d+[^'"`\n]*/g) ?? []
		);
		const cited = new Set(names.flatMap((name) => name.slice(0, name.lastIndexOf(']')).match(/[A-Z]+\d+/g) ?? []));
		expect(ids.length).toBeGreaterThan(0);
		expect(ids.filter((id) => !cited.has(id))).toEqual([]);
	});
});

describe('nothing of one machine is written down', () => {
	test('the lock names no registry', () => {
		expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
	});

	test('no committed file holds a path of somebody’s computer', () => {
		const folders = ['src', 'scripts', 'bin', 'tests', 'docs', 'static', '.ci'].flatMap(filesBelow);
		const loose = readdirSync(root).filter((name) => statSync(join(root, name)).isFile());
		// Wherever this checkout lies, and where people's and builders' files do: put together here, so that none stands here either.
		const homes = ['root/', 'home/[a-z]', 'Users/[a-z]', 'work/[a-z]'].map((folder) => `/${folder}`);
		const path = new RegExp([root.replace(/\W/gu, '\\$&'), ...homes, 'C:\\\\Users'].join('|'));
		const text = /\.(ts|js|mjs|json|md|svelte|html|css|webmanifest)$|^\.ci\//;
		const guilty = [...folders, ...loose].filter(
			(file) => text.test(file) && path.test(readFileSync(join(root, file), 'utf8'))
		);
		expect(guilty).toEqual([]);
	});
});
