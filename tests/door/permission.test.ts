import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { permissionSuite } from './suite-permission';

describe.each(stores)('on %s', (_, open) => {
	permissionSuite(open);
});
