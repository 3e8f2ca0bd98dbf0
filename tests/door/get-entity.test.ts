import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { getEntitySuite } from './suite-get-entity';

describe.each(stores)('on %s', (_, open) => {
	getEntitySuite(open);
});
