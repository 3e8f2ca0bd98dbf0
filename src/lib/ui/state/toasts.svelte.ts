/** The notes that come up after a write and go by themselves. At most three stand; what they offer can also be had by key and in History. */
import type { Announcer } from './announcer.svelte';

export interface Toast {
	readonly id: number;
	readonly tone: 'saved' | 'agent' | 'problem';
	readonly text: string;
	readonly detail?: string | undefined;
	/** The agent that wrote. */
	readonly by?: string | undefined;
	readonly action?: { readonly label: string; readonly run: () => unknown } | undefined;
	/** Where it happened. */
	readonly href?: string | undefined;
}

const STAYS = 8_000;
const MOST = 3;

export class Toasts {
	#all = $state.raw<readonly Toast[]>([]);
	#next = 1;
	readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

	constructor(readonly announcer: Announcer) {}

	get all(): readonly Toast[] {
		return this.#all;
	}

	/** Shows one; the last "saved" gives way to the next, a problem stays until it is closed. */
	show(toast: Omit<Toast, 'id'>): number {
		const id = this.#next++;
		const others = this.#all.filter((t) => t.tone !== toast.tone || t.tone === 'problem');
		this.#all = [...others, { ...toast, id }].slice(-MOST);
		this.announcer.say([toast.text, toast.detail].filter(Boolean).join('. '));
		if (toast.tone !== 'problem') this.#arm(id);
		return id;
	}

	close(id: number): void {
		clearTimeout(this.#timers.get(id));
		this.#timers.delete(id);
		this.#all = this.#all.filter((t) => t.id !== id);
	}

	/** While a pointer or the focus is on them, none goes. */
	hold(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
	}

	release(): void {
		for (const { id, tone } of this.#all) if (tone !== 'problem') this.#arm(id);
	}

	#arm(id: number): void {
		clearTimeout(this.#timers.get(id));
		this.#timers.set(
			id,
			setTimeout(() => this.close(id), STAYS)
		);
	}
}
