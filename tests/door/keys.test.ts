import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { keysSuite } from './suite-keys';

describe.each(stores)('on %s', (_, open) => {
	keysSuite(open);
});
