import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { badInputSuite } from './suite-bad-input';

describe.each(stores)('on %s', (_, open) => {
	badInputSuite(open);
});
