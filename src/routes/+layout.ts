/** One shell, filled in the browser: nothing is rendered on a server, every fixed address is a file. */
export const ssr = false;
export const prerender = true;
