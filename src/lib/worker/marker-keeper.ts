/** Keeps the install marker true to the notebook, and says when data are missing (see `marker.ts`). */
import type { Id } from '../domain/model';
import { nextMarker, type MarkerFile } from './marker';

export interface MarkerParts {
	file: MarkerFile;
	/** Things in the notebook now; undefined when that cannot be told. */
	count: () => Promise<number | undefined>;
	onMissing: (missing: boolean) => void;
	/** Milliseconds of quiet before the marker is written after a change. */
	quiet?: number;
}

export interface MarkerKeeper {
	/** The notebook is open; `change` is its newest, null when it is empty. */
	opened(change: Id | null): Promise<void>;
	changed(change: Id): void;
	/** The person goes on without what is missing. */
	accept: () => void;
}

export function createMarkerKeeper({ file, count, onMissing, quiet = 1_000 }: MarkerParts): MarkerKeeper {
	let newest: Id | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;

	async function look() {
		const entities = newest === null ? 0 : await count();
		if (entities === undefined) return;
		const marker = nextMarker(file.read(), { entities, change: newest });
		if (marker) file.write(marker);
		onMissing(marker?.missing ?? false);
	}
	return {
		opened(change) {
			newest = change;
			return look();
		},
		changed(change) {
			newest = change;
			clearTimeout(timer);
			timer = setTimeout(() => void look(), quiet);
		},
		accept() {
			file.clear();
			void look();
		}
	};
}
