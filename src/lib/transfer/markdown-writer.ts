/**
 * Markdown that people read and other programs link: a file a thing, a file a note. The front matter says what it is; facts, values and
 * relations come back, the sections on what others say are for reading only.
 */
import type { PortableFact, PortableNote, PortableRef, PortableRelation, PortableThing } from '../domain/portable';
import { LINK_ROLE, linkedNames, MARK, reserved, sections, VALUE_OF } from './markdown-form';
import { below, label, listItem, property } from './markdown-text';
import { FileNames, wikiLink } from './file-names';

type Stringify = (value: unknown) => string;

/** YAML is loaded when it is used. */
export async function loadYaml(): Promise<Stringify> {
	const { stringify } = await import('yaml');
	return (value) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

const attributeName = (attribute: string): string =>
	reserved.has(attribute.toLowerCase()) || attribute.startsWith(VALUE_OF) ? VALUE_OF + attribute : attribute;

function frontMatterOf(thing: PortableThing): Map<string, unknown> {
	const matter = new Map<string, unknown>([
		[MARK, 'thing'],
		['id', thing.id],
		['name', thing.name]
	]);
	if (thing.type !== null) matter.set('type', thing.type);
	if (thing.aliases.length) matter.set('aliases', thing.aliases);
	if (thing.description !== undefined) matter.set('description', thing.description);
	if (thing.isMentionedOnly) matter.set('only_mentioned', 'yes');
	for (const { attribute, values, isSet } of thing.values)
		matter.set(attributeName(attribute), isSet ? values : (values[0] ?? ''));
	return matter;
}

const section = (title: string, lines: readonly string[]): string =>
	lines.length ? `\n## ${title}\n\n${lines.join('')}` : '';

export class MarkdownWriter {
	readonly #names = new FileNames();
	readonly #yaml: Stringify;
	/** Names that two things have: a link in the words of a fact does not say which. */
	readonly #shared = new Set<string>();

	/** @param refs everything that will have a file */
	constructor(yaml: Stringify, refs: Iterable<PortableRef>) {
		this.#yaml = yaml;
		const seen = new Set<string>();
		for (const { id, name, type } of refs) {
			this.#names.give(id, name, type);
			if (seen.has(name)) this.#shared.add(name);
			seen.add(name);
		}
	}

	thing(thing: PortableThing): { path: string; text: string } {
		const stem = this.#names.of(thing.id) ?? this.#names.give(thing.id, thing.name, thing.type);
		const text = [
			`---\n${this.#yaml(frontMatterOf(thing))}---\n\n`,
			`# ${thing.name.replace(/\s+/g, ' ')}\n`,
			section(
				sections.facts,
				thing.facts.map((fact) => this.#fact(fact))
			),
			section(
				sections.relations,
				thing.relations.map((relation) => this.#relation(relation))
			),
			section(
				sections.mentioned,
				thing.mentionedIn.map(({ content, about }) => listItem(content) + property('about', this.#link(about)))
			),
			section(
				sections.incoming,
				thing.incoming.map(({ relation, from }) => `- ${this.#link(from)}: ${label(relation)}\n`)
			)
		];
		return { path: `things/${stem}.md`, text: text.join('') };
	}

	note(note: PortableNote): { path: string; text: string } {
		const matter = new Map<string, unknown>([
			[MARK, 'note'],
			['id', note.id]
		]);
		if (note.title !== undefined) matter.set('title', note.title);
		matter.set('kind', note.kind);
		matter.set('created', note.created);
		const called = note.title ?? `${note.created.slice(0, 10)} ${note.text.trim().slice(0, 40)}`;
		const stem = this.#names.give(note.id, called, null);
		return { path: `notes/${stem}.md`, text: `---\n${this.#yaml(matter)}---\n\n${note.text}\n` };
	}

	#link({ id, name }: PortableRef): string {
		return wikiLink(this.#names.of(id), name);
	}

	#fact({ content, mentions }: PortableFact): string {
		const linked = linkedNames(content);
		const isClear = (name: string): boolean => linked.has(name) && !this.#shared.has(name);
		const said = mentions.filter(({ thing, role }) => role !== LINK_ROLE || !isClear(thing.name));
		const lines = said.map(({ thing, role }) => property('names', `${this.#link(thing)} as ${label(role)}`));
		return listItem(content) + lines.join('');
	}

	#relation({ relation, to, context }: PortableRelation): string {
		const line = `- ${label(relation)}: ${this.#link(to)}\n`;
		return context === undefined ? line : line + below(context);
	}
}
