/** Writes what is generated into README.md: the reference of operations from the one table, and the lines for each agent. `--check` writes nothing and fails when it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { runnerImport } from 'vite';
import { fillSection } from './readme-section.mjs';
import { root } from './source-hash.mjs';

const path = join(root, 'README.md');

/** @type {(file: string, name: string) => Promise<string>} */
async function written(file, name) {
	/** @type {{ module: Record<string, () => string> }} */
	const { module } = await runnerImport(join(root, file), { configFile: false, root });
	const write = module[name];
	if (!write) throw new Error(`${file} has no ${name}.`);
	return write();
}

const found = readFileSync(path, 'utf8');
const wanted = fillSection(
	fillSection(found, 'operations', await written('src/lib/contract/to-markdown.ts', 'operationsToMarkdown')),
	'configs',
	await written('src/bridge/commands/config.ts', 'configsToMarkdown')
);

if (!argv.includes('--check')) {
	writeFileSync(path, wanted);
} else if (found !== wanted) {
	console.error('What is generated in README.md is out of date. Mend it with: npm run docs');
	exit(1);
}
