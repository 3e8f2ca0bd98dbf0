/** The languages of the app, and which one this person reads: the one chosen on this device, else the first of the browser's that there is. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const CHOSEN = 'commonplace:language';

export const isLanguage = (text: string | null | undefined): text is Language =>
	text !== null && text !== undefined && Object.hasOwn(languages, text);

/** Storage may be switched off, and there is none where pages are made before anybody reads them. */
function stored(): string | null {
	try {
		return localStorage.getItem(CHOSEN);
	} catch {
		return null;
	}
}

export function language(): Language {
	const chosen = stored();
	if (isLanguage(chosen)) return chosen;
	const asked = typeof document === 'undefined' ? [] : navigator.languages;
	return asked.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

/** Words are read once, when a page begins: the choice shows when it begins anew. */
export function chooseLanguage(chosen: Language): void {
	try {
		localStorage.setItem(CHOSEN, chosen);
	} catch {
		// it lasts as long as the page, which is until now
	}
}
