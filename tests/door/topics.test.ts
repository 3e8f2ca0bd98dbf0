import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { topicsSuite } from './suite-topics';

describe.each(stores)('on %s', (_, open) => {
	topicsSuite(open);
});
