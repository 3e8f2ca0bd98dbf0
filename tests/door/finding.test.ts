import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { findingSuite } from './suite-finding';

describe.each(stores)('on %s', (_, open) => {
	findingSuite(open);
});
