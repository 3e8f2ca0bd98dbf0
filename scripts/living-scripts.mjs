/**
 * any-ascii's table without what hardly a name is written in: rare ideographs, hieroglyphs, pictographs. Two thirds of it, and as much of
 * what the notebook's worker loads. A letter left out stays as it is (src/lib/notebook/latin-form.ts).
 */

const TABLE = /any-ascii[\\/]block\.js$/;
/** A line of the table: the letters from 256 times its number on. */
const LINE = /^case (\d+):.*\n/gm;

/** Whether names are written in a block of 256: of the basic plane, but for the ideographs of extension A. @param {number} block */
const isLiving = (block) => block < 0x100 && !(block >= 0x34 && block < 0x4e);

/** @param {string} table @returns {string} */
export const onlyLiving = (table) => table.replace(LINE, (line, block) => (isLiving(Number(block)) ? line : ''));

/** @returns {import('vite').Plugin} */
export const livingScripts = () => ({
	name: 'living-scripts',
	transform: { filter: { id: TABLE }, handler: (table) => ({ code: onlyLiving(table), map: null }) }
});
