import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { historySuite } from './suite-history';

describe.each(stores)('on %s', (_, open) => {
	historySuite(open);
});
