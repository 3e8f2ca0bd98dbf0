import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { serverMemorySuite } from './suite-server-memory';

describe.each(stores)('on %s', (_, open) => {
	serverMemorySuite(open);
});
