import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { closingSuite } from './suite-closing';

describe.each(stores)('on %s', (_, open) => {
	closingSuite(open);
});
