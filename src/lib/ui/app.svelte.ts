/** What every screen shares, made once by the root layout and handed down by context. */
import { createContext } from 'svelte';
import type { Failure } from '../domain/result';
import type { Client } from './client';
import type { Place } from './commands';
import type { Given } from './given-files';
import { Announcer } from './state/announcer.svelte';
import { Exporting } from './state/exporting.svelte';
import { Glance } from './state/glance.svelte';
import { Importing } from './state/importing.svelte';
import { Preferences } from './state/preferences.svelte';
import { Recent } from './state/recent.svelte';
import { Toasts } from './state/toasts.svelte';
import { Writer } from './state/writer.svelte';
import { strings } from './strings';

/** Going somewhere is the routes' business. */
export interface Navigation {
	readonly path: string;
	/** `instead`: the way back does not lead here. */
	toThing(id: string, instead?: boolean): void;
	/** To the thing of that name, or to the page that offers to make it. */
	toName(name: string): void;
	toPlace(place: Place): void;
	/** @param address a note's id, a day (2026-11-30), or `new` */
	toNote(address: string): void;
	thingHref(id: string): string;
}

export class App {
	readonly announcer = new Announcer();
	readonly toasts = new Toasts(this.announcer);
	readonly preferences = new Preferences();
	readonly recent = new Recent();
	readonly writer: Writer;
	readonly glance: Glance;
	readonly importing: Importing;
	readonly exporting: Exporting;
	/** The palette over every screen; `seed` is what stands in it when it opens. */
	palette = $state<{ seed: string } | null>(null);
	helpOpen = $state(false);
	/** While the sample is told as if agents had written it, they are not announced. */
	hushed = false;

	constructor(
		readonly client: Client,
		readonly navigation: Navigation
	) {
		this.writer = new Writer(client, this.toasts);
		this.glance = new Glance(client);
		this.importing = new Importing(client, this.writer);
		this.exporting = new Exporting(client, this.announcer);
	}

	/** The address that is shown, for what is marked as here. */
	get path(): string {
		return this.navigation.path;
	}

	/** The person chose a thing, or looks at it: next time it is suggested before its equals. Nobody waits for it. */
	use(id: string): void {
		void this.client.door.record_use({ entity_id: id });
	}

	/** What was refused after it had left its place: why, and a way to go on with it. */
	giveBack(failure: Failure, typed: string): void {
		const action = { label: strings.box.backToLine, run: () => (this.palette = { seed: typed }) };
		this.toasts.show({ tone: 'problem', text: failure.message, detail: failure.hint, action });
	}

	/** A file or folder was dropped or chosen: its dry run is shown in Import. */
	importFile(given: Given): void {
		void this.importing.choose(given);
		this.navigation.toPlace('/import');
	}
}

export const [getApp, provideApp] = createContext<App>();
