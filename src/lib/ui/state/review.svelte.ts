/** What waits for the person, and which of it the keys act on. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import { strings } from '../strings';
import { coalesced, settled } from './refresh';
import { markDistinct, mergeThings, sidesOf, type Sides } from './sameness';
import { settle, type Choice, type Refusal } from './thing-writes';
import type { Writer } from './writer.svelte';

export type ReviewItem = OutputOf<'list_review'>['items'][number];
export type Verdict = Choice | 'end' | 'merge' | 'apart' | 'later' | 'approve' | 'refuse';
export type DuplicateItem = Extract<ReviewItem, { kind: 'duplicate' }>;

/** The two things that may be one, with all rows that each is. */
export const sidesOfItem = ({ sides, rows }: DuplicateItem): Sides => sidesOf(rows, sides[1]?.entity_id);

const isChoice = (verdict: Verdict): verdict is Choice =>
	verdict === 'keep' || verdict === 'take' || verdict === 'both';

const PAUSE = 80;
const BUDGET = 24_000;
/** A rule, as Markdown has it. */
const BETWEEN_TEXTS = '\n\n---\n\n';
const words = strings.review;

export class Review {
	#items = $state.raw<readonly ReviewItem[] | null>(null);
	#total = $state(0);
	#looking = $state(false);
	#cursor = $state<string | null>(null);
	#failure = $state.raw<Failure | null>(null);
	/** Refusals stand at the item that was refused. */
	#refusals = $state.raw<ReadonlyMap<string, Failure>>(new Map());
	#at = $state(0);
	readonly refresh: () => Promise<void>;

