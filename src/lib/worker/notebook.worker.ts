/** Root of the notebook's worker, shared by all tabs or a tab's own: composes store, notebook and transfer, and serves them. */
import { kind, onPort } from './ports'; // first: see there
import { onFault, report, watchFaults } from './faults';
import { createNotebook } from '../notebook/notebook';
import { openDexieStore } from '../store/dexie-store';
import { createMemoryStore } from '../store/memory-store';
import { createBridge } from './bridge';
import { openBroadcast } from './broadcast';
import { createEngine } from './engine';
import { memoryEnv, workerEnv } from './env';
import { holdLife } from './life';
import { createServer } from './serve';

watchFaults(self);
const name = self.name || 'commonplace';
const engine = createEngine({
	openStore: (hooks) => openDexieStore({ name, ...hooks }),
	openMemory: createMemoryStore,
	createNotebook: (store, memory) => createNotebook(store, memory ? memoryEnv : workerEnv),
	openBroadcast: (heard) => openBroadcast(name, heard),
	report
});
const { locks } = navigator;
const bridge = createBridge({ engine, name, origin: self.location.origin, locks });
onPort(createServer({ engine, bridge, onFault, life: holdLife(locks, kind), locks }));
