/** When an agent writes, the person is told: who, about what, with Undo. The person's own writes have told already. */
import type { App } from '../../app.svelte';
import type { Changed } from '../../client';
import { agentOf, list } from '../../format';
import { strings } from '../../strings';

const words = strings.agentWrote;
const MOST_NAMES = 2;

function namesOf({ entities }: Changed): string {
	const names = entities.map(({ name }) => name);
	const rest = names.length - MOST_NAMES;
	return rest > 0 ? list([...names.slice(0, MOST_NAMES), `+${rest}`]) : list(names);
}

/** @returns how to stop */
export function announceAgents(app: App): () => void {
	return app.client.onChange((event) => {
		if (event.type !== 'changed' || app.writer.isMine(event.change_id)) return;
		if (event.operation === 'forget') app.recent.clear();
		const agent = agentOf(event.who);
		if (!agent || app.hushed) return;
		const [first] = event.entities;
		app.toasts.show({
			tone: 'agent',
			by: agent,
			text: first ? words.about(namesOf(event)) : words.something,
			href: first ? app.navigation.thingHref(first.id) : undefined,
			action: { label: strings.undo.undo, run: () => app.writer.undo(event.change_id) }
		});
	});
}
