import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { wikiGraphSuite } from './suite-wiki-graph';

describe.each(stores)('on %s', (_, open) => {
	wikiGraphSuite(open);
});
