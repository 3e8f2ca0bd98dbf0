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
	/** The built app: a folder with 200.html for every path of its router. */
	folder: string;
	/** Name of the build. */
	version: string;
	port: number;
}

function refuse(res: ServerResponse, status: number, text: string, more: Record<string, string> = {}): void {
	res.writeHead(status, { ...refusalHeaders(), ...more }).end(`${text}\n`);
}

function answerWhoIsHere(res: ServerResponse, version: string): void {
	const body = JSON.stringify({ name: 'commonplace', version, pid: process.pid });
	res.writeHead(200, { ...refusalHeaders(), 'Content-Type': 'application/json' }).end(body);
}

/** @returns the listener; it never throws and answers every request. */
export function createAppHandler({ folder, version, port }: AppServerOptions) {
	const host = new URL(originOf(port)).host;
	const files = sirv(folder, {
		etag: true,
		gzip: true,
		brotli: true,
		single: '200.html',
		setHeaders: (res, path) => {
			for (const [name, value] of Object.entries(headersFor(path))) res.setHeader(name, value);
		}
	});
	return (req: IncomingMessage, res: ServerResponse): void => {
		if (req.headers.host !== host) {
			refuse(res, 403, `This is Commonplace, and it answers only at ${originOf(port)}`);
		} else if (req.method !== 'GET' && req.method !== 'HEAD') {
			refuse(res, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
		} else if (req.url === WELL_KNOWN) {
			answerWhoIsHere(res, version);
		} else if (!existsSync(join(folder, '200.html'))) {
			refuse(res, 503, 'This build of Commonplace has been removed. Start it again: npm start');
		} else {
			delete req.headers.range; // an app needs no ranges, and a malformed one ends in an exception inside the file stream
			files(req, res, () => refuse(res, 404, 'There is nothing here.'));
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
