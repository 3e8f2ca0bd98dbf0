/** What is forgotten for good (J5) may stand nowhere any more: whether text that was kept as JSON says any of these words or ids. */
export const saysAny = (json: string, needles: readonly string[]): boolean =>
	needles.some((needle) => json.includes(JSON.stringify(needle).slice(1, -1)));
