import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stores } from '../support/notebooks';
import { notesAndNamesSuite } from './suite-notes-and-names';

describe.each(stores)('on %s', (_, open) => {
	notesAndNamesSuite(open);
});
