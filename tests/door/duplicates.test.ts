import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { duplicateSuite } from './suite-duplicates';

describe.each(stores)('on %s', (_, open) => {
	duplicateSuite(open);
});
