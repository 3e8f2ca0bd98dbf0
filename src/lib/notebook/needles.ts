/** What is forgotten for good (J5) may stand nowhere any more: whether text that was kept as JSON says any of these words or ids. */
export const saysAny = (json: string, needles: readonly string[]): boolean =>
	needles.some((needle) => json.includes(JSON.stringify(needle).slice(1, -1)));

/** Texts and ids that may be looked for so: one or two letters stand in any text. */
export const needlesOf = (words: readonly string[]): string[] => words.filter((word) => word.length > 2);
