import { expect, test } from 'vitest';
import { onFault, report, watchFaults, type Fault } from '../../src/lib/worker/faults';

test('what went wrong before anybody listened is told to the first listener, later faults to all', () => {
	const [first, second]: Fault[][] = [[], []];
	report(new TypeError('early'));
	const stop = onFault((fault) => first!.push(fault));
	expect(first).toMatchObject([{ message: 'TypeError: early' }]);
	onFault((fault) => second!.push(fault));
	report('just text');
	expect(second).toEqual([{ message: 'just text', stack: '' }]);
	stop();
	report('not for the first');
	expect(first).toHaveLength(2);
});

test('errors and rejections that nobody catches are reported', () => {
	const seen: string[] = [];
	onFault(({ message }) => seen.push(message));
	const scope = new EventTarget();
	watchFaults(scope);
	scope.dispatchEvent(Object.assign(new Event('error'), { error: new Error('thrown'), message: 'thrown' }));
	scope.dispatchEvent(Object.assign(new Event('error'), { error: null, message: 'Script error.' }));
	scope.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new RangeError('rejected') }));
	expect(seen).toEqual(['Error: thrown', 'Script error.', 'RangeError: rejected']);
});
