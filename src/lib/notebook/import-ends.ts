/** Which thing of a file its relations and mentions mean. */
import { exactKey, foldKey, sameButForForm, typeKey } from '../domain/name';
import type { PlannedEntity } from './planned';

export interface Ends {
	/** The thing spelled so in the file, else the only one of that exact key or form, else one that is only mentioned. */
	end(name: string, type: string | undefined, line: number): PlannedEntity;
	/** As `end`, of what the file knows: nothing is made. */
	known(name: string): PlannedEntity | undefined;
}

/** @param make a thing that no line describes */
export function createEnds(
	entities: readonly PlannedEntity[],
	bySpelling: ReadonlyMap<string, PlannedEntity[]>,
	make: (item: { name: string; type: string | null; line: number }, mentioned: boolean) => PlannedEntity
): Ends {
	const byFold = new Map<string, PlannedEntity[]>();
	const note = (name: string, entity: PlannedEntity) => {
		const fold = foldKey(name);
		const list = byFold.get(fold);
		if (list) list.push(entity);
		else byFold.set(fold, [entity]);
	};
	const byAlias = new Map<string, PlannedEntity | undefined>();
	for (const entity of [...entities]) {
		note(entity.name, entity);
		for (const alias of entity.aliases) {
			const key = exactKey(alias);
			byAlias.set(key, byAlias.has(key) ? undefined : entity); // two owners: it means neither
		}
	}
	const find = (name: string, type?: string): PlannedEntity | undefined => {
		const spelled = bySpelling.get(name.normalize('NFC'));
		const typed =
			type === undefined
				? undefined
				: spelled?.find((each) => each.type !== null && typeKey(each.type) === typeKey(type));
		const hit = typed ?? spelled?.[0];
		if (hit) return hit;
		const near = (byFold.get(foldKey(name)) ?? []).filter((each) => sameButForForm(each.name, name));
		const exact = near.filter((each) => exactKey(each.name) === exactKey(name));
		const [only] = exact.length ? exact : near;
		if (only && (exact.length ? exact : near).length === 1) return only;
		return byAlias.get(exactKey(name));
	};
	return {
		end: (name, type, line) => find(name, type) ?? make({ name, type: type ?? null, line }, true),
		known: (name) => find(name)
	};
}
