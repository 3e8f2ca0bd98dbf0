/** `commonplace config CLIENT`: what to write into an agent's configuration, with the paths as they are on this computer. */
import type { ToolsetName } from '../../lib/contract/toolsets';
import type { ConfigClient } from '../command-line';
import { HOME_PORT, originOf } from '../options';
import { MCP_PATH } from '../http/mcp-http';

export interface Launch {
	/** Absolute: agents are often started without the person's PATH. */
	node: string;
	launcher: string;
	port: number;
	toolset: ToolsetName;
	platform: NodeJS.Platform;
	/** The folder of keys, where it is not the usual one. */
	state?: string | undefined;
	/** The file that holds the bearer token of MCP over HTTP. */
	tokenPath: string;
}

const argsOf = ({ launcher, toolset }: Launch): string[] => [
	launcher,
	'mcp',
	...(toolset === 'core' ? [] : ['--toolset', toolset])
];

/** Agents do not pass on the person's environment, so what differs from the usual has to stand in the configuration. */
const envOf = ({ port, state }: Launch): Record<string, string> => ({
	...(port !== HOME_PORT && { COMMONPLACE_PORT: String(port) }),
	...(state !== undefined && { COMMONPLACE_STATE: state })
});

/** For a POSIX shell, or for the command line of Windows. */
function quoted(text: string, platform: NodeJS.Platform): string {
	if (/^[\w./:@%+,=-]+$/.test(text)) return text;
	return platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What an agent needs to know, and where it is told. */
interface Configuration {
	/** As people call it. */
	agent: string;
	/** A sentence without its end: the lines follow. */
	where: string;
	lines: string;
	language: 'sh' | 'toml' | 'json' | 'text';
}

function forClaude(launch: Launch): Configuration {
	const env = Object.entries(envOf(launch)).map(
		([name, value]) => `--env ${quoted(`${name}=${value}`, launch.platform)} `
	);
	const command = [launch.node, ...argsOf(launch)].map((word) => quoted(word, launch.platform)).join(' ');
	return {
		agent: 'Claude Code',
		where: 'Run this once, in any folder',
		lines: `claude mcp add --scope user commonplace ${env.join('')}-- ${command}`,
		language: 'sh'
	};
}

/** A basic string of TOML has the escapes of JSON. */
function forCodex(launch: Launch): Configuration {
	const env = Object.entries(envOf(launch)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
	const args = argsOf(launch).map((word) => JSON.stringify(word));
	const lines = [
		'[mcp_servers.commonplace]',
		`command = ${JSON.stringify(launch.node)}`,
		`args = [${args.join(', ')}]`,
		...(env.length > 0 ? [`env = { ${env.join(', ')} }`] : [])
	];
	return { agent: 'Codex', where: 'Add this to ~/.codex/config.toml', lines: lines.join('\n'), language: 'toml' };
}

function asJson(launch: Launch, key: string, more: Record<string, string>): string {
	const env = envOf(launch);
	const server = {
		...more,
		command: launch.node,
		args: argsOf(launch),
		...(Object.keys(env).length > 0 && { env })
	};
	return JSON.stringify({ [key]: { commonplace: server } }, null, 2);
}

const forCursor = (launch: Launch): Configuration => ({
	agent: 'Cursor',
	where: 'Write this into ~/.cursor/mcp.json (or .cursor/mcp.json of one project)',
	lines: asJson(launch, 'mcpServers', {}),
	language: 'json'
});

const forVsCode = (launch: Launch): Configuration => ({
	agent: 'VS Code',
	where: 'Write this into .vscode/mcp.json of a project (or run: MCP: Open User Configuration)',
	lines: asJson(launch, 'servers', { type: 'stdio' }),
	language: 'json'
});

/** For clients that speak HTTP only. The token itself is not printed: terminals remember what they have shown. */
function forHttp({ port, toolset, tokenPath }: Launch): Configuration {
	const query = toolset === 'core' ? '' : `?toolset=${toolset}`;
	return {
		agent: 'An agent that speaks HTTP only',
		where:
			'Give it this address and header; Commonplace has to run for that (npm start), over stdio an agent starts it by itself',
		lines: [
			`URL:     ${originOf(port)}${MCP_PATH}${query}`,
			`Header:  Authorization: Bearer TOKEN`,
			'',
			`TOKEN is the one line of ${tokenPath}`
		].join('\n'),
		language: 'text'
	};
}

const configurations: Record<ConfigClient, (launch: Launch) => Configuration> = {
	claude: forClaude,
	codex: forCodex,
	cursor: forCursor,
	vscode: forVsCode,
	http: forHttp
};

/** For a terminal. */
export function configFor(client: ConfigClient, launch: Launch): string {
	const { where, lines } = configurations[client](launch);
	return `${where}:\n\n${lines}\n`;
}

/** For the README: what `config` prints, with this in place of the folder that only the reader knows. */
const SOMEWHERE = '/path/to/commonplace';

/** What to paste for each agent over stdio, as Markdown. */
export function configsToMarkdown(): string {
	const launch: Launch = {
		node: 'node',
		launcher: `${SOMEWHERE}/bin/commonplace.mjs`,
		port: HOME_PORT,
		toolset: 'core',
		platform: 'linux',
		tokenPath: ''
	};
	return (['claude', 'codex', 'cursor', 'vscode'] as const)
		.map((client) => {
			const { agent, where, lines, language } = configurations[client](launch);
			return `**${agent}.** ${where}:\n\n\`\`\`${language}\n${lines}\n\`\`\``;
		})
		.join('\n\n');
}
