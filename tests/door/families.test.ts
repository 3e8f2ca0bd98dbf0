import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { familySuite } from './suite-families';

describe.each(stores)('on %s', (_, open) => {
	familySuite(open);
});
