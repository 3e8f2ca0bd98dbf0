/** What one can do to a thing, its values, facts and relations: each one call through the writer. Answers null, or why it was refused. */
import type { Failure, Result } from '../../domain/result';
import { strings } from '../strings';
import { isHoped } from './hoped';
import { weightOf, type Relation, type Slot, type Thing } from './dossier-rows';
import type { WriteArgs, WriteName, Writer } from './writer.svelte';

const words = strings.thing;
const saved = strings.box.saved;

export type Refusal = Failure | null;
export type Choice = 'keep' | 'take' | 'both';

export interface NewFact {
	content: string;
	mentions: { entity: string; type?: string; role: string }[];
}

export const refusal = (result: Result<unknown>): Refusal => (result.ok ? null : result.error);

export class ThingWrites {
	constructor(
		readonly writer: Writer,
		readonly thing: () => Thing
	) {}

	/* ---- the thing itself ---- */

	rename(name: string): Promise<Refusal> {
		return this.#write('rename_entity', { ...this.#it(), new_name: name }, words.renamed(name));
	}

	retype(type: string): Promise<Refusal> {
		const change = type.trim() ? { new_type: type } : { clear: ['type' as const] };
		return this.#write('set_entity', { ...this.#it(), ...change }, words.saved(type.trim() || words.noType));
	}

	describe(description: string): Promise<Refusal> {
		const change = description.trim() ? { description } : { clear: ['description' as const] };
		return this.#write('set_entity', { ...this.#it(), ...change }, words.saved(words.description));
	}

	addAlias(alias: string): Promise<Refusal> {
		return this.#write('add_alias', { ...this.#it(), alias }, words.saved(alias));
	}

	removeAlias(alias: string): Promise<Refusal> {
		return this.#write('remove_alias', { ...this.#it(), alias }, strings.undo.undone);
	}

	remove(): Promise<Refusal> {
		return this.#write('remove_entity', this.#it(), words.removedSaid(this.thing().name));
	}

	/* ---- values ---- */

	/** @param version the one that was on the screen: if another is current by now, both stand and the person chooses (S12) */
	setValue(attribute: string, value: string, version?: string): Promise<Refusal> {
		// A value of the person's own that is on its way is nobody else's: there is nothing to be surprised by.
		const over = version === undefined || isHoped(version) ? {} : { expected_version: version };
		return this.#write('memory_fact_set', { ...this.#it(), attribute, value, ...over }, ({ action }) =>
			action === 'contested'
				? saved.contested
				: action === 'confirmed'
					? saved.confirmed
					: saved.value(attribute, value)
		);
	}

	addMember(attribute: string, member: string): Promise<Refusal> {
		return this.#write('memory_set_add', { ...this.#it(), attribute, member }, saved.member(member, attribute));
	}

	removeMember(attribute: string, member: string): Promise<Refusal> {
		return this.#write('memory_set_remove', { ...this.#it(), attribute, member }, `${words.wasMember}: ${member}`);
	}

	endValue(attribute: string): Promise<Refusal> {
		return this.#write('end_fact', { ...this.#it(), attribute }, words.ended(attribute));
	}

	retractValue(attribute: string): Promise<Refusal> {
		return this.#write('retract_fact', { ...this.#it(), attribute }, words.retracted(attribute));
	}

	/** Settles a contested slot (S6). */
	settle(slot: Slot, choice: Choice): Promise<Refusal> {
		return settle(this.writer, this.thing(), slot.attribute, choice, slot.contenders[0]?.version);
	}

	/* ---- facts ---- */

	async addFact({ content, mentions }: NewFact): Promise<Refusal> {
		const { name, type } = this.thing();
		const fact = { entity: name, ...(type && { type }), content, mentions };
		const result = await this.writer.write('remember', { facts: [fact] }, ({ facts }) => {
			const action = facts[0]?.action;
			if (action === 'refused') return null;
			return action === 'confirmed' ? saved.confirmed : words.factSaved;
		});
		return result.ok ? (result.value.facts[0]?.error ?? null) : result.error;
	}

	endFact(id: string): Promise<Refusal> {
		return this.#write('end_fact', { fact_id: id }, words.factEnded);
	}

	retractFact(id: string): Promise<Refusal> {
		return this.#write('retract_fact', { fact_id: id }, words.factRetracted);
	}

	replaceFact(id: string, content: string): Promise<Refusal> {
		return this.#write('replace_fact', { fact_id: id, content }, words.factReplaced);
	}

	/** @param importance null: of none in particular */
	weighFact(id: string, importance: number | null): Promise<Refusal> {
		const weight = importance === null ? {} : { importance };
		return this.#write('weigh_fact', { fact_id: id, ...weight }, words.weighed[weightOf(importance)]);
	}

	/* ---- relations ---- */

	/** @param other the far end; with an id when it was chosen, else it is found by its name or made */
	relate(relation: string, other: { id?: string; name: string }, direction: 'out' | 'in'): Promise<Refusal> {
		return this.#write('relate_entities', { relation, ...this.#ends(other, direction) }, words.relationSaved);
	}

	endRelation({ relation, direction, entity }: Relation, wrong: boolean): Promise<Refusal> {
		const said = wrong ? words.relationRetracted : words.relationEnded;
		return this.#write('end_relation', { relation, ...this.#ends(entity, direction), wrong }, said);
	}

	#it(): { entity: string; entity_id: string } {
		const { name, id } = this.thing();
		return { entity: name, entity_id: id };
	}

	#ends(other: { id?: string; name: string }, direction: 'out' | 'in') {
		const here = this.thing();
		const [from, to] = direction === 'out' ? [here, other] : [other, here];
		return {
			fromEntity: from.name,
			toEntity: to.name,
			...(from.id !== undefined && { from_entity_id: from.id }),
			...(to.id !== undefined && { to_entity_id: to.id })
		};
	}

	async #write<N extends WriteName>(
		name: N,
		args: WriteArgs<N>,
		said: Parameters<typeof this.writer.write<N>>[2]
	): Promise<Refusal> {
		return refusal(await this.writer.write(name, args, said));
	}
}

/** Keeps what is current, takes the contender, or makes a list of both; says so, also when it had changed meanwhile. */
export async function settle(
	writer: Writer,
	entity: { id: string; name: string },
	attribute: string,
	choice: Choice,
	contender: string | undefined
): Promise<Refusal> {
	const result = await writer.write(
		'memory_fact_resolve',
		{
			entity: entity.name,
			entity_id: entity.id,
			attribute,
			accept: choice !== 'keep',
			keep_both: choice === 'both',
			expected_contender: contender ?? null
		},
		(value) => {
			if (!value.resolved) return strings.review.changedMeanwhile;
			if (value.action === 'kept_both') return strings.review.keptBoth;
			const now = value.current ?? '';
			return value.accepted ? strings.review.took(now) : strings.review.kept(now);
		}
	);
	return refusal(result);
}
