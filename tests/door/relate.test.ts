import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { relateSuite } from './suite-relate';

describe.each(stores)('on %s', (_, open) => {
	relateSuite(open);
});
