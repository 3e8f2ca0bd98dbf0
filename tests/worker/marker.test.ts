import { describe, expect, test } from 'vitest';
import { markerFile, nextMarker, type Marker } from '../../src/lib/worker/marker';
import { createMarkerKeeper } from '../../src/lib/worker/marker-keeper';

function memoryFile(marker?: Marker) {
	const map = new Map(marker ? [['cp-marker', JSON.stringify(marker)]] : []);
	return markerFile({
		getItem: (key) => map.get(key) ?? null,
		setItem: (key, value) => void map.set(key, value),
		removeItem: (key) => void map.delete(key)
	});
}

describe('the marker after a look at the notebook', () => {
	const marker = { entities: 12, change: 'c1' };

	test('none on a true first run', () => {
		expect(nextMarker(undefined, { entities: 0, change: null })).toBeUndefined();
	});
	test('set as soon as there are data, and kept up', () => {
		expect(nextMarker(undefined, { entities: 3, change: 'c1' })).toEqual({ entities: 3, change: 'c1' });
		expect(nextMarker(marker, { entities: 2, change: 'c2' })).toEqual({ entities: 2, change: 'c2' });
	});
	test('a marker without data means loss', () => {
		expect(nextMarker(marker, { entities: 0, change: null })).toEqual({ ...marker, missing: true });
	});
	test('one new fact does not hide the loss; a restore ends it', () => {
		const lost: Marker = { ...marker, missing: true };
		expect(nextMarker(lost, { entities: 1, change: 'c9' })).toEqual(lost);
		expect(nextMarker(lost, { entities: 12, change: 'c9' })).toEqual({ entities: 12, change: 'c9' });
	});
	test('everything removed by the person is no loss: the journal is there', () => {
		expect(nextMarker(marker, { entities: 0, change: 'c5' })).toEqual({ entities: 0, change: 'c5' });
	});
});

describe('keeping it', () => {
	const keeper = (file = memoryFile(), count = 0) => {
		const missing: boolean[] = [];
		const made = createMarkerKeeper({
			file,
			count: () => Promise.resolve(count),
			onMissing: (is) => missing.push(is),
			quiet: 1
		});
		return { ...made, missing, file };
	};

	test('a loss is said at the start and until it is accepted', async () => {
		const { opened, accept, missing, file } = keeper(memoryFile({ entities: 5, change: 'c' }));
		await opened(null);
		expect(missing).toEqual([true]);
		expect(file.read()).toEqual({ entities: 5, change: 'c', missing: true });
		accept();
		await Promise.resolve();
		expect(missing).toEqual([true, false]);
		expect(file.read()).toBeUndefined();
	});
	test('a change is marked once all is quiet', async () => {
		const { changed, file } = keeper(memoryFile(), 7);
		changed('c1');
		changed('c2');
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(file.read()).toEqual({ entities: 7, change: 'c2' });
	});
	test('a marker that is no marker is none', () => {
		const map = new Map([['cp-marker', '{"entities":"many"}']]);
		const file = markerFile({
			getItem: (key) => map.get(key) ?? null,
			setItem: () => undefined,
			removeItem: () => undefined
		});
		expect(file.read()).toBeUndefined();
	});
});
