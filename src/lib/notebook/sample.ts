/**
 * The sample notebook: some thirty things said of Ada Lovelace and her circle, by the person and by an agent, that show what the app can do:
 * a conflict (known for), an echo (residence), a set (languages, one member taken out), a stale value (opening hours), mentions with roles,
 * two Mercurys, names in other scripts. Data only; replayed in order through the door, so it is made as everything else is.
 */
import type { RawInputOf, OperationName } from '../contract';

type StepOf<N extends OperationName> = {
	who: 'person' | 'agent:Claude Code';
	/** How long before loading it was said; falls or stays from step to step. */
	daysAgo: number;
	operation: N;
	args: RawInputOf<N>;
};

export type SampleStep = { [N in OperationName]: StepOf<N> }[OperationName];

const claude = 'agent:Claude Code' as const;

export const sampleSteps: readonly SampleStep[] = [
	{
		who: claude,
		daysAgo: 61,
		operation: 'memory_fact_set',
		args: {
			entity: 'Science Museum',
			type: 'organization',
			attribute: 'opening hours',
			value: '10:00–18:00, every day',
			origin: 'action',
			freshness_class: 'volatile',
			source: 'the museum’s web page'
		}
	},
	{
		who: 'person',
		daysAgo: 40,
		operation: 'remember',
		args: {
			facts: [
				{
					entity: 'Ada Lovelace',
					type: 'person',
					content:
						'Translated Luigi Menabrea’s memoir on the Analytical Engine and added notes three times its length.',
					mentions: [
						{ entity: 'Luigi Menabrea', type: 'person', role: 'author' },
						{ entity: 'Analytical Engine', type: 'project', role: 'topic' }
					],
					importance: 0.9,
					source: 'Scientific Memoirs, 1843'
				},
				{
					entity: 'Ada Lovelace',
					type: 'person',
					content: 'Was tutored in mathematics by Augustus De Morgan.',
					mentions: [{ entity: 'Augustus De Morgan', type: 'person', role: 'tutor' }]
				},
				{
					entity: 'Ada Lovelace',
					type: 'person',
					content:
						'“The Analytical Engine weaves algebraical patterns just as the Jacquard-loom weaves flowers and leaves.”',
					mentions: [{ entity: 'Analytical Engine', type: 'project', role: 'topic' }],
					source: 'Note A, 1843'
				},
				{
					entity: 'Charles Babbage',
					type: 'person',
					content: 'Was Lucasian Professor at Cambridge from 1828 to 1839 and never gave a lecture there.'
				},
				{
					entity: 'Analytical Engine',
					type: 'project',
					content: 'Keeps its mill apart from its store, as machines still keep processor and memory.'
				},
				{
					entity: 'Analytical Engine',
					type: 'project',
					content: 'Was described in print in 1843, with no more of Ada Lovelace’s name than her initials.',
					mentions: [{ entity: 'Ada Lovelace', type: 'person', role: 'author' }]
				},
				{
					entity: 'Mary Somerville',
					type: 'person',
					content: 'Took Ada Lovelace to Charles Babbage’s house in 1833, to see the Difference Engine.',
					mentions: [
						{ entity: 'Ada Lovelace', type: 'person', role: 'guest' },
						{ entity: 'Charles Babbage', type: 'person', role: 'host' },
						{ entity: 'Difference Engine', type: 'project', role: 'topic' }
					]
				},
				{
					entity: 'Luigi Menabrea',
					type: 'person',
					content: 'Wrote the first account of the Analytical Engine, in French; later he was prime minister of Italy.',
					mentions: [{ entity: 'Analytical Engine', type: 'project', role: 'topic' }]
				},
				{
					entity: '東京',
					type: 'place',
					content: '江戸 was renamed 東京, the eastern capital, in 1868.'
				},
				{
					entity: 'Mercury',
					type: 'person',
					content: 'Sang with Queen; took the name about 1970.'
				},
				{
					entity: 'Mercury',
					type: 'project',
					content: 'Put the first American into orbit, on 20 February 1962.'
				}
			],
			relations: [
				{ from: 'Ada Lovelace', relation: 'worked with', to: 'Charles Babbage', context: 'letters from 1833 to 1852' },
				{ from: 'Ada Lovelace', relation: 'described', to: 'Analytical Engine' },
				{ from: 'Ada Lovelace', relation: 'lived in', to: 'London', to_type: 'place' },
				{ from: 'Charles Babbage', relation: 'designed', to: 'Analytical Engine' },
				{ from: 'Charles Babbage', relation: 'designed', to: 'Difference Engine' },
				{ from: 'Mary Somerville', relation: 'taught', to: 'Ada Lovelace' },
				{ from: 'Augustus De Morgan', relation: 'taught', to: 'Ada Lovelace' },
				{ from: 'Science Museum', relation: 'located in', to: 'London' }
			],
			values: [
				{ entity: 'Ada Lovelace', attribute: 'born', value: '10 December 1815, London' },
				{ entity: 'Ada Lovelace', attribute: 'residence', value: '12 St James’s Square, London' },
				{
					entity: 'Ada Lovelace',
					attribute: 'known for',
					value: 'Note G, an algorithm for Bernoulli numbers',
					confidence: 0.9
				},
				{ entity: 'Analytical Engine', attribute: 'status', value: 'designed, never built' },
				{ entity: 'Analytical Engine', attribute: 'store', value: '1,000 numbers of 50 digits' },
				{ entity: 'Charles Babbage', attribute: 'address', value: '1 Dorset Street, Marylebone' },
				{ entity: '東京', attribute: 'once called', value: '江戸' }
			]
		}
	},
	{ who: 'person', daysAgo: 40, operation: 'add_alias', args: { entity: 'Ada Lovelace', alias: 'Augusta Ada King' } },
	{
		who: 'person',
		daysAgo: 40,
		operation: 'add_alias',
		args: { entity: 'Ada Lovelace', alias: 'Countess of Lovelace' }
	},
	{ who: 'person', daysAgo: 40, operation: 'add_alias', args: { entity: 'Ada Lovelace', alias: 'Ада Лавлейс' } },
	{ who: 'person', daysAgo: 40, operation: 'add_alias', args: { entity: '東京', alias: 'Tokyo' } },
	...['English', 'French', 'Italian'].map((member): SampleStep => ({
		who: 'person',
		daysAgo: 21,
		operation: 'memory_set_add',
		args: { entity: 'Ada Lovelace', attribute: 'languages', member }
	})),
	{
		who: 'person',
		daysAgo: 20,
		operation: 'memory_set_remove',
		args: { entity: 'Ada Lovelace', attribute: 'languages', member: 'Italian' }
	},
	{
		who: 'person',
		daysAgo: 20,
		operation: 'memory_fact_set',
		args: { entity: 'Ada Lovelace', attribute: 'residence', value: 'Ockham Park, Surrey' }
	},
	{
		who: claude,
		daysAgo: 2,
		operation: 'remember',
		args: {
			facts: [
				{
					entity: 'Ada Lovelace',
					content: 'Corresponded with Charles Babbage for nearly twenty years.',
					mentions: [{ entity: 'Charles Babbage', role: 'correspondent' }],
					source: 'the letters in the British Library'
				},
				{
					entity: 'Charles Babbage',
					content: 'Called Ada Lovelace the “Enchantress of Number” in a letter of 1843.',
					mentions: [{ entity: 'Ada Lovelace', role: 'addressee' }],
					importance: 0.4
				},
				{
					entity: 'Analytical Engine',
					content: 'A part of the mill, finished in 1910 by Babbage’s son, stands in the Science Museum.',
					mentions: [{ entity: 'Science Museum', role: 'keeper' }]
				},
				{
					entity: 'Difference Engine',
					content: 'Lost the government’s money in 1842, after nineteen years.'
				}
			],
			relations: [
				{ from: 'Science Museum', relation: 'keeps a part of', to: 'Analytical Engine' },
				{ from: 'Luigi Menabrea', relation: 'described', to: 'Analytical Engine', context: 'Genève, 1842' },
				{ from: 'Mary Somerville', relation: 'knew', to: 'Charles Babbage' }
			],
			values: [
				{
					entity: 'Ada Lovelace',
					attribute: 'known for',
					value: 'the first computer program',
					confidence: 0.7
				}
			]
		}
	},
	{
		who: claude,
		daysAgo: 0,
		operation: 'memory_fact_set',
		args: {
			entity: 'Ada Lovelace',
			attribute: 'residence',
			value: '12 St James’s Square, London',
			source: 'an old letterhead'
		}
	}
];
