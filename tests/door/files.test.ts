import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { filesSuite, formatsSuite } from './suite-files';

describe.each(stores)('on %s', (_, open) => {
	filesSuite(open);
	formatsSuite(open);
});
