/** The rooms of the app, for the rail and the bar below. */
import type { Component } from 'svelte';
import Bot from '@lucide/svelte/icons/bot';
import Clock from '@lucide/svelte/icons/clock';
import House from '@lucide/svelte/icons/house';
import Inbox from '@lucide/svelte/icons/inbox';
import Notebook from '@lucide/svelte/icons/notebook-pen';
import Rows from '@lucide/svelte/icons/rows-3';
import Settings from '@lucide/svelte/icons/settings';
import Graph from '@lucide/svelte/icons/waypoints';
import type { Place as Path } from '../../commands';
import { strings } from '../../strings';

export interface Place {
	path: Path;
	label: string;
	icon: Component<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
	/** The letter after G. */
	key: string;
}

const { nav } = strings;

export const places: readonly Place[] = [
	{ path: '/', label: nav.home, icon: House, key: 'h' },
	{ path: '/things', label: nav.things, icon: Rows, key: 't' },
	{ path: '/notes', label: nav.notes, icon: Notebook, key: 'n' },
	{ path: '/graph', label: nav.graph, icon: Graph, key: 'g' },
	{ path: '/review', label: nav.review, icon: Inbox, key: 'r' },
	{ path: '/agents', label: nav.agents, icon: Bot, key: 'a' },
	{ path: '/history', label: nav.history, icon: Clock, key: 'y' },
	{ path: '/settings', label: nav.settings, icon: Settings, key: 's' }
];

/** Whether a room is the one that is shown: a thing's page belongs to Things, Import to Settings. */
export function isIn(path: Path, shown: string): boolean {
	if (path === '/') return shown === '/';
	if (path === '/things') return shown.startsWith('/thing');
	if (path === '/settings') return shown.startsWith('/settings') || shown.startsWith('/import');
	return shown.startsWith(path);
}
