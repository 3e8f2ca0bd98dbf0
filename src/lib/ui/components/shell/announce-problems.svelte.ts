/** The first fault inside the notebook is told; it and those after it stand in Settings, from where they can be passed on. */
import type { App } from '../../app.svelte';
import { strings } from '../../strings';

/** Call while a component is made. */
export function announceProblems(app: App): void {
	let told = false;
	$effect(() => {
		if (told || app.client.connection.problems.length === 0) return;
		told = true;
		const { text, detail } = strings.problems.toast;
		const action = { label: strings.problems.look, run: () => app.navigation.toPlace('/settings') };
		app.toasts.show({ tone: 'problem', text, detail, action });
	});
}
