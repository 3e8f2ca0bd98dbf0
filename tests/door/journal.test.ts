import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { journalSuite } from './suite-journal';

describe.each(stores)('on %s', (_, open) => {
	journalSuite(open);
});
