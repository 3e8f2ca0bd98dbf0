import 'fake-indexeddb/auto';
import { dexieContract } from './dexie-contract';

dexieContract();
