import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { tablesSuite } from './suite-tables';

describe.each(stores)('on %s', (_, open) => {
	tablesSuite(open);
});
