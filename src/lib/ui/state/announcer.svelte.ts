/** What a screen reader is told that eyes see anyway: saved, undone, an agent wrote. One polite voice for the whole app. */
export class Announcer {
	#text = $state('');

	get text(): string {
		return this.#text;
	}

	/** The same words twice are said twice: an invisible change makes the region new. */
	say(text: string): void {
		this.#text = this.#text === text ? `${text}\u00a0` : text;
	}
}
