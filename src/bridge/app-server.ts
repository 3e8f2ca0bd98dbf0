/**
 * Serves the built app on one literal address. Knows nothing of notebooks: they live in the browser.
 * Whoever asks under another name than that address is turned away, so that no page of another site can reach it by DNS rebinding.
 */
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { headersFor, refusalHeaders } from './headers';
import { HOST, originOf } from './options';

export const WELL_KNOWN = '/.well-known/commonplace';

export interface AppServerOptions {
	/** The built app: a folder with 200.html for every path of its router. One that is being built is there later. */
	folder: string | (() => BuiltApp);
	/** Name of the build. */
	version: string;
	port: number;
	/** Takes requests of its own path instead of the app; asked after the Host has been checked. @returns whether it does */
	other?: (req: IncomingMessage, res: ServerResponse) => boolean;
}

export type BuiltApp = { folder: string } | { building: true } | { failed: string };

function refuse(res: ServerResponse, status: number, text: string, more: Record<string, string> = {}): void {
	res.writeHead(status, { ...refusalHeaders(), ...more }).end(`${text}\n`);
}

function answerWhoIsHere(res: ServerResponse, version: string): void {
	const body = JSON.stringify({ name: 'commonplace', version, pid: process.pid });
	res.writeHead(200, { ...refusalHeaders(), 'Content-Type': 'application/json' }).end(body);
}

/** For a browser that comes before the app is there: it asks again by itself. */
const BEING_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>Commonplace is being built</title>
<p>Commonplace is being built, which takes about half a minute the first time. This page goes on by itself.
</html>
`;

function sayBeingBuilt(res: ServerResponse): void {
	const headers = { ...refusalHeaders(), 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '2' };
	res.writeHead(503, headers).end(BEING_BUILT);
}

function serveFiles(folder: string): (req: IncomingMessage, res: ServerResponse) => void {
	const files = sirv(folder, {
		etag: true,
		gzip: true,
		brotli: true,
		single: '200.html',
		setHeaders: (res, path) => {
			for (const [name, value] of Object.entries(headersFor(path))) res.setHeader(name, value);
		}
	});
	return (req, res) => {
		if (!existsSync(join(folder, '200.html'))) {
			refuse(res, 503, 'This build of Commonplace has been removed. Start it again: npm start');
		} else {
			delete req.headers.range; // an app needs no ranges, and a malformed one ends in an exception inside the file stream
			files(req, res, () => refuse(res, 404, 'There is nothing here.'));
		}
	};
}

/** @returns the listener; it never throws and answers every request. */
export function createAppHandler({ folder, version, port, other }: AppServerOptions) {
	const host = new URL(originOf(port)).host;
	const built: () => BuiltApp = typeof folder === 'string' ? () => ({ folder }) : folder;
	const first = built();
	// Listed now where they are there: a later build may take these away.
	let files = 'folder' in first ? serveFiles(first.folder) : undefined;
	return (req: IncomingMessage, res: ServerResponse): void => {
		if (req.headers.host !== host) {
			refuse(res, 403, `This is Commonplace, and it answers only at ${originOf(port)}`);
		} else if (other?.(req, res)) {
			return;
		} else if (req.method !== 'GET' && req.method !== 'HEAD') {
			refuse(res, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
		} else if (req.url === WELL_KNOWN) {
			answerWhoIsHere(res, version);
		} else {
			const app = built();
			if ('building' in app) sayBeingBuilt(res);
			else if ('failed' in app) refuse(res, 503, app.failed);
			else (files ??= serveFiles(app.folder))(req, res);
		}
	};
}

/**
 * Starts to listen on 127.0.0.1.
 * @throws the socket's error, EADDRINUSE among them
 */
export function startAppServer(options: AppServerOptions): Promise<Server> {
	const server = createServer(createAppHandler(options));
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port, HOST, () => {
			server.off('error', reject);
			resolve(server);
		});
	});
}

/** Ends it at once, open connections included. */
export function stopAppServer(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
