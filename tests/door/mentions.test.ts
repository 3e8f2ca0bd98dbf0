import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { mentionSuite } from './suite-mentions';

describe.each(stores)('on %s', (_, open) => {
	mentionSuite(open);
});
