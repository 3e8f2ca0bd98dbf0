/** The process that serves a port, asked over HTTP. */
export async function servingPid(port: number): Promise<number | undefined> {
	try {
		const res = await fetch(`http://127.0.0.1:${port}/.well-known/commonplace`);
		return ((await res.json()) as { pid: number }).pid;
	} catch {
		return undefined;
	}
}
