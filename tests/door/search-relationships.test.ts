import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { searchRelationshipsSuite } from './suite-search-relationships';

describe.each(stores)('on %s', (_, open) => {
	searchRelationshipsSuite(open);
});
