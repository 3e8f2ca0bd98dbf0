/** Generated parts of a Markdown file stand between `<!-- NAME:start -->` and `<!-- NAME:end -->`. */

/** @param {string} name @returns {[string, string]} */
const markers = (name) => [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];

/**
 * The text with the part of that name holding `content`, a blank line on either side.
 * @param {string} text
 * @param {string} name
 * @param {string} content
 * @returns {string}
 * @throws when the markers are not there, once each and in order
 */
export function fillSection(text, name, content) {
	const [start, end] = markers(name);
	const [before, inner, ...more] = text.split(start);
	const [, after, ...rest] = (inner ?? '').split(end);
	if (before === undefined || after === undefined || more.length > 0 || rest.length > 0) {
		throw new Error(`There must be one ${start} followed by one ${end}.`);
	}
	return `${before}${start}\n\n${content.trim()}\n\n${end}${after}`;
}
