/** How long a link is good that was given to a person: a hub that an agent has started stays as long, or the click would lead nowhere. */

const USUAL_MS = 5 * 60_000;

/** ms; COMMONPLACE_LINK_MS is for tests, which cannot wait that long. */
export const LINK_LIFE_MS = Number(process.env['COMMONPLACE_LINK_MS']) || USUAL_MS;

/** The latest of some times at which links end, in ms since the epoch; 0: none is out. */
export const latest = (expires: Iterable<number>): number => Math.max(0, ...expires);
