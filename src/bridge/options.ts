/** Where Commonplace is: one literal address, never `localhost`, and one port for ever unless COMMONPLACE_PORT says another. */

export const HOST = '127.0.0.1';
export const HOME_PORT = 4747;

/** The origin, as the browser writes it (port 80 goes unsaid). */
export const originOf = (port: number): string => new URL(`http://${HOST}:${port}`).origin;

/** @returns undefined for what is no port */
export function parsePort(text: string | undefined): number | undefined {
	if (!text) return HOME_PORT;
	const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
	return port >= 1 && port <= 65535 ? port : undefined;
}
