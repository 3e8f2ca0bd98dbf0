/**
 * The response headers of the app. The page's own policy is the `<meta>` that the build writes (ADR 0004);
 * what a `<meta>` cannot say stands here: framing, and the policy of workers, which take that of their script's response.
 */

const WORKER_POLICY =
	"default-src 'none'; script-src 'self'; connect-src 'self' ws://127.0.0.1:*; frame-ancestors 'none'";
const PAGE_POLICY = "frame-ancestors 'none'";

const denied = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'];

const everywhere = {
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Permissions-Policy': denied.map((feature) => `${feature}=()`).join(', ')
};

/** Named by their content, so they never change; everything else is asked for again (an ETag makes that cheap). */
const cacheControl = (path: string): string =>
	path.startsWith('/_app/immutable/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/** All headers of ours for an answer of status 200 or 304 at a path of the app. */
export const headersFor = (path: string): Record<string, string> => ({
	...everywhere,
	'Content-Security-Policy': path.endsWith('.js') ? WORKER_POLICY : PAGE_POLICY,
	'Cache-Control': cacheControl(path)
});

/** Headers of a refusal in plain words. */
export const refusalHeaders = (): Record<string, string> => ({
	...everywhere,
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'Cache-Control': 'no-store',
	'Content-Type': 'text/plain; charset=utf-8'
});