	constructor(
		readonly writer: Writer,
		/** Counts what waits, too. */
		readonly glance: { refresh(): Promise<void> }
	) {
		this.refresh = coalesced(() => this.#read());
	}

	/** null while they are first read. */
	get items(): readonly ReviewItem[] | null {
		return this.#items;
	}

	/** Likely duplicates are still being looked for. */
	get looking(): boolean {
		return this.#looking;
	}

	get total(): number {
		return this.#total;
	}

	get hasMore(): boolean {
		return this.#cursor !== null;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	/** Index of the one that the keys act on. */
	get at(): number {
		return Math.min(this.#at, Math.max(0, (this.#items?.length ?? 0) - 1));
	}

	set at(at: number) {
		this.#at = at;
	}

	move(by: 1 | -1): void {
		const size = this.#items?.length ?? 0;
		this.#at = Math.min(Math.max(0, this.at + by), Math.max(0, size - 1));
	}

	refusalOf(item: ReviewItem): Failure | undefined {
		return this.#refusals.get(item.id);
	}

	/** What can be said to an item: `keep` is also "still so". */
	verdictsOf(item: ReviewItem): Verdict[] {
		switch (item.kind) {
			case 'request':
				return ['approve', 'refuse'];
			case 'conflict':
				if (item.contender.why === 'addition' || item.slot_kind === 'set' || item.current === null)
					return ['keep', 'take'];
				return ['keep', 'take', 'both'];
			case 're_verify':
				return item.current ? ['keep', 'end'] : [];
			case 'stale':
				return ['keep', 'end'];
			case 'duplicate':
				return ['merge', 'apart', 'later'];
			case 'restated':
				return ['keep', 'take'];
			case 'note_fork':
				return item.versions.length === 2 ? ['keep', 'take', 'both'] : ['keep', 'both'];
		}
	}

	/** Settles one; it goes when the notebook says so. */
	async settle(item: ReviewItem, verdict: Verdict): Promise<void> {
		if (!this.verdictsOf(item).includes(verdict)) return;
		const refusal = await this.#say(item, verdict);
		const refusals = new Map(this.#refusals);
		if (refusal) refusals.set(item.id, refusal);
		else refusals.delete(item.id);
		this.#refusals = refusals;
		await this.refresh();
	}

	async more(): Promise<void> {
		const result = await this.writer.client.door.list_review({ budget: BUDGET, cursor: this.#cursor });
		if (!result.ok) return void (this.#failure = result.error);
		this.#items = [...(this.#items ?? []), ...result.value.items];
		this.#cursor = result.value.cursor ?? null;
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.writer.client.onChange((event) => {
			const concerns = ['changed', 'set_aside', 'agents', 'reconnected'];
			if (concerns.includes(event.type)) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #say(item: ReviewItem, verdict: Verdict): Promise<Refusal> {
		switch (item.kind) {
			case 'request':
				return this.#answer(item, verdict === 'approve');
			case 'conflict':
				return isChoice(verdict)
					? settle(this.writer, item.entity, item.attribute, verdict, item.contender.version)
					: null;
			case 'stale':
			case 're_verify':
				return this.#confirm(item, verdict);
			case 'restated':
				return this.#restated(item, verdict);
			case 'note_fork':
				return isChoice(verdict) ? this.#unite(item, verdict) : null;
			case 'duplicate':
				return this.#sameOrNot(item, verdict);
		}
	}

	/** Allowed, it is done as the agent that asked, and can be undone like what it does without asking. */
	async #answer(item: Extract<ReviewItem, { kind: 'request' }>, approve: boolean): Promise<Refusal> {
		const { client, toasts } = this.writer;
		const result = await client.door.answer_request({ request_id: item.id, approve });
		if (!result.ok) return result.error;
		void this.glance.refresh();
		const { items } = result.value;
		if (approve && items && items.refused.length > 0) {
			const written = items.total - items.refused.length;
			toasts.show({ tone: 'problem', text: words.partly(written, items.total), detail: items.refused[0] });
		} else {
			toasts.show({ tone: 'saved', text: approve ? words.approved : words.refused });
		}
		return null;
	}

	async #confirm(item: Extract<ReviewItem, { kind: 'stale' | 're_verify' }>, verdict: Verdict): Promise<Refusal> {
		const slot = { entity: item.entity.name, entity_id: item.entity.id, attribute: item.attribute };
		if (!item.current) return null;
		const result =
			verdict === 'end'
				? await this.writer.write('end_fact', slot, words.ended)
				: await this.writer.write('memory_fact_set', { ...slot, value: item.current.value }, words.confirmed);
		return result.ok ? null : result.error;
	}

	/** The two are one thing, or not (N6), or it is put off on this device. */
	async #sameOrNot(item: DuplicateItem, verdict: Verdict): Promise<Refusal> {
		const [[one], [other]] = sidesOfItem(item);
		if (!one || !other) return null;
		if (verdict === 'later') return this.#putOff(item.id);
		return verdict === 'merge' ? mergeThings(this.writer, one, other, false) : markDistinct(this.writer, one, other);
	}

	/** No change of the journal: its undo is a call of its own. */
	async #putOff(item_id: string): Promise<Refusal> {
		const { door } = this.writer.client;
		const result = await door.set_aside({ item_id });
		if (!result.ok) return result.error;
		void this.glance.refresh();
		const run = async () => {
			const back = await door.set_aside({ item_id, back: true });
			if (!back.ok) this.writer.complain(back.error);
			await Promise.all([this.refresh(), this.glance.refresh()]);
		};
		this.writer.toasts.show({ tone: 'saved', text: words.putOff, action: { label: strings.undo.undo, run } });
		return null;
	}

	/** Keep: it stays wrong. Take: the person says it after all (F6). */
	async #restated(item: Extract<ReviewItem, { kind: 'restated' }>, verdict: Verdict): Promise<Refusal> {
		if (verdict === 'keep') {
			const result = await this.writer.write('retract_fact', { fact_id: item.fact_id }, words.settled);
			return result.ok ? null : result.error;
		}
		const { entity } = item;
		if (!entity) return null;
		const fact = { entity: entity.name, ...(entity.type && { type: entity.type }), content: item.text };
		const result = await this.writer.write('remember', { facts: [fact] }, words.settled);
		return result.ok ? (result.value.facts[0]?.error ?? null) : result.error;
	}

	/** Writes the note anew, as it shall be, after all its sides: the text that stands, the other, or one below the other. */
	async #unite(item: Extract<ReviewItem, { kind: 'note_fork' }>, choice: Choice): Promise<Refusal> {
		const { note_id } = item;
		const read = await this.writer.client.door.get_note({ note_id });
		if (!read.ok) return read.error;
		const { note } = read.value;
		const sides = item.versions.flatMap(({ version }) => note?.sides?.filter((side) => side.version === version) ?? []);
		const side = sides[choice === 'take' ? 1 : 0];
		if (!note || !side || sides.length !== note.sides?.length) {
			this.writer.toasts.show({ tone: 'saved', text: words.changedMeanwhile });
			return null;
		}
		const text = choice === 'both' ? sides.map((each) => each.text).join(BETWEEN_TEXTS) : side.text;
		const title = side.title === null ? {} : { title: side.title };
		const args = { note_id, text, ...title, expected_version: note.version };
		const result = await this.writer.write('correct_note', args, words.united[choice]);
		return result.ok ? null : result.error;
	}

	async #read(): Promise<void> {
		const result = await this.writer.client.door.list_review({ budget: BUDGET });
		this.#failure = result.ok ? null : result.error;
		if (!result.ok) return;
		const { items, counts, cursor, looking } = result.value;
		this.#looking = looking === true;
		this.#items = items;
		this.#cursor = cursor ?? null;
		this.#total = Object.values(counts).reduce((sum, n) => sum + n, 0);
	}
}
