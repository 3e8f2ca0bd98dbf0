import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { resolveSuite } from './suite-resolve';

describe.each(stores)('on %s', (_, open) => {
	resolveSuite(open);
});
