/** Root of the Node side: `npm start` ends here. Built into one file that lies beside the app it serves. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startAppServer, stopAppServer } from './app-server';
import { openBrowser } from './open-browser';
import { HOME_PORT, originOf, parseOptions, type Options } from './options';
import { describeHolder, whoHolds } from './port-holder';

const folder = fileURLToPath(new URL('app', import.meta.url));

const builtVersion = (): string =>
	(JSON.parse(readFileSync(`${folder}/_app/version.json`, 'utf8')) as { version: string }).version;

function greet({ port }: Options): void {
	console.log(`Commonplace is at ${originOf(port)}`);
	if (port === HOME_PORT) {
		console.log('Your notebook lives in the browser you open it with. Ctrl+C ends this server; the notebook stays.');
	} else {
		console.log(
			`To the browser another port is another place: this is a notebook of its own, not the one at ${originOf(HOME_PORT)}.`
		);
	}
}

async function serve(options: Options): Promise<void> {
	const server = await startAppServer({ folder, version: builtVersion(), port: options.port });
	greet(options);
	const stop = () => void stopAppServer(server).then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	if (options.open) openBrowser(originOf(options.port));
}

async function explain(error: unknown, port: number): Promise<string> {
	const code = (error as NodeJS.ErrnoException | null)?.code;
	if (code === 'EADDRINUSE') return describeHolder(port, await whoHolds(port));
	if (code === 'EACCES') return `This account may not listen on port ${port}. Choose one above 1023.`;
	return error instanceof Error ? error.message : String(error);
}

const parsed = parseOptions(process.argv.slice(2), process.env);
if (parsed.ok) {
	serve(parsed.options).catch(async (error: unknown) => {
		console.error(await explain(error, parsed.options.port));
		process.exitCode = 1;
	});
} else {
	console.error(parsed.message);
	process.exitCode = 1;
}
