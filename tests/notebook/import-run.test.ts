/** An import of many changes: each is written, whatever the call that runs them is like. */
import { expect, test } from 'vitest';
import { generateMemoryFile } from '../support/memory-files';
import { openNotebook, person } from '../support/notebooks';

test('[J2][J6] an import too large for one change is written whole, also under an idempotency key', async () => {
	const { notebook, store } = await openNotebook();
	const door = notebook.door(person);
	const source = generateMemoryFile({ entities: 900, observations: 4500, relations: 2700, seed: 3 });
	const preview = await door.import_preview({ source, name: 'memory.jsonl' });
	if (!preview.ok) throw new Error(preview.error.message);
	const ran = await door.import_run({ preview_id: preview.value.preview_id, idempotency_key: 'once' });
	if (!ran.ok) throw new Error(ran.error.message);
	expect(ran.value.changes).toBeGreaterThan(1);
	expect(await store.read((tx) => tx.countChanges())).toBe(ran.value.changes);
	await notebook.settled();
	const listed = await door.list_entities({ limit: 1 });
	expect(listed).toMatchObject({ ok: true, value: { total: preview.value.counts.entities_new } });
});
