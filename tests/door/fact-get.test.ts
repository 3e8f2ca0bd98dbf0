import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { factGetSuite } from './suite-fact-get';

describe.each(stores)('on %s', (_, open) => {
	factGetSuite(open);
});
