import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { entityContextSuite } from './suite-entity-context';

describe.each(stores)('on %s', (_, open) => {
	entityContextSuite(open);
});
