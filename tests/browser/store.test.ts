/** The same suite as on fake-indexeddb, on the IndexedDB of a real browser. */
import { dexieContract } from '../store/dexie-contract';

dexieContract();
