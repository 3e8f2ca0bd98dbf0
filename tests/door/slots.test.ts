import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { slotsSuite } from './suite-slots';

describe.each(stores)('on %s', (_, open) => {
	slotsSuite(open);
});
