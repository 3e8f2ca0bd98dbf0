import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { usesSuite } from './suite-uses';

describe.each(stores)('on %s', (_, open) => {
	usesSuite(open);
});
