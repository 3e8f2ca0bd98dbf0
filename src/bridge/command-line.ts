/** What `commonplace` may be told. Everything else is refused by name. */
import { toolsetNames, type ToolsetName } from '../lib/contract/toolsets';
import { parsePort } from './options';

type Env = Readonly<Record<string, string | undefined>>;

export const configClients = ['claude', 'codex', 'cursor', 'vscode', 'http'] as const;
export type ConfigClient = (typeof configClients)[number];

export type Command =
	| { name: 'serve'; port: number; open: boolean; idle: boolean }
	| { name: 'mcp'; port: number; toolset: ToolsetName; open: boolean }
	| { name: 'doctor'; port: number; json: boolean }
	| { name: 'pair'; port: number }
	| { name: 'import'; port: number; file: string; open: boolean }
	| { name: 'config'; port: number; client: ConfigClient; toolset: ToolsetName }
	| { name: 'help' }
	| { name: 'version' };

export type Parsed = { ok: true; command: Command } | { ok: false; message: string };

export const usage = `Commonplace: a personal notebook in your browser, and the way for your agents into it.

  commonplace [serve] [--no-open]   serve the app on http://127.0.0.1:4747 and open it
  commonplace mcp                   MCP over stdio, for an agent's configuration
      ${`--toolset ${toolsetNames.join('|')}`.padEnd(30)}which operations the agent gets (core)
      --open                        open the browser when no page of the app is open
  commonplace config CLIENT         print what to write into the configuration of
                                    ${configClients.join(', ')}
  commonplace pair                  print a link that pairs your browser
  commonplace import FILE [--no-open] bring an agent's memory.jsonl into the app, which shows it first
  commonplace doctor [--json]       what runs, who is connected, what is wrong, what to do
  commonplace --help | --version

  COMMONPLACE_PORT    another port: that is another, separate notebook
  COMMONPLACE_STATE   another folder for keys
  COMMONPLACE_AGENT   the name under which an agent asks (mcp)
  COMPACT_RESPONSES   1 or 0: shorter or whole answers for this agent (mcp)
  ENABLE_MEMORY       false: every call is answered with memory_not_enabled (mcp)
`;

const flags: Readonly<Record<'serve' | 'mcp' | 'doctor' | 'pair' | 'import' | 'config', readonly string[]>> = {
	serve: ['--no-open', '--idle'],
	mcp: ['--toolset', '--open'],
	doctor: ['--json'],
	pair: [],
	import: ['--no-open'],
	config: ['--toolset']
};

type CommandName = keyof typeof flags;

const isCommandName = (text: string): text is CommandName => Object.hasOwn(flags, text);
const isToolset = (text: string | undefined): text is ToolsetName =>
	(toolsetNames as readonly unknown[]).includes(text);
const isClient = (text: string | undefined): text is ConfigClient =>
	(configClients as readonly unknown[]).includes(text);

const refuse = (message: string): Parsed => ({ ok: false, message });

function refuseArgument(arg: string, name: CommandName): Parsed {
	if (arg.startsWith('--port'))
		return refuse(`Commonplace does not know the argument ${arg}. The port is set by COMMONPLACE_PORT.`);
	const known = flags[name].filter((flag) => flag !== '--idle');
	const hint = known.length === 0 ? `${name} takes none.` : `${name} takes: ${known.join(', ')}.`;
	return refuse(`Commonplace does not know the argument ${arg}. ${hint} See: commonplace --help`);
}

interface Given {
	flags: Set<string>;
	toolset: ToolsetName;
	words: string[];
}

/** `--toolset full` and `--toolset=full` alike. */
function read(args: readonly string[], name: CommandName): Given | Parsed {
	const given: Given = { flags: new Set(), toolset: 'core', words: [] };
	const rest = args.flatMap((arg) => (arg.startsWith('--toolset=') ? ['--toolset', arg.slice(10)] : [arg]));
	for (let i = 0; i < rest.length; i++) {
		const arg = rest[i] ?? '';
		if ((name === 'config' || name === 'import') && !arg.startsWith('-')) given.words.push(arg);
		else if (!flags[name].includes(arg)) return refuseArgument(arg, name);
		else if (arg === '--toolset') {
			const toolset = rest[++i];
			if (!isToolset(toolset))
				return refuse(`There is no toolset ${toolset ?? '""'}; the toolsets are ${toolsetNames.join(', ')}.`);
			given.toolset = toolset;
		} else given.flags.add(arg);
	}
	return given;
}

/**
 * Reads the arguments after the program's name and the environment.
 * The browser is not opened in CI, nor where BROWSER=none asks for that, nor by a hub that an agent started.
 */
export function parseCommand(args: readonly string[], env: Env): Parsed {
	const [first = '', ...others] = args;
	if (first === '--help' || first === '-h' || first === 'help') return { ok: true, command: { name: 'help' } };
	if (first === '--version' || first === '-v') return { ok: true, command: { name: 'version' } };
	const name = isCommandName(first) ? first : first === '' || first.startsWith('-') ? 'serve' : undefined;
	if (name === undefined) return refuse(`Commonplace has no command ${first}. See: commonplace --help`);
	const given = read(isCommandName(first) ? others : args, name);
	if ('ok' in given) return given;
	const port = parsePort(env['COMMONPLACE_PORT']);
	if (port === undefined) {
		const text = JSON.stringify(env['COMMONPLACE_PORT']);
		return refuse(`COMMONPLACE_PORT is ${text}; a port is a whole number from 1 to 65535.`);
	}
	return commandOf(name, given, port, !env['CI'] && env['BROWSER'] !== 'none');
}

function commandOf(name: CommandName, { flags, toolset, words }: Given, port: number, mayOpen: boolean): Parsed {
	switch (name) {
		case 'serve': {
			const idle = flags.has('--idle');
			return { ok: true, command: { name, port, idle, open: !idle && !flags.has('--no-open') && mayOpen } };
		}
		case 'mcp':
			return { ok: true, command: { name, port, toolset, open: flags.has('--open') && mayOpen } };
		case 'doctor':
			return { ok: true, command: { name, port, json: flags.has('--json') } };
		case 'pair':
			return { ok: true, command: { name, port } };
		case 'import': {
			const [file, more] = words;
			if (file === undefined || more !== undefined) return refuse('Say which file: commonplace import memory.jsonl');
			return { ok: true, command: { name, port, file, open: !flags.has('--no-open') && mayOpen } };
		}
		case 'config': {
			const [client, more] = words;
			if (!isClient(client) || more !== undefined)
				return refuse(`Say for whom: commonplace config ${configClients.join('|')}`);
			return { ok: true, command: { name, port, client, toolset } };
		}
	}
}
