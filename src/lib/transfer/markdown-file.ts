/** One Markdown file, told apart: ours or another's, a thing or a note. What its links mean is settled when the whole folder is read. */
import type { ImportNote, ImportObservation, ImportRefusal } from '../domain/import-item';
import type { NoteKind } from '../domain/model';
import { checkedText, EntityDraft, refusal, type Place } from './entity-draft';
import { nameOf, Refusal } from './fields';
import { parseFrontMatter, splitFrontMatter, type Matter, type Split } from './front-matter';
import { CONTEXT_LIMIT, isLongerThan, NOTE_LIMIT, NAME_LIMIT } from './limits';
import { readBlocks } from './markdown-blocks';
import { MARK, reserved, sections, VALUE_OF } from './markdown-form';
import { linksOf, onlyLinks, stemOf, type WikiLink } from './markdown-links';
import { itemsOf, takeLabel, textOf } from './markdown-text';

/** A file as it was read, its links as they stand. */
export interface MarkdownFile {
	stem: string;
	path: string;
	/** Written by this app. */
	isOwn: boolean;
	draft?: EntityDraft;
	note?: ImportNote;
	refused: ImportRefusal[];
	relations: { relation: string; link: WikiLink; context?: string; line: number }[];
	/** Whom a fact names. */
	named: { fact: ImportObservation; link: WikiLink; role: string }[];
}

/** The relation of a thing to what its text links to, when nothing says more. */
const LINKS_TO = 'links to';
const DATE = /^\d{4}-\d{2}-\d{2}/;
const noteWords: ReadonlySet<string> = new Set(['note', 'notes', 'daily', 'daily-note', 'journal', 'meeting']);
const noteKinds: ReadonlySet<string> = new Set<NoteKind>(['page', 'daily', 'capture', 'import']);

const textIn = (matter: Matter, ...names: string[]): string => {
	for (const name of names) {
		const value = matter.get(name);
		if (typeof value === 'string' && value.trim() !== '') return value;
	}
	return '';
};

const textsIn = (matter: Matter, ...names: string[]): string[] =>
	names.flatMap((name) => {
		const value = matter.get(name);
		return value === null || value === undefined ? [] : typeof value === 'string' ? [value] : value;
	});

export async function readMarkdown(path: string, text: string): Promise<MarkdownFile> {
	const stem = stemOf(path);
	const file: MarkdownFile = { stem, path, isOwn: false, refused: [], relations: [], named: [] };
	const split = splitFrontMatter(text);
	const matter = split.matter === undefined ? new Map<string, never>() : await parseFrontMatter(split.matter);
	if (matter instanceof Refusal) {
		file.refused.push(refusal({ line: 1, file: path }, matter.reason, split.matter ?? ''));
		return file;
	}
	const mark = textIn(matter, MARK);
	file.isOwn = mark === 'thing' || mark === 'note';
	const isNote =
		mark === 'note' || (!file.isOwn && (DATE.test(stem) || noteWords.has(textIn(matter, 'type').toLowerCase())));
	if (isNote) readNote(file, matter, split);
	else readThing(file, matter, split);
	return file;
}

function readNote(file: MarkdownFile, matter: Matter, { body, bodyLine }: Split): void {
	const place: Place = { line: bodyLine, file: file.path };
	// Ours has one empty line before it and a line end behind it.
	const text = file.isOwn ? body.replace(/^\r?\n/, '').replace(/\r?\n$/, '') : body.trim();
	const checked = checkedText('text', text, NOTE_LIMIT);
	if (checked instanceof Refusal) return void file.refused.push(refusal(place, checked.reason, text));
	const told = textIn(matter, 'title', ...(file.isOwn ? [] : ['name']));
	const title = told || (file.isOwn ? '' : file.stem);
	const kind = textIn(matter, 'kind');
	const noteKind: NoteKind = noteKinds.has(kind) ? (kind as NoteKind) : DATE.test(file.stem) ? 'daily' : 'import';
	file.note = {
		kind: 'note',
		line: bodyLine,
		file: file.path,
		text,
		noteKind: file.isOwn || noteKind === 'daily' ? noteKind : 'import',
		...(title && !isLongerThan(title.trim(), NAME_LIMIT) && { title: title.trim() })
	};
}

function readThing(file: MarkdownFile, matter: Matter, split: Split): void {
	const given = textIn(matter, 'name', ...(file.isOwn ? [] : ['title'])) || file.stem;
	const name = nameOf('name', given);
	const place: Place = { line: 1, file: file.path };
	if (name instanceof Refusal) return void file.refused.push(refusal(place, name.reason, given));
	const draft = new EntityDraft(name, place);
	file.draft = draft;
	draft.setType(textIn(matter, 'type'));
	draft.setDescription(textIn(matter, 'description'));
	draft.setCreated(textIn(matter, 'created'));
	if (file.isOwn) draft.setId(textIn(matter, 'id'));
	if (file.isOwn && textIn(matter, 'only_mentioned') !== '') draft.entity.mentioned = true;
	for (const alias of textsIn(matter, 'aliases', 'alias')) draft.addAlias(alias);
	for (const [key, value] of matter) if (!reserved.has(key.toLowerCase())) readAttribute(file, draft, key, value);
	if (file.isOwn) readOwnBody(file, draft, split);
	else readOtherBody(file, draft, split);
}

