/** What `npm start` may be told: `--no-open`, and COMMONPLACE_PORT in the environment. Everything else is refused by name. */

export const HOST = '127.0.0.1';
export const HOME_PORT = 4747;

export interface Options {
	port: number;
	open: boolean;
}

export type Parsed = { ok: true; options: Options } | { ok: false; message: string };

/** The origin, as the browser writes it (port 80 goes unsaid). */
export const originOf = (port: number): string => new URL(`http://${HOST}:${port}`).origin;

function parsePort(text: string | undefined): number | undefined {
	if (!text) return HOME_PORT;
	const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
	return port >= 1 && port <= 65535 ? port : undefined;
}

/**
 * Reads the arguments after the program's name and the environment.
 * The browser is not opened in CI nor where BROWSER=none asks for that.
 */
export function parseOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Parsed {
	const unknown = args.find((arg) => arg !== '--no-open');
	if (unknown !== undefined) {
		const hint = unknown.startsWith('--port') ? 'The port is set by COMMONPLACE_PORT.' : 'There is only --no-open.';
		return { ok: false, message: `Commonplace does not know the argument ${unknown}. ${hint}` };
	}
	const port = parsePort(env['COMMONPLACE_PORT']);
	if (port === undefined) {
		const given = JSON.stringify(env['COMMONPLACE_PORT']);
		return { ok: false, message: `COMMONPLACE_PORT is ${given}; a port is a whole number from 1 to 65535.` };
	}
	const open = args.length === 0 && !env['CI'] && env['BROWSER'] !== 'none';
	return { ok: true, options: { port, open } };
}
