import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { forgetSuite } from './suite-forget';

describe.each(stores)('on %s', (_, open) => {
	forgetSuite(open);
});
