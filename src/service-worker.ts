/// <reference no-default-lib="true" />
/// <reference lib="esnext" />
/// <reference lib="webworker" />
/// <reference types="@sveltejs/kit" />
/**
 * Keeps the app shell: the whole build, cached under its version, so that it opens without network and never mixes two builds.
 * Never opens IndexedDB.
 */
import { build, files, prerendered, version } from '$service-worker';

const scope = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = 'commonplace-';
const CACHE = PREFIX + version;
/** Answers every address that is not a page of its own: the app finds its way from there. */
const SHELL = '/';

const pages = new Set([...prerendered, SHELL]);
const assets = new Set([...build, ...files]);
/** What a worker loads only when it is used (importers, exporters). The list of the build knows the workers, not their parts. */
const PART = /^.*\/workers\/chunks\/[\w-]+\.js$/;
const WORKER = /\/workers\/[^/]+\.js$/;
const NAMED = /\.\/(chunks\/[\w-]+\.js)/g;

scope.addEventListener('install', (event) => {
	event.waitUntil(precache());
});

scope.addEventListener('activate', (event) => {
	event.waitUntil(takeOver());
});

scope.addEventListener('message', (event) => {
	if (event.data === 'skip') void scope.skipWaiting();
});

scope.addEventListener('fetch', (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
	const path = url.pathname;
	if (pages.has(path) || assets.has(path) || PART.test(path)) event.respondWith(fromCache(path, request));
	else if (request.mode === 'navigate') event.respondWith(fromCache(SHELL, request));
});

/** Past the browser's own cache, which may hold another build's page under the same address. */
async function precache() {
	const cache = await caches.open(CACHE);
	await cache.addAll(
		[...pages, ...assets].map((path) => new Request(path, { cache: build.includes(path) ? 'default' : 'reload' }))
	);
	await Promise.all(build.filter((path) => WORKER.test(path)).map((path) => cacheParts(cache, path)));
}

/** The parts that a worker's code names. */
async function cacheParts(cache: Cache, worker: string) {
	const code = (await (await cache.match(worker))?.text()) ?? '';
	const base = new URL(worker, scope.location.origin);
	const parts = new Set([...code.matchAll(NAMED)].map(([, part = '']) => new URL(part, base).pathname));
	await cache.addAll([...parts]);
}

/** The first build also takes the pages that loaded it, so that what they load later is cached too. */
async function takeOver() {
	const names = await caches.keys();
	await Promise.all(
		names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name))
	);
	await scope.clients.claim();
}

/** The network only when the browser has thrown the cache away. */
async function fromCache(path: string, request: Request): Promise<Response> {
	const cache = await caches.open(CACHE);
	return (await cache.match(path)) ?? fetch(request);
}
