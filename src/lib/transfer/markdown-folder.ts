/** All Markdown files of one reading: links lead from one to another, so what they mean is told when the last has been read. */
import type { ImportItem, ImportRelation } from '../domain/import-item';
import { relationItem } from './entity-draft';
import { readMarkdown, type MarkdownFile } from './markdown-file';
import { stemKey, type WikiLink } from './markdown-links';

type Target = { name: string; type: string | null } | 'note';

export class MarkdownFolder {
	readonly #files: MarkdownFile[] = [];
	readonly #stems = new Map<string, Target>();

	/** @returns that it was read; what it says comes at the end */
	async add(path: string, text: string): Promise<ImportItem> {
		const file = await readMarkdown(path, text);
		this.#files.push(file);
		const key = stemKey(file.stem);
		if (file.note) this.#stems.set(key, 'note');
		else if (file.draft && !this.#stems.has(key)) {
			const { name, type } = file.draft.entity;
			this.#stems.set(key, { name, type });
		}
		return { kind: 'file', line: 1, file: path, format: 'markdown' };
	}

	*end(): Generator<ImportItem, void> {
		for (const file of this.#files) {
			yield* file.refused;
			if (file.note) yield file.note;
			if (!file.draft) continue;
			for (const { fact, link, role } of file.named) {
				const target = this.#meant(link, file.isOwn);
				if (target === 'note') continue;
				(fact.mentions ??= []).push({ name: target.name, role, ...(target.type !== null && { type: target.type }) });
			}
			yield* file.draft.items;
			yield* this.#relationsOf(file);
		}
		this.#files.length = 0;
	}

	*#relationsOf(file: MarkdownFile): Generator<ImportItem, void> {
		const from = file.draft?.entity;
		if (!from) return;
		const told = new Set<string>();
		for (const { relation, link, context, line } of file.relations) {
			const to = this.#meant(link, file.isOwn);
			if (to === 'note') {
				yield { kind: 'ignored', line, what: 'link to a note' };
				continue;
			}
			if (to.name === from.name && to.type === from.type) continue;
			const ends = { from: from.name, fromType: from.type, to: to.name, toType: to.type };
			const item = relationItem({ line, file: file.path }, ends, relation, { context });
			const key = JSON.stringify([relation, to.name, to.type]);
			if (item.kind === 'relation' && told.has(key)) continue; // linked twice
			told.add(key);
			yield item satisfies ImportRelation | ImportItem;
		}
	}

	/** A file of the folder, else a name: ours says after the bar which, where a file's name cannot. */
	#meant({ target, shown }: WikiLink, isOwn: boolean): Target {
		return this.#stems.get(stemKey(target)) ?? { name: (isOwn ? shown : undefined) ?? target, type: null };
	}
}