/** A value, a set, or in files of others what is linked. */
function readAttribute(file: MarkdownFile, draft: EntityDraft, key: string, value: ReturnType<Matter['get']>): void {
	if (value === null || value === undefined) return draft.drop(key);
	const texts = typeof value === 'string' ? [value] : value;
	const attribute = file.isOwn && key.startsWith(VALUE_OF) ? key.slice(VALUE_OF.length) : key;
	const plain: string[] = [];
	for (const text of texts) {
		const links = file.isOwn ? undefined : onlyLinks(text);
		if (links) for (const link of links) file.relations.push({ relation: key, link, line: 1 });
		else plain.push(text);
	}
	draft.addValue(attribute, plain, typeof value !== 'string');
}

interface Section {
	title: string;
	line: number;
	lines: string[];
}

function sectionsOf(body: string, firstLine: number): Section[] {
	const found: Section[] = [{ title: '', line: firstLine, lines: [] }];
	body.split(/\r?\n/).forEach((text, i) => {
		const title = /^## (.*)$/.exec(text)?.[1]?.trim();
		if (title === undefined) found.at(-1)?.lines.push(text);
		else found.push({ title, line: firstLine + i + 1, lines: [] });
	});
	return found;
}

/** Facts and relations as this app writes them. What it wrote only to be read comes back with the others; what was added is a fact. */
function readOwnBody(file: MarkdownFile, draft: EntityDraft, { body, bodyLine }: Split): void {
	const stray = (line: number, text: string) => {
		if (text.trim() !== '' && !/^# /.test(text)) addLinked(draft, text, line);
	};
	for (const { title, line, lines } of sectionsOf(body, bodyLine)) {
		if (title === sections.mentioned || title === sections.incoming) continue;
		const items = itemsOf(lines, line, stray);
		if (title === sections.relations) for (const item of items) readRelation(file, draft, item);
		else for (const item of items) readFact(file, draft, item);
	}
}

type Item = ReturnType<typeof itemsOf>[number];

function addLinked(draft: EntityDraft, text: string, line: number): ImportObservation | undefined {
	const fact = draft.addFact(text, line);
	if (fact && linksOf(text).length) fact.hasLinks = true;
	return fact;
}

const NAMES = /^names: (\[\[[^[\]\n]+\]\]) as (.+)$/;

function readFact(file: MarkdownFile, draft: EntityDraft, item: Item): void {
	const fact = addLinked(draft, textOf(item), item.line);
	for (const { line, text } of item.properties) {
		const [, linked = '', as = ''] = NAMES.exec(text) ?? [];
		const [link] = linksOf(linked);
		const role = takeLabel(as)?.label;
		if (fact && link && role && !isLongerThan(role, NAME_LIMIT)) file.named.push({ fact, link, role });
		else addLinked(draft, text, line); // a list below a fact that somebody wrote
	}
}

function readRelation(file: MarkdownFile, draft: EntityDraft, item: Item): void {
	const said = takeLabel(item.text);
	const links = said && onlyLinks(said.rest.replace(/^:/, ''));
	if (!said || !links) return draft.refuse('no relation: write "relation: [[Name]]"', item.text, item.line);
	const context = item.more.join('\n').trim();
	const kept = context && !isLongerThan(context, CONTEXT_LIMIT) ? { context } : {};
	for (const link of links) file.relations.push({ relation: said.label, link, line: item.line, ...kept });
}

const RELATION_LINE = /^(?:[-*+] )?([^:[\]\n]{1,200}?)::?\s*(\[.*\]\)?)\s*$/;

/** Of others' files: each list item and paragraph is a fact, what it links to a relation. */
function readOtherBody(file: MarkdownFile, draft: EntityDraft, { body, bodyLine }: Split): void {
	for (const { text, line } of readBlocks(body, bodyLine)) {
		const [, relation, linked = ''] = RELATION_LINE.exec(text) ?? [];
		const links = relation === undefined ? undefined : onlyLinks(linked);
		if (links && relation !== undefined) {
			for (const link of links) file.relations.push({ relation: relation.trim(), link, line });
			continue;
		}
		addLinked(draft, text, line);
		const context = isLongerThan(text, CONTEXT_LIMIT) ? {} : { context: text };
		for (const link of linksOf(text)) file.relations.push({ relation: LINKS_TO, link, line, ...context });
	}
}
