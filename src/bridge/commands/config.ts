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

function forClaude(launch: Launch): string {
	const env = Object.entries(envOf(launch)).map(
		([name, value]) => `--env ${quoted(`${name}=${value}`, launch.platform)} `
	);
	const command = [launch.node, ...argsOf(launch)].map((word) => quoted(word, launch.platform)).join(' ');
	return `Run this once, in any folder:\n\nclaude mcp add --scope user commonplace ${env.join('')}-- ${command}\n`;
}

/** A basic string of TOML has the escapes of JSON. */
function forCodex(launch: Launch): string {
	const env = Object.entries(envOf(launch)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
	const lines = [
		'[mcp_servers.commonplace]',
		`command = ${JSON.stringify(launch.node)}`,
		`args = [${argsOf(launch)
			.map((word) => JSON.stringify(word))
			.join(', ')}]`,
		...(env.length > 0 ? [`env = { ${env.join(', ')} }`] : [])
	];
	return `Add this to ~/.codex/config.toml:\n\n${lines.join('\n')}\n`;
}

function asJson(launch: Launch, key: string, more: Record<string, string>): string {
	const env = envOf(launch);
	const server = {
		...more,
		command: launch.node,
		args: argsOf(launch),
		...(Object.keys(env).length > 0 && { env })
	};
	return `${JSON.stringify({ [key]: { commonplace: server } }, null, 2)}\n`;
}

/** For clients that speak HTTP only. The token itself is not printed: terminals remember what they have shown. */
function forHttp({ port, toolset, tokenPath }: Launch): string {
	const query = toolset === 'core' ? '' : `?toolset=${toolset}`;
	return [
		`URL:     ${originOf(port)}${MCP_PATH}${query}`,
		`Header:  Authorization: Bearer TOKEN`,
		'',
		`TOKEN is the one line of ${tokenPath}`,
		'Commonplace has to run for that (npm start); over stdio an agent starts it by itself.',
		''
	].join('\n');
}

export function configFor(client: ConfigClient, launch: Launch): string {
	switch (client) {
		case 'claude':
			return forClaude(launch);
		case 'codex':
			return forCodex(launch);
		case 'http':
			return forHttp(launch);
		case 'cursor':
			return `Write this into ~/.cursor/mcp.json (or .cursor/mcp.json of one project):\n\n${asJson(launch, 'mcpServers', {})}`;
		case 'vscode':
			return `Write this into .vscode/mcp.json of a project (or run: MCP: Open User Configuration):\n\n${asJson(launch, 'servers', { type: 'stdio' })}`;
	}
}
