import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { filesSuite } from './suite-files';

describe.each(stores)('on %s', (_, open) => {
	filesSuite(open);
});
