/** The official conformance suite of MCP against the hub's `/mcp`: all that the protocol's two newest revisions require. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/own-hub';
import { hubWithNotebook, notRun, runChecker, withBearer } from './support';

/** The suite's file of a scenario. */
interface Check {
	id: string;
	status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
	errorMessage?: string;
}

const fileOf = (revision: string) => fileURLToPath(new URL(`./expected-failures-${revision}.yml`, import.meta.url));

/**
 * Why a check may fail: the suite's own fixture is not there. That a scenario is expected to fail hides no other failure in it, and those
 * that the revision does not score (what the suite added later) may fail for nothing else either.
 */
const noFixture = [
	/There is no tool /,
	/There is no such resource/,
	/There is no prompt /,
	/[Pp]rompt .*not found/,
	/^Tool '.*' not found/,
	/^Not testable: /,
	/^Prerequisite failed: /,
	/fixture .* unavailable/
];
/** … and these, which do not say so: the notebook has no `logging` capability, and no tool of the suite's begins a round. */
const wanting: Record<string, RegExp> = {
	'logging-set-level': /Method not found$/,
	'tools-call-with-logging': /Method not found$/,
	'sep-2322-multi-round-r1': /^Expected InputRequiredResult/
};
/** Tasks are an extension that we do not offer; the suite scores nothing of it. */
const isOfTasks = (path: string): boolean => /server-tasks-/.test(path);
const isWanting = ({ id, errorMessage = '' }: Check): boolean =>
	noFixture.some((reason) => reason.test(errorMessage)) || wanting[id]?.test(errorMessage) === true;

function checksIn(folder: string): Check[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
		name.endsWith('checks.json')
	);
	return files
		.filter((name) => !isOfTasks(name))
		.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[]); // the suite's own
}

describe.skipIf(notRun)('the conformance suite', () => {
	// One that runs less than it did has changed, or has not run at all.
	test.each([
		{ revision: '2025-11-25', scenarios: 33, passing: 44 },
		{ revision: '2026-07-28', scenarios: 50, passing: 90 }
	])('$revision: nothing fails but what a notebook does not have, and all of that fails', async (expected) => {
		const { revision, scenarios, passing } = expected;
		const folder = temporaryFolder();
		const url = await withBearer(await hubWithNotebook());
		const { code, said } = await runChecker('conformance/dist/index.js', [
			'server',
			...['--url', url],
			...['--requirements', revision],
			...['--expected-failures', fileOf(revision)],
			...['--output-dir', folder]
		]);
		expect(code, said).toBe(0);
		expect(said.match(/^[✓✗] /gm)).toHaveLength(scenarios);
		const checks = checksIn(folder);
		expect(checks.filter((check) => check.status === 'FAILURE' && !isWanting(check))).toEqual([]);
		expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(passing);
	});
});
