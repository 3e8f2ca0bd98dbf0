/** Every word the app says, in one place, by screen. English first; another language is another object of this shape (german.ts). Functions where words depend on numbers or names. */
import { language } from './language';

const plural = new Intl.PluralRules('en');
const word = (n: number, one: string, other: string): string => (plural.select(n) === 'one' ? one : other);
const some = (n: number, one: string, other: string): string => `${n.toLocaleString('en')} ${word(n, one, other)}`;
const quoted = (text: string): string => `“${text}”`;

const english = {
	language: 'en',
	/** Of the writing: the page's `dir`. */
	dir: 'ltr',
	app: 'Commonplace',
	title: (page: string) => `${page} · Commonplace`,
	quoted,
	time: { today: 'Today', yesterday: 'Yesterday', backToNow: 'Back to today' },
	bytes: (n: number) => some(n, 'byte', 'bytes'),
	who: { you: 'you', script: 'by a script', import: 'from a file', approval: 'approved by you' },
	nav: {
		label: 'Main',
		home: 'Home',
		things: 'Things',
		graph: 'Graph',
		review: 'Review',
		agents: 'Agents',
		history: 'History',
		settings: 'Settings',
		import: 'Import',
		find: 'Find',
		more: 'More',
		news: 'What was just written',
		findOrState: 'Find or state…',
		recent: 'Recent',
		skip: 'Skip to content',
		waiting: (n: number) => some(n, 'decision waits', 'decisions wait')
	},
	kept: {
		promised: 'Kept in this browser, for good',
		kept: 'Kept in this browser',
		copy: 'Keep a copy',
		reconnecting: 'Reconnecting…',
		indexing: 'Getting search ready…'
	},
	undo: {
		undo: 'Undo',
		redo: 'Redo',
		undone: 'Undone',
		redone: 'Done again',
		nothing: 'Nothing to undo in this tab',
		nothingToRedo: 'Nothing to do again'
	},
	close: 'Close',
	save: 'Save',
	cancel: 'Cancel',
	add: 'Add',
	remove: 'Remove',
	edit: (what: string) => `Edit ${what}`,
	more: 'More',
	loadMore: 'Show more',
	tryAgain: 'Try again',
	loading: 'Reading…',
	agentWrote: {
		about: (names: string) => `wrote about ${names}`,
		something: 'wrote something',
		see: 'See'
	},

	connection: {
		starting: 'Opening your notebook…',
		blocked: {
			title: 'Another tab is holding the notebook',
			what: 'An older version of Commonplace is open in another tab and has to let go first.',
			steps: ['Close the other Commonplace tabs, or reload them.', 'This page then goes on by itself. Nothing is lost.']
		},
		newer: {
			title: 'This notebook is newer than this page',
			what: 'It was last opened by a newer version of Commonplace. To keep it safe, this older page does not write to it.',
			steps: [
				'Reload the page to get the newer version.',
				'If that does not help, close all its tabs and open it again.'
			]
		},
		failed: {
			title: 'The notebook cannot be opened',
			what: 'The browser refused to open the place where it is kept. Your data have not been touched.',
			steps: [
				'Try again; often it is only busy.',
				'In a private window, or with site data blocked, browsers keep nothing: use a normal window.',
				'If the disk is full, free some space.'
			]
		},
		taken: {
			title: 'A newer version has taken over',
			what: 'Another tab has opened this notebook with a newer version of Commonplace. This page is the older one and has let go of it; what was saved is saved.',
			steps: [
				'Reload this page: it comes back in the newer version.',
				'If it does not, close all its tabs and open it again.'
			]
		},
		lost: {
			title: 'The notebook has stopped',
			what: 'The part of the app that holds your notebook does not run, and could not be started again by itself. What was saved is saved.',
			steps: ['Try again.', 'If that does not help, reload the page, or close all Commonplace tabs and open it anew.']
		},
		missing: {
			title: 'Your notebook is not here',
			what: 'There was a notebook in this browser, and the browser has lost it: site data were cleared, or the disk ran full. This is not a new start, so nothing has been put in its place.',
			steps: ['If you have a copy (a journal file), restore it now: everything in it comes back, with its history.'],
			restore: 'Restore a copy…',
			goOn: 'Go on without'
		},
		reload: 'Reload',
		details: 'What the browser said'
	},
	memory: {
		offer:
			'You can also go on with an empty notebook that is kept nowhere: to look around, or to write something down and take it along as a file.',
		goOn: 'Go on without keeping',
		label: 'Nothing is kept',
		title: 'Nothing you write here is kept.',
		what: 'It is gone when this page is closed or reloaded. A copy that you download can be imported elsewhere.'
	},
	problems: {
		title: 'Problems',
		what: 'These went wrong inside the notebook since this page was loaded. What was saved is saved; to have it mended, pass the text on.',
		copy: 'Copy the text',
		copied: 'Copied',
		refused: 'The browser did not let it be copied: mark the text above instead.',
		toast: {
			text: 'Something went wrong inside the notebook.',
			detail: 'What was saved is saved. If anything looks odd, reload the page.'
		},
		look: 'What it was'
	},
	update: { ready: 'A new version is ready.', take: 'Update now', later: 'Later' },
	drop: {
		title: 'Drop it here',
		what: 'A memory file, a copy of a notebook, Markdown, CSV or JSON-LD; also a folder or a zip. You see what it holds before anything is written.'
	},

	box: {
		label: 'Find a thing, or state something about one',
		placeholder: 'Find a thing, or say something about one…',
		clear: 'Clear',
		options: 'Suggestions',
		make: (name: string) => `Make ${quoted(name)}`,
		makeHint: 'a new thing',
		/** Before the alias that matched. */
		matched: {
			exact: '',
			alias: 'also called',
			same_form: 'spelled',
			spelling: 'also called',
			other_script: 'also called',
			company_form: 'also called',
			word_order: 'also called',
			prefix: 'also called',
			word_prefix: 'also called',
			initials: 'also called',
			nickname: 'also called',
			typo: 'like',
			near: 'like'
		},
		/** Why the name itself is suggested, where it does not show. */
		why: {
			exact: '',
			alias: '',
			same_form: '',
			spelling: '',
			other_script: 'in another script',
			company_form: 'another form of company',
			word_order: 'words in another order',
			prefix: '',
			word_prefix: '',
			initials: 'initials',
			nickname: 'short for it',
			typo: 'spelled a little otherwise',
			near: ''
		},
		count: (n: number) => (n === 0 ? 'No suggestions' : some(n, 'suggestion', 'suggestions')),
		palette: 'Find or state',
		reads: 'Reads as',
		kind: { relation: 'Relation', value: 'Value', member: 'List', fact: 'Fact', note: 'Note' },
		relation: 'relation',
		value: 'value',
		of: 'of',
		addsTo: 'adds to',
		fact: 'fact about',
		naming: 'naming',
		note: 'note',
		newThing: 'new',
		replaces: (value: string) => `Replaces ${quoted(value)}, kept in history.`,
		confirms: 'It says so already: this confirms it.',
		isSet: (members: string) => `Holds a list (${members}): this adds to it.`,
		needs: {
			relation: 'Now say how they stand to each other: Jeff → manages → Sarah',
			other_end: 'Now the thing at the other end: Jeff → manages → Sarah',
			attribute: 'Now what it is and its value: Jeff · role: designer',
			value: 'Now a colon and the value: Jeff · role: designer'
		},
		backToLine: 'Back to the line',
		saved: {
			relation: (from: string, relation: string, to: string) => `Saved: ${from} ${relation} ${to}`,
			value: (attribute: string, value: string) => `Saved: ${attribute} is ${value}`,
			member: (value: string, attribute: string) => `Saved: ${value} is in ${attribute}`,
			fact: (name: string) => `Saved about ${name}`,
			note: 'Note saved',
			thing: (name: string) => `${name} is in the notebook`,
			contested: 'Kept beside the current value: it waits in Review',
			confirmed: 'Confirmed: it stood so already'
		}
	},
	commands: {
		things: 'All things',
		graph: 'Graph',
		review: 'Review what waits',
		agents: 'Agents and what they did',
		history: 'History',
		import: 'Import a file',
		settings: 'Settings and copies',
		shortcuts: 'Keyboard shortcuts',
		light: 'Light theme',
		dark: 'Dark theme',
		undo: 'Undo my last change'
	},

	home: {
		waiting: 'Waiting for you',
		allWaiting: 'All in Review',
		quietToday: 'Nothing has changed today.',
		allChanges: 'All of History',
		lately: 'Lately seen',
		changedLately: 'Lately changed',
		noneLately: 'What you open will stand here.',
		shapes: 'What you can write',
		shape: [
			['Jeff works at Acme Corp', 'two known names: a relation'],
			['Jeff · role: designer', 'a value, replaced when it changes'],
			['Jeff → manages → Sarah', 'a relation, known or not'],
			['Jeff prefers dark mode', 'a fact about Jeff'],
			['anything else', 'a note']
		] as const
	},
	first: {
		title: 'A notebook that remembers',
		what: 'Write down what is so about people, projects, places. It keeps who said what and when, tells you when two say different things, and forgets nothing unless you say so. All of it stays in this browser.',
		sample: 'Try with a sample',
		sampleWhat: 'Thirty facts about Ada Lovelace and her circle. One click takes them out again.',
		import: 'Import my agent’s memory',
		importWhat: 'A memory.jsonl of the MCP memory server, or one of its relatives. Drop it here, or choose it.',
		empty: 'Start empty',
		emptyWhat: 'Say what you want to be called, so that “me” and “I” mean you.',
		restore: 'Restore a copy',
		restoreWhat: 'A journal file that Commonplace wrote: everything comes back, with its history.',
		choose: 'Choose a file…',
		name: 'Your name',
		begin: 'Begin',
		welcome: (name: string) => `Welcome, ${name}`,
		sampleLoaded: 'The sample is in your notebook',
		loadingSample: 'Writing the sample…'
	},

	things: {
		title: 'Things',
		count: (n: number) => some(n, 'thing', 'things'),
		all: 'All',
		filter: 'Only names with…',
		name: 'Name',
		type: 'Type',
		facts: 'Facts',
		relations: 'Relations',
		updated: 'Changed',
		mentionedOnly: 'only mentioned',
		none: 'Nothing is in the notebook yet.',
		noneSuch: 'No thing is called that.',
		typeLabel: 'Type'
	},

	thing: {
		title: 'Thing',
		you: 'you',
		also: 'also',
		addAlias: 'Add another name',
		alias: 'Another name',
		removeAlias: (alias: string) => `Take away the name ${alias}`,
		noType: 'No type yet',
		type: 'type',
		name: 'name',
		description: 'description',
		describe: 'Describe it',
		mentionedOnly: 'Nothing is known of it yet: others mention it.',
		removed: 'This was removed, with its relations and mentions.',
		bringBack: 'Undo it in History',
		saveAsMarkdown: 'Save as Markdown',
		removeNow: (name: string) => `Remove ${name}`,
		removedSaid: (name: string) => `${name} is removed`,
		history: 'History',
		actions: 'More to do with this thing',
		so: 'What is so',
		addValue: 'Add a value',
		attribute: 'Attribute',
		attributeHint: 'role, born, status…',
		value: 'Value',
		noSlots:
			'No values yet. A value is what is so now, like role: designer; when it changes, the old one stays in its history.',
		contested: 'two claims',
		waits: 'waits for you',
		nothingCurrent: 'Nothing is current',
		current: 'current',
		contender: 'contender',
		keepThis: 'Keep this',
		takeThat: 'Take that',
		keepBoth: 'Keep both',
		leaveOut: 'Leave it out',
		takeIt: 'Take it',
		addIt: 'Add it',
		proposesToAdd: 'would add',
		why: {
			weaker: 'said with less weight',
			outdated: 'had seen an older value',
			merged: 'stood at the other of the two',
			echo: 'was so once, said again',
			rejected_before: 'was turned down before',
			ask_me: 'asks you first',
			addition: 'would join a single value'
		} as Readonly<Record<string, string>>,
		set: (n: number) => some(n, 'member', 'members'),
		addMember: (attribute: string) => `Add to ${attribute}`,
		removeMember: (member: string) => `Take ${member} out`,
		wasMember: 'taken out',
		stale: 'stale',
		staleWhat: (days: number) => `Last confirmed ${some(days, 'day', 'days')} ago, and this kind of thing changes`,
		verify: 'to verify',
		stillSo: 'Still so',
		showHistory: (attribute: string) => `History of ${attribute}`,
		hideHistory: 'Hide history',
		noLonger: 'No longer so',
		wrong: 'It was wrong',
		makeList: 'Add another, as a list',
		ended: (attribute: string) => `${attribute} is no longer so`,
		retracted: (attribute: string) => `${attribute} is taken back as wrong`,
		empty: 'empty now',
		valueOptions: (attribute: string) => `More for ${attribute}`,
		from: (source: string) => `from ${source}`,
		status: {
			current: 'current',
			contested: 'waits',
			superseded: 'replaced',
			rejected: 'turned down',
			retracted: 'wrong',
			ended: 'ended',
			removed: 'taken out',
			undone: 'undone'
		} as Readonly<Record<string, string>>,
		origin: { user: 'says you said', action: 'saw', agent: 'inferred', import: 'from a file' } as Readonly<
			Record<string, string>
		>,
		about: (name: string) => `About ${name}`,
		facts: (n: number) => some(n, 'fact', 'facts'),
		addFact: 'Add a fact',
		factLabel: (name: string) => `A fact about ${name}`,
		factHint: 'One sentence. Write @ or [[ before the name of another thing.',
		noFacts: (name: string) => `Nothing is said about ${name} yet.`,
		factOptions: 'More for this fact',
		factEnded: 'Kept in history as no longer true',
		factRetracted: 'Kept in history as wrong',
		factReplaced: 'Replaced; the old one is in history',
		factSaved: 'Fact saved',
		weight: { important: 'important', detail: 'detail' },
		weigh: { important: 'It is important', ordinary: 'Like any other', detail: 'It is a detail' },
		weighed: {
			important: 'It stands among the first now',
			ordinary: 'It stands with the others now',
			detail: 'It stands among the last now'
		},
		noLongerTrue: 'No longer true',
		wasWrong: 'It was wrong',
		replace: 'Replace…',
		confirmedBy: (n: number) => `said by ${some(n, 'source', 'sources')}`,
		until: (day: string) => `until ${day}`,
		showWhole: 'Show all of it',
		showPast: 'Also what is no longer so',
		hidePast: 'Only what is so',
		mentions: 'Mentions',
		mentionsWhat: (n: number) => `${some(n, 'fact', 'facts')} about others`,
		aboutOther: (names: string) => `about ${names}`,
		as: 'as',
		role: 'role',
		naming: 'Names',
		relations: 'Relations',
		noRelations: 'No relations yet.',
		fromThere: ' (said of it)',
		addRelation: 'Add a relation',
		relation: 'How',
		relationHint: 'works with, part of…',
		other: 'To what',
		turnAround: 'Turn around',
		relationSaved: 'Relation saved',
		relationEnded: 'The relation is ended',
		relationRetracted: 'The relation is taken back as wrong',
		relationOptions: (words: string) => `More for ${words}`,
		neighbourhood: 'Around it',
		timeline: 'Timeline',
		asItWas: 'as it was then',
		asOf: 'As it was on',
		wasOn: (date: string) => `This is how it was on ${date}.`,
		notYet: (date: string) => `It was not here yet on ${date}.`,
		wholeHistory: 'Whole history',
		openGraph: 'Open in Graph',
		asTable: 'As a table',
		notes: 'Notes',
		untitled: 'Untitled note',
		family: {
			also: 'also',
			more: (aliases: readonly string[], type: string | null) =>
				`${aliases.length > 0 ? ` (${aliases.join(', ')})` : ''}${type ? `, ${type}` : ''}`,
			byWayOf: (name: string) => `by way of ${name}`,
			declared: 'said to be the same by',
			takeApart: 'Take apart',
			takeApartWhat: (name: string) => `Take ${name} apart from it`,
			apart: (name: string) => `${name} is a thing of its own again`
		},
		unlinked: {
			title: 'Names it without a link',
			none: (name: string) => `No other fact or note has ${name} in its words without a link.`,
			what: 'Linked, each is found here too, and follows it when it is renamed.',
			which: 'What is to be linked',
			places: (n: number) => some(n, 'place', 'places'),
			first: (n: number) => `the first ${some(n, 'place', 'places')}`,
			note: (title: string | null) => (title ? `in the note ${title}` : 'in a note'),
			link: 'Link them',
			linked: (n: number, name: string) => `${some(n, 'place links', 'places link')} to ${name} now`
		},
		namesakes: (name: string) => `Another thing is called ${name} too:`,
		saved: (what: string) => `Saved: ${what}`,
		renamed: (name: string) => `It is called ${name} now`,
		leftOut: (n: number) => `${some(n, 'more is', 'more are')} not shown`,
		showAll: 'Show all',
		notFound: (name: string) => `Nothing is called ${quoted(name)}`,
		gone: 'This thing is not here',
		goneWhat: 'It was removed, or its making was undone. History can bring it back.',
		near: 'Did you mean',
		makeWhat: (name: string) => `Begin a page for ${name} with a first fact.`
	},

	merge: {
		open: 'Same as another thing …',
		offer: 'Merge them …',
		offerHint: 'Choose another name; or, if both are the same thing, merge them.',
		title: (name: string) => `Is ${name} the same as another thing?`,
		what: 'Merged they are shown as one. Neither is rewritten, and they can be taken apart at any time.',
		pick: 'The other thing',
		pickHint: 'Its name, or part of it',
		known: (facts: number, relations: number) =>
			[
				...(facts > 0 ? [some(facts, 'fact or value', 'facts and values')] : []),
				...(relations > 0 ? [some(relations, 'relation', 'relations')] : [])
			].join(', ') || 'only mentioned',
		noType: 'no type',
		also: 'also',
		values: 'Values of both',
		outcome: { same: 'the same', united: 'united', conflict: 'two claims' },
		becomes: (value: string) => `together ${value}`,
		stands: 'stands',
		waits: 'waits in Review',
		shared: 'Relations of both',
		between: (n: number) => `${some(n, 'relation', 'relations')} between the two will not be shown.`,
		nothingShared: 'They share no value and no relation.',
		marked: 'Marked as not the same by',
		already: 'They are one thing already.',
		gone: 'One of them is not here any more.',
		merge: 'Merge',
		mergeDespite: 'Merge all the same',
		distinct: 'Not the same',
		merged: (one: string, other: string) => `${one} and ${other} are one thing now`,
		kept: (one: string, other: string) => `Remembered: ${one} and ${other} are not the same`
	},

	graph: {
		title: 'Graph',
		what: 'How things connect. Choose one, or several to see the paths between them.',
		pick: 'Add a thing…',
		hops: 'Steps',
		remove: (name: string) => `Leave ${name} out`,
		unknown: (name: string) => `${quoted(name)} is not in the notebook.`,
		truncated: 'There is more than can be drawn; the nearest are shown.',
		nothing: 'No relations around it yet.',
		start: 'Start with',
		centre: 'Only around this',
		alsoThis: 'Also around this',
		filters: 'Filter',
		types: 'Types',
		relations: 'Relations',
		noType: 'no type',
		time: 'Begun',
		from: 'from',
		until: 'until',
		hidden: (n: number) => `${n} hidden by filters`,
		showAll: 'Show all',
		/** Folded into their neighbours. */
		folded: (n: number) => `${some(n, 'thing is', 'things are')} folded into what they are next to.`,
		drawAll: (n: number) => `Draw ${n}?`,
		slow: 'May be slow.',
		more: (n: number) => `+${n} more`,
		moreOf: (n: number, name: string) => `Show ${n} more around ${name}`,
		foldedList: 'Not drawn',
		view: 'Show',
		around: 'Neighbourhood',
		ways: 'Ways between',
		allWays: 'All ways',
		way: (n: number, steps: number) => `Way ${n}: ${some(steps, 'step', 'steps')}`,
		noWay: (one: string, other: string) => `There is no path between ${one} and ${other} within 8 steps.`,
		noWayFiltered: (one: string, other: string) =>
			`There is no path between ${one} and ${other} that the filters let through.`,
		seeAround: 'Show what is around each'
	},

	review: {
		title: 'Review',
		what: 'What only you can decide. Each can be undone.',
		whatKeys: 'J and K go down and up, 1 2 3 settle.',
		count: (n: number) => some(n, 'decision waits', 'decisions wait'),
		looking: ' · still looking for duplicates',
		empty: 'Nothing waits for you.',
		emptyWhat:
			'When two say different things, when a value has grown old, when something you called wrong is said again, it will stand here.',
		conflict: 'two claims',
		conflictEmpty: 'waits for your word',
		stale: (when: string) => `was last confirmed ${when}`,
		reVerify: 'rests on a note that has changed',
		restated: 'You called this wrong; it was said again',
		duplicate: 'may be the same thing',
		maySame: 'May be the same thing',
		/** How two names are alike. */
		alike: {
			exact: 'they have one name',
			alias: 'one is called as the other is',
			same_form: 'their names differ in case and marks only',
			spelling: 'their names differ in spelling only',
			other_script: 'one is the other in another script',
			company_form: 'their names differ in the form of company',
			word_order: 'their names have the same words in another order',
			prefix: 'one begins as the other',
			word_prefix: 'the words of one begin as those of the other',
			initials: 'one is the initials of the other',
			nickname: 'one is short for the other',
			typo: 'their names are a slip apart',
			near: 'their names are near'
		} as Readonly<Record<string, string>>,
		/** Before what an agent asks to do. */
		asks: 'asks',
		approve: 'Allow',
		refuse: 'Refuse',
		approved: 'Allowed and done',
		partly: (written: number, total: number) => `Allowed: ${written} of ${total} written`,
		refused: 'Refused',
		with: 'With what exactly',
		later: 'Later',
		putOff: 'Put off for two weeks, on this device',
		fork: 'Written in two places at once',
		otherText: 'the other text',
		united: {
			keep: 'Kept: the text that stood',
			take: 'Taken: the other text',
			both: 'Kept both, one below the other'
		},
		keep: 'Keep',
		take: 'Take',
		both: 'Both',
		stillSo: 'Still so',
		noLonger: 'No longer so',
		itIsSo: 'It is so after all',
		wrongStill: 'It is wrong',
		kept: (value: string) => `Kept: ${value}`,
		took: (value: string) => `Taken: ${value}`,
		keptBoth: 'Kept both, as a list',
		confirmed: 'Confirmed: still so',
		ended: 'No longer so',
		settled: 'Settled',
		changedMeanwhile: 'It changed in the meantime: this is how it stands now.',
		openThing: 'Open'
	},

	history: {
		title: 'History',
		what: 'Everything that was ever written here, by whom. Any of it can be taken back.',
		everyone: 'Everyone',
		you: 'You',
		filter: 'Whose',
		empty: 'Nothing has been written yet.',
		undo: 'Undo',
		redo: 'Redo',
		undone: 'undone',
		undoSession: 'Undo all of it',
		undoVisit: 'Undo everything of this visit',
		options: 'More for this change',
		session: (n: number) => some(n, 'change', 'changes'),
		sessionUndone: (n: number) => `${some(n, 'change', 'changes')} undone`,
		more: (n: number) => `and ${n} more`,
		earlier: 'Show earlier',
		upTo: 'Up to',
		ofThing: (name: string) => `Only what concerns ${name}`,
		showAll: 'Show everything',
		show: 'Show them',
		hide: 'Hide them',
		tookBack: (n: number) => `took back ${some(n, 'change', 'changes')}`,
		forgotten: 'forgotten',
		operation: {
			import_run: 'Import',
			load_sample: 'Sample',
			undo: 'Undo',
			forget: 'Forgotten'
		} as Readonly<Record<string, string>>,
		verb: {
			create: 'new',
			rename: 'renamed',
			retype: 'type',
			describe: 'description',
			alias: 'also called',
			unalias: 'no longer called',
			remove: 'removed',
			'state-fact': '',
			'confirm-fact': 'confirmed',
			weigh: 'weighed anew',
			end: 'no longer so',
			retract: 'wrong',
			replace: 'replaced',
			set: '',
			add: 'added',
			drop: 'taken out',
			resolve: 'settled',
			relate: '',
			'write-note': 'note',
			'name-channel': 'channel',
			merge: 'declared the same',
			unmerge: 'taken apart',
			distinct: 'not the same',
			mention: 'linked'
		} as Readonly<Record<string, string>>
	},

	agents: {
		title: 'Agents',
		what: 'Agents on this computer (Claude Code, Codex, Cursor …) can read and write this notebook through a bridge that you start. You say which, where and how far; all they do is written down here and can be taken back.',
		bridge: 'Bridge',
		states: {
			unpaired: 'Not paired.',
			connecting: 'Connecting…',
			connected: 'Connected.',
			unreachable: 'Not running.',
			refused: 'Not let in.'
		},
		stateWhat: {
			unpaired: 'No agent reaches this notebook. The first call of an agent gives you a link that pairs this browser.',
			connecting: '',
			unreachable:
				'That is normal while no agent is at work: the bridge starts with it, and this page finds it by itself.',
			refused: ''
		} as Readonly<Record<string, string>>,
		nobody: 'No agent is here just now.',
		here: (names: string) => `Here now: ${names}.`,
		elsewhere: 'Agents are with the notebook of another browser.',
		answerHere: 'Let them come here',
		unpair: 'Unpair this browser',
		unpairSure: 'Agents will no longer reach this notebook.',
		pairTitle: 'Let agents on this computer use this notebook?',
		pairWhat: (end: string) =>
			`You opened a link of the Commonplace bridge (it ends in ${end}). Paired, this browser answers its agents whenever the bridge runs. Each agent still waits until you approve it.`,
		pair: 'Pair this browser',
		pairing: 'Pairing…',
		notNow: 'Not now',
		paired: 'Paired with the bridge on this computer',
		off: 'off',
		waiting: (n: number) => some(n, 'agent asks to be let in', 'agents ask to be let in'),
		letIn: 'Agents may use this notebook',
		letInWhat: 'Off, every call of every agent is refused at once.',
		requests: 'Waits for your word',
		known: 'Who',
		none: 'No agent has asked yet.',
		noneWhat: 'The first time one calls, it stands here and waits for you.',
		asks: 'asks to use this notebook',
		shutOut: 'shut out',
		now: 'connected now',
		lastSeen: 'last seen',
		may: 'What it may do',
		rights: { read: 'Read', ask: 'Ask me first', write: 'Write', remove: 'Write and remove' },
		rightWhat: {
			read: 'and nothing else.',
			ask: 'A value it sets waits beside yours, all else waits for your click.',
			write: 'It adds and changes; it takes away only what it wrote itself.',
			remove: 'Also what others wrote. Forgetting and merging still wait for you.'
		},
		where: 'Where',
		everywhere: 'everywhere',
		onlyIn: 'only in',
		approve: 'Approve',
		refuse: 'Refuse',
		change: 'Change…',
		revoke: 'Shut out',
		letInAgain: 'Let in again…',
		forget: 'Remove from the list',
		approved: (name: string) => `${name} may use this notebook`,
		revoked: (name: string) => `${name} is shut out`,
		did: 'What they did',
		didNothing: 'Every call of an agent will stand here, with what it asked, what it got and what it changed.',
		which: 'Which calls',
		ofWhom: 'Of whom',
		allAgents: 'All agents',
		show: { all: 'All', writes: 'Writing', waits: 'Waiting for you', trouble: 'Refused or failed' },
		came: {
			done: 'done',
			partly: 'partly refused',
			waits: 'waits for you',
			allowed: 'you allowed it',
			asked: 'asked you',
			refused: 'refused',
			failed: 'failed'
		},
		counts: (calls: number, changes: number, failed: number) =>
			[some(calls, 'call', 'calls'), some(changes, 'change', 'changes'), failed ? `${failed} refused or failed` : '']
				.filter(Boolean)
				.join(' · '),
		noCalls: 'Nothing of that kind.',
		changed: 'changed something',
		arguments: 'It asked',
		answer: 'It got',
		size: (tokens: string, ms: string) => `about ${tokens} tokens · ${ms} ms`,
		connect: {
			title: 'Connect an agent',
			first: 'In the folder of Commonplace, let it print the line for your agent, and run or paste that line:',
			clients: [
				['Claude Code', 'node bin/commonplace.mjs config claude'],
				['Codex', 'node bin/commonplace.mjs config codex'],
				['Cursor', 'node bin/commonplace.mjs config cursor'],
				['VS Code', 'node bin/commonplace.mjs config vscode']
			] as const,
			second: 'Ask the agent something about your notebook. It answers with a link: open it in this browser and pair.',
			third: 'The agent then stands above and waits; approve it, and ask it again.',
			doctor: 'If something does not work, this says what:',
			copy: 'Copy',
			copied: 'Copied',
			notCopied: 'The browser does not allow copying here'
		}
	},

	import: {
		title: 'Import',
		what: 'Reads a file, shows what it holds, and writes only when you say so. The same file twice doubles nothing; one undo takes all of it back.',
		lent: 'the file',
		lentGone: 'The file of this link cannot be had any more: it was used already, or is older than five minutes.',
		lentGoneHint: 'Run commonplace import again, or choose the file here.',
		choose: 'Choose a file',
		orDrop: 'or drop one anywhere on this page',
		chooseFolder: 'Choose a folder',
		kinds:
			'memory.jsonl of the MCP memory server and its relatives, a copy that Commonplace wrote, Markdown (Obsidian and the like), CSV, JSON-LD; files, folders or zips.',
		manyFiles: (first: string, others: number) => `${first} and ${String(others)} more`,
		folder: (name: string, size: string, files: number) => `${name} · ${size} · ${some(files, 'file', 'files')}`,
		reading: (name: string) => `Reading ${name}…`,
		file: (name: string, size: string, lines: number) => `${name} · ${size} · ${some(lines, 'line', 'lines')}`,
		format: {
			memory: 'A memory file',
			journal: 'A copy of a notebook',
			markdown: 'Markdown',
			csv: 'CSV',
			'json-ld': 'JSON-LD',
			mixed: 'Files of several kinds'
		} as Readonly<Record<string, string>>,
		would: 'What it would write',
		did: 'What it wrote',
		/** What is counted, without its number. */
		counts: {
			entities_new: (n) => word(n, 'new thing', 'new things'),
			entities_matched: (n) => word(n, 'thing you have already', 'things you have already'),
			united: (n) => word(n, 'name united within the file', 'names united within the file'),
			observations_new: (n) => word(n, 'new fact', 'new facts'),
			observations_known: (n) => word(n, 'fact known or repeated', 'facts known or repeated'),
			values_new: (n) => word(n, 'new value', 'new values'),
			values_known: (n) => word(n, 'value known or waiting', 'values known or waiting'),
			relations_new: (n) => word(n, 'new relation', 'new relations'),
			relations_known: (n) => word(n, 'relation known or repeated', 'relations known or repeated'),
			notes_new: (n) => word(n, 'new note', 'new notes'),
			notes_known: (n) => word(n, 'note you have already', 'notes you have already'),
			mentioned_only: (n) => word(n, 'thing only mentioned', 'things only mentioned'),
			changes_new: (n) => word(n, 'new change', 'new changes'),
			changes_known: (n) => word(n, 'change you have already', 'changes you have already')
		} as Readonly<Record<string, (n: number) => string>>,
		refused: (n: number) => `${some(n, 'line', 'lines')} cannot be taken`,
		refusedWhat: (n: number) => `${word(n, 'It stays', 'They stay')} out; everything else can be imported.`,
		matchedBy: 'Found here by',
		matchedHow: {
			id: (n) => `${some(n, 'id', 'ids')} of an earlier export`,
			exact: (n) => some(n, 'name as spelled', 'names as spelled'),
			alias: (n) => some(n, 'other name', 'other names'),
			fold: (n) => some(n, 'name spelled slightly otherwise', 'names spelled slightly otherwise')
		} as Readonly<Record<string, (n: number) => string>>,
		ambiguous: 'Could be several things here',
		ambiguousWhat: 'They stay apart, as new things. Merge them afterwards if they are the same.',
		couldBe: (names: string) => `could be ${names}`,
		filesRead: 'File by file',
		fileName: 'File',
		fileHeld: 'What was read',
		fileMore: (n: number) => `and ${some(n, 'more file', 'more files')}`,
		fileLine: (things: number, facts: number, relations: number, notes: number, refused: number) =>
			[
				things > 0 && some(things, 'thing', 'things'),
				facts > 0 && some(facts, 'fact', 'facts'),
				relations > 0 && some(relations, 'relation', 'relations'),
				notes > 0 && some(notes, 'note', 'notes'),
				refused > 0 && `${String(refused)} refused`
			]
				.filter(Boolean)
				.join(', ') || 'nothing',
		line: 'Line',
		reason: 'Why',
		text: 'What it says',
		dropped: 'Not kept',
		droppedWhat: 'Fields that this notebook has no place for',
		ignored: 'Passed over',
		near: 'Near names',
		nearWhat: 'They will stay apart; nothing is merged by guess.',
		nearTo: (name: string) => `near ${quoted(name)}`,
		samples: 'A look inside',
		sampleLine: (facts: number, relations: number) =>
			`${some(facts, 'fact', 'facts')}, ${some(relations, 'relation', 'relations')}`,
		known: 'known',
		run: 'Import',
		nothingNew: 'Everything in it is here already.',
		running: 'Writing…',
		phase: { reading: 'Reading', writing: 'Writing', exporting: 'Writing the file' } as Readonly<
			Record<string, string>
		>,
		progress: (done: string, total: string) => `${done} of ${total}`,
		stop: 'Stop',
		stopping: 'Stopping…',
		stopped: 'Stopped on the way. What was written so far is in History, and can be undone.',
		done: 'Imported',
		undo: 'Undo import',
		undone: 'The import is undone',
		another: 'Another file',
		see: 'See the things',
		unfinished: (name: string) => `The import of ${name} was cut off.`,
		unfinishedUndo: 'Undo what it wrote',
		inProgress: (percent: string) => `Importing, ${percent}`
	},

	settings: {
		title: 'Settings',
		you: 'You',
		name: 'Your name',
		nameWhat: '“User”, “me” and “I” mean you, for you and for your agents.',
		yourPage: 'Your page',
		look: 'Look',
		theme: 'Theme',
		themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
		language: 'Language',
		languageWhat: 'The page is loaded anew for it. What stands in the notebook stays as it was written.',
		keys: 'Keys without Ctrl',
		keysWhat: 'F adds a fact, 1 2 3 settle, G then a letter goes somewhere. Switch off if you speak to your computer.',
		agents: 'Agents',
		compact: 'Short answers',
		compactWhat: 'Agents get the compact form of get_entity_context: fewer tokens, the same facts.',
		webAgents: 'Offer the notebook to agents of this browser',
		webAgentsWhat:
			'An agent that is built into the browser finds the notebook’s tools while Commonplace is open (WebMCP). It is asked about under Agents like any other.',
		noWebAgents: 'This browser has no agents that could find the notebook (WebMCP).',
		copies: 'Copies',
		copiesWhat: 'A browser can lose what it keeps. A copy outside of it is the only backup.',
		journal: 'Download a copy',
		journalWhat: 'Everything, with its history (journal, NDJSON). Import reads it back.',
		memory: 'Export for other agents',
		memoryWhat: 'The current facts and relations as memory.jsonl of the MCP memory server.',
		exports: 'Export',
		exportsWhat:
			'For other programs: what stands now, without its history, who said it, what is contested and which rows are one thing. Only a copy holds those.',
		exportChannel: 'Channel',
		allChannels: 'All channels',
		exportTo: (format: string) => `Export ${format}`,
		intoFolder: 'Into a folder…',
		intoFolderOf: (format: string) => `${format} into a folder`,
		madeFolder: (folder: string, files: number) => `${folder}: ${some(files, 'file', 'files')}`,
		exportStopped: 'Stopped; nothing was saved.',
		folderStopped: (folder: string, files: number) =>
			`Stopped: ${folder} holds ${some(files, 'file', 'files')} so far.`,
		formats: {
			markdown: {
				title: 'Markdown',
				holds:
					'A readable file for each thing and note, with values in the front matter and wiki-links: opens in Obsidian and any editor. Import reads it back.'
			},
			csv: {
				title: 'CSV',
				holds:
					'Tables of things, relations and facts for a spreadsheet. What could be taken for a formula has an apostrophe before it. Import reads it back.'
			},
			'json-ld': {
				title: 'JSON-LD',
				holds:
					'A graph for programs, in words of schema.org where it has them; all but the history. Import reads it back.'
			},
			graphml: {
				title: 'GraphML',
				holds:
					'Things with their values, and relations, for programs that draw and measure graphs (Gephi, yEd, Cytoscape).'
			}
		} as Readonly<Record<string, { title: string; holds: string }>>,
		/** What a format cannot hold, by the ids of the table of formats. */
		lacks: {
			device: 'settings of this device and requests of agents that wait',
			who: 'who said what',
			history: 'history and what was undone',
			conflicts: 'conflicts',
			ids: 'ids (a copy gets new ones)',
			channels: 'which channel a thing is in',
			declarations: 'which rows were merged',
			times: 'when it was said',
			validity: 'from when and until when it holds',
			confidence: 'how sure it is',
			importance: 'how important it is',
			strength: 'strength of relations',
			sources: 'sources',
			value_details: 'how sure and how old values are',
			note_dates: 'when notes were written',
			older_contexts: 'older explanations of a relation',
			contexts: 'explanations of relations',
			namesakes: 'which of several things of one name a relation means',
			mentions: 'mentions of others in a fact',
			aliases: 'other names',
			descriptions: 'descriptions',
			values: 'values as such (they become sentences)',
			facts: 'facts',
			notes: 'notes',
			returns: 'carriage returns in texts',
			reading: 'a way back: it cannot be imported',
			other_channels: 'the other channels',
			other_things: 'the other things'
		} as Readonly<Record<string, string>>,
		making: 'Making the file…',
		made: (name: string, size: string) => `${name}, ${size}`,
		leftBehind: 'Not in it:',
		import: 'Import a file…',
		where: 'Where it lives',
		whereWhat: 'In this browser on this device (IndexedDB). Nothing is sent anywhere; there is no account.',
		promised: 'The browser has promised to keep it.',
		notPromised: 'The browser has not promised to keep it and may clear it when the disk is full.',
		unknownPromise: 'The browser does not say whether it will keep it.',
		memoryOnly: 'The browser keeps nothing here: all is gone when this page is closed or reloaded.',
		space: (used: string, quota: string) => `${used} used of ${quota}`,
		holds: (things: number, facts: number, relations: number, changes: number) =>
			`${some(things, 'thing', 'things')}, ${some(facts, 'fact', 'facts')}, ${some(relations, 'relation', 'relations')}, ${some(changes, 'change', 'changes')}`,
		about: 'About',
		aboutWhat: 'A commonplace book for one person and their agents.',
		shortcuts: 'Keyboard shortcuts',
		saved: 'Saved'
	},

	shortcuts: {
		title: 'Keyboard shortcuts',
		groups: {
			everywhere: 'Everywhere',
			thing: 'On the page of a thing',
			review: 'In Review'
		},
		find: 'Find or state something',
		undo: 'Undo my last change',
		redo: 'Do it again',
		goHome: 'Home',
		goThings: 'Things',
		goGraph: 'Graph',
		goReview: 'Review',
		goHistory: 'History',
		help: 'This help',
		fact: 'Add a fact',
		value: 'Add a value',
		relation: 'Add a relation',
		keep: 'Keep the current value',
		take: 'Take the other',
		both: 'Keep both',
		merge: 'They are the same',
		distinct: 'They are not the same',
		later: 'Later',
		next: 'Next',
		previous: 'Previous',
		open: 'Open the thing',
		off: 'Keys without Ctrl are switched off in Settings.'
	},

	error: {
		title: 'Something went wrong',
		notFound: 'This page does not exist',
		notFoundWhat: 'The address leads nowhere in this notebook.',
		home: 'Go home'
	}
} as const;

/** The same words in any language. */
export type Words<T> = T extends string
	? string
	: T extends (...args: infer A) => string
		? (...args: A) => string
		: { readonly [K in keyof T]: Words<T[K]> };

export type Strings = Words<typeof english>;

/** In the language of this page: another one than English is loaded when somebody reads it. */
export const strings: Strings = language() === 'de' ? (await import('./german')).german : english;
