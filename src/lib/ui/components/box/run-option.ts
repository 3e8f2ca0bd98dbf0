/** Does what an option of the box says; a name that is completed is the line's own business. */
import type { App } from '../../app.svelte';
import type { Option } from '../../box-options';
import { localDay } from '../../format';
import type { Command } from '../../commands';
import type { Box } from '../../state/box.svelte';

function obey(command: Command, app: App): void {
	switch (command.id) {
		case 'go':
			return app.navigation.toPlace(command.to);
		case 'newNote':
			return app.navigation.toNote('new');
		case 'today':
			return app.navigation.toNote(localDay(Date.now()));
		case 'undo':
			return void app.writer.undoLast();
		case 'light':
		case 'dark':
			app.preferences.theme = command.id;
			return;
		case 'shortcuts':
			app.helpOpen = true;
	}
}

/** @returns whether the box is left by it: something else is shown now */
export function run(option: Exclude<Option, { kind: 'name' }>, box: Box, app: App): boolean {
	switch (option.kind) {
		case 'write':
			// Its answer is not waited for: the page shows it already.
			void box.write(option.reading, (failure, typed) => app.giveBack(failure, typed));
			return true;
		case 'thing':
			app.navigation.toThing(option.thing.id);
			break;
		case 'hit':
			if (option.hit.entity_id) app.navigation.toThing(option.hit.entity_id);
			break;
		case 'make':
			app.navigation.toName(option.name);
			break;
		case 'command':
			obey(option.command, app);
	}
	box.clear();
	return true;
}
