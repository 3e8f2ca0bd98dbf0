/** The agents' desk as the worker has it: open while the notebook is, and known to say so when it is not. */
import { fail } from '../domain/result';
import type { AgentDesk } from '../notebook/agent-desk';
import type { Engine } from './engine';

export const deskOf =
	(engine: Engine): AgentDesk =>
	async (identity, call) => {
		const desk = engine.agent();
		if (desk) return desk(identity, call);
		return fail(
			'storage_unavailable',
			engine.status().detail || 'The notebook is not open yet.',
			'Tell the person to look at Commonplace, then try again.'
		);
	};
