/**
 * A call from the page to the notebook: it waits for the worker, keeps its time limit, is asked again when the worker dies under
 * it, and always ends in a result. Reads may be asked again as they are, writes by the idempotency key that each is given (J6).
 */
import type { Door } from '../contract';
import type { Id } from '../domain/model';
import { fail, type Result } from '../domain/result';
import type { Contact } from './contact';
import { isJob, late, limits as usual, startWait, within, type Limits } from './deadline';
import type { Link } from './link';
import type { Asking, CatalogueRow } from './protocol';

export interface CallOptions {
	link: Link;
	/** The session of the present day (P1). */
	session: () => Id;
	newKey: () => string;
	/** Of this page's load: the session of the browser's agents. */
	connection: Id;
	/** After a write that the notebook has confirmed. */
	onSaved?: (row: CatalogueRow) => void;
	limits?: Limits;
}

export interface Calls {
	call(via: Asking, operation: string, args: unknown): Promise<Result<unknown>>;
	/** Gives running imports and exports their time anew. */
	progress(): void;
}

const again = 'Try again; when it stays so, reload the page.';
const unsure = 'It may have been saved all the same: look in the history before you repeat it.';

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function withKey(row: CatalogueRow, args: unknown, newKey: () => string): unknown {
	if (!row.keyed || !isRecord(args) || args.idempotency_key !== undefined) return args;
	return { ...args, idempotency_key: newKey() };
}

const limitOf = (row: CatalogueRow, limits: Limits): number =>
	isJob(row.name) ? limits.still : row.effect === 'read' ? limits.read : limits.write;

/** What a rejection of Comlink means: arguments that cannot be posted, or a fault on the other side. */
const rejected = (error: unknown): Result<never> => {
	const message = error instanceof Error ? error.message : String(error);
	return error instanceof DOMException && error.name === 'DataCloneError'
		? fail(
				'invalid_parameter',
				`The arguments cannot be sent: ${message}`,
				'Pass plain data: no functions, no proxies.',
				{ parameter: 'arguments' }
			)
		: fail('internal', message, again);
};

export function createCalls({ link, session, newKey, connection, onSaved, limits = usual }: CallOptions): Calls {
	const jobs = new Set<() => void>();
	const told = new WeakMap<Contact, Id>();

	/** Messages of a port keep their order: the session is told before the call. */
	function tellSession(contact: Contact) {
		const now = session();
		if (told.get(contact) === now) return;
		told.set(contact, now);
		void contact.remote.session(now);
	}

	function ask({ remote }: Contact, via: Asking, { name }: CatalogueRow, args: unknown): Promise<Result<unknown>> {
		if (via === 'browser_agent') return remote.browserAgent(connection, { operation: name, args });
		const door = remote[via] as unknown as Record<string, (args: unknown) => Promise<Result<unknown>>>;
		return door[name]?.(args) ?? Promise.reject(new Error(name));
	}

	async function send(
		contact: Contact,
		via: Asking,
		row: CatalogueRow,
		args: unknown
	): Promise<Result<unknown> | 'gone'> {
		tellSession(contact);
		const asked = ask(contact, via, row, args);
		const wait = startWait(asked, limitOf(row, limits));
		if (isJob(row.name)) jobs.add(wait.again);
		let forget = () => {};
		const gone = new Promise<'gone'>((resolve) => (forget = contact.whenGone(() => resolve('gone'))));
		try {
			const answer = await Promise.race([wait.result.then((first) => patiently(first, asked, contact)), gone]);
			if (answer !== late) return answer;
			return fail('storage_unavailable', `No answer to ${row.name} in time.`, row.effect === 'read' ? again : unsure);
		} catch (error) {
			return rejected(error);
		} finally {
			jobs.delete(wait.again);
			forget();
		}
	}

	/** What is late because the worker still indexes an import is not lost: it is waited for as long as a job is. */
	async function patiently<T>(first: T | typeof late, asked: Promise<T>, contact: Contact): Promise<T | typeof late> {
		let answer = first;
		for (let waited = 0; answer === late && waited < limits.still; waited += limits.read) {
			if (!(await contact.check())) break;
			answer = await within(asked, limits.read);
		}
		return answer;
	}

	/** The notebook, or the failure that says why there is none. */
	async function reach(operation: string): Promise<{ contact: Contact; row: CatalogueRow } | Result<never>> {
		const contact = await link.ready();
		if (!contact) return fail('storage_unavailable', link.status().detail || 'The notebook is not open yet.', again);
		const row = contact.catalogue.get(operation);
		return row
			? { contact, row }
			: fail('invalid_parameter', `There is no operation "${operation}".`, 'commonplace.help() lists them all.', {
					parameter: 'operation'
				});
	}

	return {
		async call(via, operation, args) {
			const first = await reach(operation);
			if ('ok' in first) return first;
			const { row } = first;
			const given = withKey(row, args, newKey);
			let answer = await send(first.contact, via, row, given);
			if (answer === 'gone' && (row.effect === 'read' ? !isJob(row.name) : row.keyed)) {
				const second = await reach(operation);
				answer = 'ok' in second ? second : await send(second.contact, via, row, given);
			}
			if (answer === 'gone') {
				return fail(
					'storage_unavailable',
					`The notebook stopped during ${row.name}.`,
					row.effect === 'read' ? again : unsure
				);
			}
			if (answer.ok && row.effect !== 'read') onSaved?.(row);
			return answer;
		},
		progress() {
			for (const more of jobs) more();
		}
	};
}

/** The door as a page has it. The names come with the worker, so any name is a method. */
export function createDoor(call: (operation: string, args: unknown) => Promise<Result<unknown>>): Door {
	const methods = new Map<string, (args?: unknown) => Promise<Result<unknown>>>();
	return new Proxy(Object.freeze({}), {
		get(_target, name) {
			// `then` would make a promise of it for whoever awaits the door.
			if (typeof name !== 'string' || name === 'then' || name === 'toJSON') return undefined;
			let method = methods.get(name);
			if (!method) methods.set(name, (method = (args = {}) => call(name, args)));
			return method;
		}
	}) as Door;
}
