import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { agentsSuite } from './suite-agents';

describe.each(stores)('on %s', (_, open) => {
	agentsSuite(open);
});
