/** The page's side of the benchmark as one script. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function bundlePage(): Promise<string> {
	const built = await build({
		root,
		configFile: false,
		logLevel: 'warn',
		publicDir: false,
		build: {
			write: false,
			minify: false,
			target: 'esnext',
			lib: { entry: 'tests/bench/page/main.ts', formats: ['iife'], name: 'commonplaceBench' }
		}
	});
	const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
	const script = outputs.find((each) => each.type === 'chunk');
	if (!script) throw new Error('The page’s part of the benchmark could not be bundled.');
	return script.code;
}
