import { createMemoryStore } from '../../src/lib/store/memory-store';
import { storeContract } from './contract';

storeContract('memory store', () => Promise.resolve(createMemoryStore()));
