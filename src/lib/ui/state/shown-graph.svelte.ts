/** What of the answer is on the screen: filtered, folded, or the ways between two alone. Rows for the picture and for its table. */
import type { Asked } from './asked-graph';
import { filtered, relationChoices, sameWord, typeChoices, type Rows } from '../../graph/filters';
import { fold, USUAL } from '../../graph/folding';
import { rowsOfWays, waysBetween, type Way } from '../../graph/ways';
import type { Graph } from './subgraph.svelte';

const NOTHING: Rows = { nodes: [], edges: [] };

export class ShownGraph {
	readonly #asked: () => Asked;
	readonly #graph: () => Graph | null;
	#question = '';
	#unfolded = $state.raw<ReadonlySet<string>>(new Set());
	#all = $state(false);
	/** Index into `ways`; null: all of them. */
	#way = $state<number | null>(null);

	readonly #rows = $derived.by<Rows>(() => this.#graph() ?? NOTHING);
	readonly centres: string[] = $derived.by(() => {
		const { of } = this.#asked();
		return this.#rows.nodes.filter(({ name }) => of.some((asked) => sameWord(asked, name))).map(({ id }) => id);
	});
	readonly types = $derived.by(() => typeChoices(this.#rows, this.#asked()));
	readonly relations = $derived.by(() => relationChoices(this.#rows, this.#asked()));
	readonly #filtered = $derived.by(() => filtered(this.#rows, this.#asked(), this.centres));
	/** Between the first two that it is about, the shortest first; empty where they do not meet, or where none are asked for. */
	readonly ways: Way[] = $derived.by(() => {
		const [from, to] = this.#ends;
		return this.#asked().ways && from && to ? waysBetween(this.#filtered, from, to) : [];
	});
	/** Folded, as far as the ways are not drawn alone. */
	readonly drawn = $derived.by(() => {
		const alone = this.way === null ? this.ways : this.ways.slice(this.way, this.way + 1);
		const rows = this.#asked().ways ? rowsOfWays(this.#filtered, alone) : this.#filtered;
		return fold(rows, { centres: this.centres, unfolded: this.#unfolded, all: this.#all || this.#asked().ways });
	});

	constructor(asked: () => Asked, graph: () => Graph | null) {
		this.#asked = asked;
		this.#graph = graph;
	}

	/** Ids of the first two names, in the order in which they were asked for; a name that is several things counts once. */
	get #ends(): string[] {
		return this.#asked()
			.of.slice(0, 2)
			.flatMap((asked) => this.#rows.nodes.find(({ name }) => sameWord(name, asked))?.id ?? []);
	}

	/** How many things the filters hide. */
	get hidden(): number {
		return this.#filtered.hidden;
	}

	get way(): number | null {
		return this.#way !== null && this.#way < this.ways.length ? this.#way : null;
	}

	/** What could be drawn at once, when that is more than is drawn unasked. */
	get couldDraw(): number | null {
		const { folded, possible } = this.drawn;
		return folded > 0 && possible > USUAL && !this.#all ? possible : null;
	}

	nameOf(id: string): string {
		return this.#rows.nodes.find((node) => node.id === id)?.name ?? '';
	}

	only(way: number | null): void {
		this.#way = way;
	}

	unfold(id: string): void {
		this.#unfolded = new Set([...this.#unfolded, id]);
	}

	drawAll(): void {
		this.#all = true;
	}

	/** Another question than the last: what was unfolded for that one folds again. */
	turn(question: string): void {
		if (question === this.#question) return;
		this.#question = question;
		this.#unfolded = new Set();
		this.#all = false;
		this.#way = null;
	}
}
