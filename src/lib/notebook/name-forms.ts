/**
 * All spellings of a notebook, folded, and which of them share pieces or sounds with a query: a few hundred candidates without a
 * walk over all (N5). Must not know what a slot is.
 */
import { bestOf, byText } from './best-of';
import { GramPostings, type Near } from './gram-postings';
import { bonesGram, gramsOf } from './grams';
import { joinLetters, latinOf } from './latin-form';

const DEAD = -1;

/** How far to look for one query. */
export interface Reach {
	/** Candidates by their pieces, and by their sound alone: another script, another way of writing it in Latin. */
	pieces: number;
	sounds: number;
	/** Spellings looked at for the pieces, and a quarter of them for the sounds. */
	lookedAt: number;
}

/** A sound that so many have brings in what its letters bring in anyway. */
const COMMON_SOUND = 5_000;

/** A spelling near a query: its number and the share of grams, weighed by rarity, that the two have in common, 0–1. */
export type NearForm = Near;

/** As its pieces are taken from: A.B.C. is in pieces as ABC is. */
const joinedLatin = (text: string): string => joinLetters(latinOf(text).split(' ')).join(' ');

const soundsOf = (latin: string): Set<number> => new Set(latin.split(' ').map(bonesGram));

export class NameForms {
	#texts: string[] = [];
	#owners: number[] = [];
	#pieces = new GramPostings();
	#sounds = new GramPostings();
	#dead: number[] = [];
	#free: number[] = [];

	/** Enters a folded spelling of the slot `owner`; answers its number, good until it is removed. */
	add(text: string, owner: number): number {
		const form = this.#free.pop() ?? this.#texts.length;
		const latin = joinedLatin(text);
		this.#texts[form] = text;
		this.#owners[form] = owner;
		this.#pieces.add(form, gramsOf(text, latin));
		this.#sounds.add(form, soundsOf(latin));
		return form;
	}

	remove(form: number): void {
		const text = this.textOf(form);
		const latin = joinedLatin(text);
		this.#pieces.remove(gramsOf(text, latin));
		this.#sounds.remove(soundsOf(latin));
		this.#owners[form] = DEAD;
		this.#texts[form] = '';
		this.#dead.push(form);
		if (this.#dead.length > 1000 && this.#dead.length * 3 > this.#texts.length) this.#sweep();
	}

	#sweep(): void {
		const isDead = (form: number): boolean => this.#owners[form] === DEAD;
		this.#pieces.sweep(isDead);
		this.#sounds.sweep(isDead);
		this.#free = this.#free.concat(this.#dead);
		this.#dead = [];
	}

	textOf(form: number): string {
		return this.#texts[form] ?? '';
	}

	ownerOf(form: number): number {
		return this.#owners[form] ?? DEAD;
	}

	/** What a word in Latin letters tells: much when few spellings have one that sounds so. */
	rarity(word: string): number {
		return this.#sounds.weightOf(bonesGram(word));
	}

	/**
	 * The spellings that share most with a folded query, and a few that only sound like it; `prefer` orders slots that share as much.
	 * No `accepts`: all slots will do.
	 */
	near(
		query: string,
		reach: Reach,
		accepts: ((owner: number) => boolean) | undefined,
		prefer: (a: number, b: number) => number
	): NearForm[] {
		const latin = joinedLatin(query);
		const grams = gramsOf(query, latin);
		const sounds = [...soundsOf(latin)].filter((sound) => this.#sounds.livingWith(sound) <= COMMON_SOUND);
		const owners = this.#owners;
		const isMeant = accepts
			? (form: number): boolean => owners[form] !== DEAD && accepts(owners[form] ?? DEAD)
			: (form: number): boolean => owners[form] !== DEAD;
		const first = (postings: GramPostings, sought: ReadonlySet<number>, most: number, lookedAt: number): Near[] =>
			bestOf(
				postings.likely(sought, most, lookedAt, isMeant),
				most,
				(a, b) =>
					b.shared - a.shared ||
					prefer(this.ownerOf(a.form), this.ownerOf(b.form)) ||
					byText(this.textOf(a.form), this.textOf(b.form))
			);
		const near = [
			...first(this.#pieces, grams, reach.pieces, reach.lookedAt),
			...first(this.#sounds, new Set(sounds), reach.sounds, reach.lookedAt / 4)
		];
		const weights = new Map([...grams].map((gram) => [gram, this.#pieces.weightOf(gram)]));
		return [...new Set(near.map(({ form }) => form))].map((form) => ({ form, shared: this.#shared(weights, form) }));
	}

	#shared(weights: Map<number, number>, form: number): number {
		let common = 0;
		let all = 0;
		for (const weight of weights.values()) all += weight;
		const text = this.textOf(form);
		for (const gram of gramsOf(text, joinedLatin(text))) {
			const weight = weights.get(gram);
			if (weight === undefined) all += this.#pieces.weightOf(gram);
			else common += weight;
		}
		return common / all;
	}
}
