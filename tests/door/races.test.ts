import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { racesSuite } from './suite-races';

describe.each(stores)('on %s', (_, open) => {
	racesSuite(open);
});
