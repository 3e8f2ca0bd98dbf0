/** Results as data: what crosses a boundary is `{ok}`; nothing is thrown across one (Comlink and WebMCP both drop fields of thrown errors). */

export const errorCodes = [
	'invalid_parameter',
	'ambiguous_name',
	'not_found',
	'authentication_missing',
	'channel_access_denied',
	'memory_not_enabled',
	'needs_confirmation',
	'version_conflict',
	'storage_full',
	'storage_unavailable',
	'internal'
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One row of an ambiguity: enough for the caller to choose and to name `entity_id`. */
export interface RowChoice {
	entity_id: string;
	name: string;
	type: string | null;
}

/** `message` names the offending value; `hint` names the next step. Further fields belong to single codes (see the code's row in the reference). */
export interface Failure {
	code: ErrorCode;
	message: string;
	hint: string;
	/** invalid_parameter: which one. */
	parameter?: string | undefined;
	/** ambiguous_name: the rows that were meant, perhaps. */
	rows?: RowChoice[] | undefined;
	/** channel_access_denied */
	channel_id?: string | undefined;
	/** needs_confirmation */
	request_id?: string | undefined;
	/** needs_confirmation: the person has said no. */
	refused?: true | undefined;
	/** not_found: near names (N4). */
	did_you_mean?: { entity_id: string; name: string; type: string | null; why: string }[] | undefined;
	/** version_conflict: the version current now. */
	current_version?: string | null | undefined;
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const fail = (
	code: ErrorCode,
	message: string,
	hint: string,
	more: Omit<Failure, 'code' | 'message' | 'hint'> = {}
): { ok: false; error: Failure } => ({ ok: false, error: { code, message, hint, ...more } });

/** Thrown inside a handler to leave a transaction; the door turns it back into a result. Never leaves the notebook. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
		this.name = 'FailureError';
	}
}

export const refuse = (
	code: ErrorCode,
	message: string,
	hint: string,
	more: Omit<Failure, 'code' | 'message' | 'hint'> = {}
): FailureError => new FailureError(fail(code, message, hint, more).error);
