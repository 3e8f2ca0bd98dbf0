import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { rememberSuite } from './suite-remember';

describe.each(stores)('on %s', (_, open) => {
	rememberSuite(open);
});
