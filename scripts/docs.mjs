/** Writes the reference of operations into README.md from the one table. `--check` writes nothing and fails when it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { runnerImport } from 'vite';
import { fillSection } from './readme-section.mjs';
import { root } from './source-hash.mjs';

const path = join(root, 'README.md');

/** @type {{ module: { operationsToMarkdown: () => string } }} */
const { module } = await runnerImport(join(root, 'src/lib/contract/to-markdown.ts'), { configFile: false, root });
const found = readFileSync(path, 'utf8');
const wanted = fillSection(found, 'operations', module.operationsToMarkdown());

if (!argv.includes('--check')) {
	writeFileSync(path, wanted);
} else if (found !== wanted) {
	console.error('The reference of operations in README.md is out of date. Mend it with: npm run docs');
	exit(1);
}
