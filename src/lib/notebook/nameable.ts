/** What may be kept under a name at all (N1): a name or type of which nothing can be seen has no key, so nothing would ever find it. */
import { shown } from '../contract/failure';
import { exactKey, typeKey } from '../domain/name';
import { refuse } from '../domain/result';

const unseen = (parameter: string, given: string, what: string) =>
	refuse('invalid_parameter', `${parameter} holds nothing to find it by: ${shown(given)}`, `Give ${what}.`, {
		parameter
	});

/** @param parameter the argument that the name came in. */
export function nameable(name: string, parameter: string): string {
	if (exactKey(name)) return name;
	throw unseen(parameter, name, 'a name with at least one visible character');
}

export function typeable(type: string | undefined, parameter: string): string | null {
	if (type === undefined) return null;
	if (typeKey(type)) return type;
	throw unseen(parameter, type, 'a type with at least one letter or digit, or none');
}
