/** How this person likes this device: kept beside the notebook, never in it, never exported. */
export type Theme = 'auto' | 'light' | 'dark';

const THEME = 'commonplace:theme';
const SINGLE_KEYS = 'commonplace:single-keys';

/** Storage may be switched off: then a choice lasts as long as the page. */
function stored(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

function store(key: string, value: string | null): void {
	try {
		if (value === null) localStorage.removeItem(key);
		else localStorage.setItem(key, value);
	} catch {
		// as said above
	}
}

export class Preferences {
	#theme = $state<Theme>(readTheme());
	#singleKeys = $state(stored(SINGLE_KEYS) !== 'off');

	constructor() {
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => showTheme(this.#theme));
	}

	get theme(): Theme {
		return this.#theme;
	}

	set theme(theme: Theme) {
		this.#theme = theme;
		store(THEME, theme === 'auto' ? null : theme);
		showTheme(theme);
	}

	/** Keys without Ctrl (F, 1, 2, J …) can be switched off: speech input presses them by accident (WCAG 2.1.4). */
	get singleKeys(): boolean {
		return this.#singleKeys;
	}

	set singleKeys(on: boolean) {
		this.#singleKeys = on;
		store(SINGLE_KEYS, on ? null : 'off');
	}
}

function readTheme(): Theme {
	const theme = stored(THEME);
	return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

function showTheme(theme: Theme): void {
	const root = document.documentElement;
	if (theme === 'auto') delete root.dataset['theme'];
	else root.dataset['theme'] = theme;
	// The browser's own bars are of the page's colour, as the tokens have it just now.
	const paper = getComputedStyle(root).getPropertyValue('--paper').trim();
	for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = paper;
}
