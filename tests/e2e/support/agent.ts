/**
 * An agent that contradicts the person on another device, in a notebook made from a copy of this one; what it wrote comes back as a copy
 * again. Agents at this notebook itself are real ones: agent-process.ts.
 */
import { randomFillSync } from 'node:crypto';
import type { RawInputOf } from '../../../src/lib/contract';
import { createNotebook, type Notebook } from '../../../src/lib/notebook/notebook';
import { createMemoryStore } from '../../../src/lib/store/memory-store';
import { agent, createTestEnv, person } from '../../support/notebooks';

/** Unlike the other tests' it goes by the real clock: what it writes is later than what the page wrote. */
function otherDevice(): Promise<Notebook> {
	const fillRandom = (bytes: Uint8Array<ArrayBuffer>) => void randomFillSync(bytes);
	return createNotebook(createMemoryStore(), { ...createTestEnv(), now: () => Date.now(), fillRandom });
}

/** @returns the journal that was given, and one change more: the agent's */
export async function contradict(journal: string, name: string, claim: RawInputOf<'memory_fact_set'>): Promise<string> {
	const notebook = await otherDevice();
	try {
		const own = notebook.door(person);
		const preview = await own.import_preview({ source: journal });
		if (!preview.ok) throw new Error(preview.error.message);
		const ran = await own.import_run({ preview_id: preview.value.preview_id });
		if (!ran.ok) throw new Error(ran.error.message);
		const set = await notebook.door(agent(name)).memory_fact_set(claim);
		if (!set.ok) throw new Error(set.error.message);
		const exported = await own.export({ format: 'journal' });
		if (!exported.ok) throw new Error(exported.error.message);
		return await exported.value.blob.text();
	} finally {
		notebook.close();
	}
}
