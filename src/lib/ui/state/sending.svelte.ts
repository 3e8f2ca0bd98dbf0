/**
 * A form that lets go of what was typed at once, since the page shows it already: when it is refused, it stands in the form again with the
 * reason; in a form that is gone or holds something else by now, the reason comes with a way to have it back in the line.
 */
import { onDestroy } from 'svelte';
import type { Failure } from '../../domain/result';
import type { App } from '../app.svelte';

interface Form<T> {
	/** Nothing else has been typed meanwhile. */
	isFree: () => boolean;
	putBack: (typed: T) => void;
	/** As it would stand in the line. */
	asLine: (typed: T) => string;
}

export class Sending<T> {
	#failure = $state.raw<Failure | null>(null);
	#gone = false;

	/** To be made while a component is. */
	constructor(
		readonly app: App,
		readonly form: Form<T>
	) {
		onDestroy(() => {
			this.#gone = true;
		});
	}

	/** Why the last one was refused. */
	get failure(): Failure | null {
		return this.#failure;
	}

	/** The form begins anew. */
	forget(): void {
		this.#failure = null;
	}

	/** @returns whether it was saved */
	async send(typed: T, save: () => Promise<Failure | null>): Promise<boolean> {
		this.#failure = null;
		const failure = await save();
		if (!failure) return true;
		if (this.#gone || !this.form.isFree()) {
			this.app.giveBack(failure, this.form.asLine(typed));
		} else {
			this.form.putBack(typed);
			this.#failure = failure;
		}
		return false;
	}
}
