/**
 * The editor of notes: CodeMirror with Markdown in the colours of the tokens, and names that complete behind `[[` and `@`. It lives in a
 * shadow root, where its styles are adopted sheets: the page's policy allows no style element. Loaded when a note is written.
 */
import {
	autocompletion,
	type Completion,
	type CompletionContext,
	type CompletionResult
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { begunAt } from './naming';

export interface EditorParts {
	/** Where it is put; gets a shadow root. */
	host: HTMLElement;
	text: string;
	label: string;
	hint: string;
	onchange: (text: string) => void;
	/** Something is marked, or nothing any more. */
	onselect: (marked: string) => void;
	/** Names that a begun one may be, best first. */
	complete: (partial: string) => Promise<readonly { name: string; type: string | null; id: string }[]>;
	onchosen: (id: string) => void;
	/** Keys that are the page's: returns whether one was taken. */
	onkey: (event: KeyboardEvent) => boolean;
}

export interface NoteEditor {
	/** Another text stands there now; the caret stays as near as it can. */
	take(text: string): void;
	focus(): void;
	/** What is marked. */
	marked(): string;
	destroy(): void;
}

const colours = HighlightStyle.define([
	{ tag: tags.heading, fontWeight: '650', color: 'var(--ink)' },
	{ tag: tags.strong, fontWeight: '650' },
	{ tag: tags.emphasis, fontStyle: 'italic' },
	{ tag: tags.strikethrough, textDecoration: 'line-through' },
	{ tag: tags.link, color: 'var(--accent)' },
	{ tag: tags.url, color: 'var(--ink-3)' },
	{ tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.9em' },
	{ tag: tags.quote, color: 'var(--ink-2)' },
	{ tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: 'var(--ink-3)' }
]);

const look = EditorView.theme({
	'&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--t-m)' },
	'&.cm-focused': { outline: 'none' },
	'.cm-scroller': { fontFamily: 'var(--sans)', lineHeight: '1.65', overflow: 'visible' },
	'.cm-content': { padding: '0', caretColor: 'var(--accent)', minHeight: '40vh' },
	'.cm-line': { padding: '0' },
	'.cm-cursor': { borderLeftColor: 'var(--accent)' },
	'.cm-placeholder': { color: 'var(--ink-3)' },
	'&.cm-focused .cm-selectionBackground, ::selection': { backgroundColor: 'var(--accent-soft)' },
	'.cm-tooltip': {
		backgroundColor: 'var(--surface)',
		border: '1px solid var(--line-strong)',
		borderRadius: 'var(--r1)',
		boxShadow: 'var(--shadow-high)'
	},
	'.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--sans)', maxHeight: '16em' },
	'.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '1.5', color: 'var(--ink)' },
	'.cm-tooltip-autocomplete > ul > li[aria-selected]': {
		backgroundColor: 'var(--accent-soft)',
		color: 'var(--accent)'
	},
	'.cm-completionDetail': { color: 'var(--ink-3)', fontStyle: 'normal', marginInlineStart: '8px' }
});

/** A link is closed behind the name, once. */
function applying(mark: '@' | '[['): Exclude<Completion['apply'], string | undefined> {
	return (view, completion, from, to) => {
		const isClosed = view.state.sliceDoc(to, to + 2) === ']]';
		// What `@` begins is a link in a note: there it has no other way to be one.
		const start = mark === '@' ? from - 1 : from;
		const insert = `${mark === '@' ? '[[' : ''}${completion.label}${mark === '[[' && isClosed ? '' : ']]'}`;
		const caret = start + insert.length + (mark === '[[' && isClosed ? 2 : 0);
		view.dispatch({ changes: { from: start, to, insert }, selection: { anchor: caret }, userEvent: 'input.complete' });
	};
}

const completing = ({ complete, onchosen }: Pick<EditorParts, 'complete' | 'onchosen'>) =>
	async function source(context: CompletionContext): Promise<CompletionResult | null> {
		const line = context.state.doc.lineAt(context.pos);
		const begun = begunAt(line.text, context.pos - line.from);
		if (!begun) return null;
		const found = await complete(begun.partial);
		if (context.aborted || found.length === 0) return null;
		const apply = applying(begun.mark);
		return {
			from: line.from + begun.start,
			filter: false, // the notebook has ranked them, slips and all
			options: found.map(({ name, type, id }) => ({
				label: name,
				...(type !== null && { detail: type }),
				apply: (view, completion, from, to) => {
					onchosen(id);
					apply(view, completion, from, to);
				}
			}))
		};
	};

export function createNoteEditor(parts: EditorParts): NoteEditor {
	const root = parts.host.shadowRoot ?? parts.host.attachShadow({ mode: 'open', delegatesFocus: true });
	let isTaking = false;
	const heard = EditorView.updateListener.of((update) => {
		if (update.docChanged && !isTaking) parts.onchange(update.state.doc.toString());
		if (update.selectionSet || update.docChanged) parts.onselect(marked());
	});
	const view = new EditorView({
		parent: root,
		root,
		state: EditorState.create({
			doc: parts.text,
			extensions: [
				Prec.highest(EditorView.domEventHandlers({ keydown: (event) => parts.onkey(event) })),
				history(),
				markdown({ base: markdownLanguage, addKeymap: true }),
				autocompletion({ override: [completing(parts)], icons: false, activateOnTypingDelay: 30, interactionDelay: 0 }),
				keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
				EditorView.lineWrapping,
				EditorView.contentAttributes.of({ 'aria-label': parts.label, spellcheck: 'true', dir: 'auto' }),
				placeholder(parts.hint),
				syntaxHighlighting(colours),
				look,
				heard
			]
		})
	});
	function marked(): string {
		const { from, to } = view.state.selection.main;
		return view.state.sliceDoc(from, to).trim();
	}
	return {
		take(text) {
			if (view.state.doc.toString() === text) return;
			isTaking = true;
			const at = Math.min(view.state.selection.main.head, text.length);
			view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: at } });
			isTaking = false;
		},
		focus: () => view.focus(),
		marked,
		destroy: () => view.destroy()
	};
}
