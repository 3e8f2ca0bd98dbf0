/**
 * The install marker (safekeeping, "Start-up"): says outside of IndexedDB that there was a notebook here. A marker without data
 * means that the browser has lost it, which must never look like a first run.
 */
import type { Id } from '../domain/model';
import type { KeyValue } from './session';

const KEY = 'cp-marker';

export interface Marker {
	/** Things in the notebook when last looked. */
	entities: number;
	/** The newest change known. */
	change: Id;
	/** Set when data were found missing; stays until the person has settled it. */
	missing?: true;
}

export interface MarkerFile {
	read(): Marker | undefined;
	write(marker: Marker): void;
	clear(): void;
}

const isMarker = (value: unknown): value is Marker =>
	typeof value === 'object' &&
	value !== null &&
	typeof (value as Marker).entities === 'number' &&
	typeof (value as Marker).change === 'string';

/** Without storage there is no marker: nothing is said then, rather than a wrong thing. */
export function markerFile(storage: KeyValue): MarkerFile {
	const quietly = <T>(work: () => T): T | undefined => {
		try {
			return work();
		} catch {
			return undefined;
		}
	};
	return {
		read: () =>
			quietly(() => {
				const value: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
				return isMarker(value) ? value : undefined;
			}),
		write: (marker) => quietly(() => storage.setItem(KEY, JSON.stringify(marker))),
		clear: () => quietly(() => storage.removeItem(KEY))
	};
}

/** What a look at the notebook found. */
export interface Found {
	entities: number;
	change: Id | null;
}

/**
 * The marker after a look: data gone since the last one make it `missing`, and it stays so until as many things are there again
 * as there were. Undefined: a true first run.
 */
export function nextMarker(marker: Marker | undefined, found: Found): Marker | undefined {
	if (!marker) return found.change === null ? undefined : { entities: found.entities, change: found.change };
	const lost = found.change === null || (marker.missing && found.entities < marker.entities);
	if (lost) return { ...marker, missing: true };
	return { entities: found.entities, change: found.change ?? marker.change };
}
