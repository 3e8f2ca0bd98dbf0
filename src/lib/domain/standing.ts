/** Who outranks whom (P2), and how confirming moves confidence (S3). */
import type { Entry, Origin, Standing, Support, Via, Who } from './model';

/** P2: 3 the person's own hand, 2 `user` and `action` of an agent, 1 agents' inferences and imports. */
export function standingOf(who: Who, via: Via | undefined, origin: Origin): Standing {
	if (via === 'import' || origin === 'import') return 1;
	if (who === 'person') return 3;
	return origin === 'agent' ? 1 : 2;
}

/** P2: agents 0.8, person and import 1. */
export const defaultConfidence = (who: Who): number => (who === 'person' ? 1 : 0.8);

/** Kept to three decimals, so that comparing is comparing thousandths. */
export const thousandths = (x: number): number => Math.round(x * 1000) / 1000;

/** S3: min(1, max(c + (1 − c)·0.34, new)); agents never lift it above 0.95, and nobody lowers it. */
export function confirmedConfidence(current: number, added: number, who: Who): number {
	const lifted = Math.min(1, Math.max(current + (1 - current) * 0.34, added));
	return thousandths(Math.max(current, who === 'person' ? lifted : Math.min(0.95, lifted)));
}

interface AssertedBody {
	origin: Origin;
	source?: string;
	note?: string;
	at?: number;
}

/** Who said it, when (the file's time, if it had one), and from where. */
export function supportOf(entry: Entry, body: AssertedBody): Support {
	return {
		id: entry.id,
		who: entry.who,
		...(entry.via && { via: entry.via }),
		session: entry.session,
		origin: body.origin,
		at: body.at ?? entry.at,
		...(body.source !== undefined && { source: body.source }),
		...(body.note !== undefined && { note: body.note })
	};
}
