import { expect, test } from 'vitest';
import { partsOf } from '../../src/lib/ui/excerpt';

test.each([
	['…left acme corp in May', 'acme corp', '…left |acme corp| in May'],
	['Acmes and Acme', 'Acme', 'Acmes and |Acme|'],
	['[[Acme Corp|them]] and Acme', 'Acme', 'them and |Acme|'],
	['by Acme Corp in May', 'Acme\n\tCorp', 'by |Acme Corp| in May'],
	['東京は', '東京', '|東京|は'],
	['cut before it', 'Acme', 'cut before it||']
])('%s: %s', (excerpt, matched, parts) => {
	expect(partsOf(excerpt, matched).join('|')).toBe(parts);
});
