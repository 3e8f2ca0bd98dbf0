/** Root of the Node side: `npm start` and `commonplace` end here. Built into one file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveAgent } from './agent/stdio';
import { packageVersion, projectRoot } from './built-app';
import { parseCommand, usage, type Command } from './command-line';
import { configFor } from './commands/config';
import { examine, inWords } from './commands/doctor';
import { importFile } from './commands/import';
import { pair } from './commands/pair';
import { serve } from './commands/serve';
import { State, stateRoot } from './state/state';

const program = fileURLToPath(import.meta.url);

/** What an agent's configuration should start: the launcher keeps the bridge as new as its sources. */
function launcherPath(): string {
	const launcher = join(projectRoot(program) ?? '', 'bin/commonplace.mjs');
	return existsSync(launcher) ? launcher : program;
}

async function run(command: Command): Promise<void> {
	switch (command.name) {
		case 'serve':
			return serve({ ...command, program });
		case 'mcp': {
			serveAgent({ ...command, program, version: packageVersion(), env: process.env });
			return;
		}
		case 'doctor': {
			const report = await examine(command.port, program);
			process.stdout.write(command.json ? `${JSON.stringify(report, null, 2)}\n` : inWords(report));
			process.exitCode = report.ok ? 0 : 1;
			return;
		}
		case 'pair': {
			const { ok, text } = await pair(command.port);
			(ok ? console.log : console.error)(text);
			process.exitCode = ok ? 0 : 1;
			return;
		}
		case 'import': {
			const { ok, text } = await importFile({ ...command, program });
			(ok ? console.log : console.error)(text);
			process.exitCode = ok ? 0 : 1;
			return;
		}
		case 'config': {
			const { client, port, toolset } = command;
			const state = new State(port);
			if (client === 'http') await state.httpToken(); // made now, so that it can be copied
			const { env, execPath: node, platform } = process;
			const isUsual = stateRoot(env) === stateRoot({ LOCALAPPDATA: env['LOCALAPPDATA'] });
			process.stdout.write(
				configFor(client, {
					node,
					launcher: launcherPath(),
					port,
					toolset,
					platform,
					state: isUsual ? undefined : stateRoot(env),
					tokenPath: state.httpTokenPath
				})
			);
			return;
		}
		case 'help':
			process.stdout.write(usage);
			return;
		case 'version':
			console.log(packageVersion());
	}
}

const parsed = parseCommand(process.argv.slice(2), process.env);
if (parsed.ok) {
	run(parsed.command).catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
} else {
	console.error(parsed.message);
	process.exitCode = 1;
}
