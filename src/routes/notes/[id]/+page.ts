/** One address for each thing: the shell stands in for all of them. */
export const prerender = false;
