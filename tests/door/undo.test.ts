import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { undoSuite } from './suite-undo';

describe.each(stores)('on %s', (_, open) => {
	undoSuite(open);
});
