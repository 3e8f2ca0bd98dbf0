import { expect, test } from 'vitest';
import { memoryFileLines } from '../support/memory-files';
import { openNotebook, person } from '../support/notebooks';

test('[J6] a keyed import writes every one of its changes: the key is the call’s, not a change’s', async () => {
	const { notebook } = await openNotebook();
	const door = notebook.door(person);
	const size = { entities: 1500, observations: 4000, relations: 3000, seed: 7 };
	const preview = await door.import_preview({ source: [...memoryFileLines(size)].join(''), name: 'memory.jsonl' });
	if (!preview.ok) throw new Error(preview.error.message);
	const ran = await door.import_run({ preview_id: preview.value.preview_id, idempotency_key: 'once' });
	const overview = await door.get_overview({});
	if (!ran.ok || !overview.ok) throw new Error('the import failed');
	expect(ran.value.changes).toBeGreaterThan(1);
	expect(overview.value.changes).toBe(ran.value.changes);
	expect(overview.value.entities).toBe(preview.value.counts.entities_new + preview.value.counts.mentioned_only);
	expect(overview.value.relations).toBe(preview.value.counts.relations_new);
	expect(overview.value.facts).toBe(preview.value.counts.observations_new);
}, 30_000);
