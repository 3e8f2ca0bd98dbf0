/**
 * Markdown as data: what a reader shows is built from this tree by the app's own components, as text nodes and elements, never as markup.
 * HTML in a note is text; pictures are links, since nothing is fetched from anywhere. Loaded when a note is read.
 */
import { Lexer, type Token, type Tokens } from 'marked';

export type Inline =
	| { kind: 'text'; text: string }
	| { kind: 'strong' | 'em' | 'del'; children: Inline[] }
	| { kind: 'code'; text: string }
	| { kind: 'link'; href: string; children: Inline[] }
	| { kind: 'break' };

export type Block =
	| { kind: 'heading'; depth: number; children: Inline[] }
	| { kind: 'paragraph'; children: Inline[] }
	| { kind: 'code'; text: string; language: string }
	| { kind: 'quote'; blocks: Block[] }
	| { kind: 'list'; ordered: boolean; start: number; items: { checked: boolean | null; blocks: Block[] }[] }
	| { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
	| { kind: 'rule' };

/** Addresses that may be followed by a click; any other is shown as it was written. */
const FOLLOWED = /^(https?:|mailto:)/i;

export const blocksOf = (text: string): Block[] => Lexer.lex(text, { gfm: true }).flatMap(block);

const inlines = (tokens: readonly Token[] | undefined): Inline[] => (tokens ?? []).flatMap(inline);

/** marked's token types are told apart by `type`, which a token of an extension could have any value of. */
function block(token: Token): Block[] {
	switch (token.type) {
		case 'space':
		case 'def':
			return [];
		case 'heading':
			return [{ kind: 'heading', depth: (token as Tokens.Heading).depth, children: inlines(token.tokens) }];
		case 'code': {
			const { text, lang = '' } = token as Tokens.Code;
			return [{ kind: 'code', text, language: lang }];
		}
		case 'blockquote':
			return [{ kind: 'quote', blocks: (token.tokens ?? []).flatMap(block) }];
		case 'list':
			return [list(token as Tokens.List)];
		case 'table': {
			const { header, rows } = token as Tokens.Table;
			const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlines(tokens));
			return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
		}
		case 'hr':
			return [{ kind: 'rule' }];
		case 'paragraph':
		case 'text':
			return [{ kind: 'paragraph', children: token.tokens ? inlines(token.tokens) : [plain(textOf(token))] }];
		default: // HTML, and whatever comes to be: the text that it is
			return [{ kind: 'paragraph', children: [plain(token.raw.trimEnd())] }];
	}
}

function list({ ordered, start, items }: Tokens.List): Block {
	return {
		kind: 'list',
		ordered,
		start: typeof start === 'number' ? start : 1,
		items: items.map(({ task, checked, tokens }) => ({
			checked: task ? checked === true : null,
			blocks: tokens.filter(({ type }) => type !== 'checkbox').flatMap(block)
		}))
	};
}

const plain = (text: string): Inline => ({ kind: 'text', text });
const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);

function inline(token: Token): Inline[] {
	switch (token.type) {
		case 'strong':
		case 'em':
		case 'del':
			return [{ kind: token.type, children: inlines(token.tokens) }];
		case 'codespan':
			return [{ kind: 'code', text: textOf(token) }];
		case 'br':
			return [{ kind: 'break' }];
		case 'link':
		case 'image': {
			const { href } = token as Tokens.Link;
			const children = token.tokens?.length ? inlines(token.tokens) : [plain(textOf(token) || href)];
			return FOLLOWED.test(href) ? [{ kind: 'link', href, children }] : [plain(token.raw)];
		}
		case 'text':
			return token.tokens ? inlines(token.tokens) : [plain(textOf(token))];
		case 'escape':
			return [plain(textOf(token))];
		default: // HTML is text
			return [plain(token.raw)];
	}
}
