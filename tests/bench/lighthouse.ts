/** What Lighthouse says of the built app with a full notebook, as a desktop browser opens it. From `tools/bench`, since it is no part of the app. */
import { chromium } from 'playwright';
import { chromiumFlags, ensureChromium } from '../../scripts/find-chromium.mjs';
import { freePort } from '../support/free-port';
import { builtFolder, ownServer } from '../support/own-server';
import { newProfile, openApp, type Profile } from './browser';
import { bundlePage } from './bundle';
import { thisMachine, type Machine } from './machine';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const AIM = 95;

/** As much of Lighthouse as is asked of it. */
interface Lighthouse {
	default: (
		url: string,
		flags: { port: number; disableStorageReset: boolean; onlyCategories: readonly string[]; logLevel: 'error' },
		config: unknown
	) => Promise<
		{ lhr: { categories: Record<string, { score: number | null }>; lighthouseVersion: string } } | undefined
	>;
	desktopConfig: unknown;
}

export interface LighthouseReport {
	at: string;
	entities: number;
	machine: Machine;
	version: string;
	screens: { screen: string; scores: Record<string, number> }[];
}

async function looked(lighthouse: Lighthouse, profile: Profile, origin: string, screens: readonly string[]) {
	const port = await freePort();
	const context = await chromium.launchPersistentContext(profile.folder, {
		executablePath: ensureChromium(),
		args: [...chromiumFlags, `--remote-debugging-port=${String(port)}`],
		headless: true
	});
	try {
		const found: LighthouseReport['screens'] = [];
		let version = '';
		for (const screen of screens) {
			const flags = { port, disableStorageReset: true, onlyCategories: CATEGORIES, logLevel: 'error' } as const;
			const said = await lighthouse.default(origin + screen, flags, lighthouse.desktopConfig);
			if (!said) throw new Error(`Lighthouse said nothing of ${screen}.`);
			version = said.lhr.lighthouseVersion;
			const scores = CATEGORIES.map((name) => [name, Math.round((said.lhr.categories[name]?.score ?? 0) * 100)]);
			found.push({
				screen: screen.replace(/[0-9a-f-]{36}/, '…'),
				scores: Object.fromEntries(scores) as Record<string, number>
			});
		}
		return { screens: found, version };
	} finally {
		await context.close();
	}
}

interface Asked {
	/** Its module, loaded by whoever runs this: what is loaded here goes through the bundler's runner. */
	lighthouse: Lighthouse;
	entities?: number;
	tell?: (line: string) => void;
}

export async function lighthouseBenchmark({ lighthouse, entities = 20_000, tell = () => undefined }: Asked) {
	const [machine, at] = [thisMachine(), new Date().toISOString()];
	const script = await bundlePage();
	const server = await ownServer();
	await server.start(await builtFolder());
	const profile = newProfile();
	try {
		const filled = await openApp(profile, server.origin, script);
		const size = { entities, observations: entities * 2, relations: entities, seed: 1 };
		await filled.page.evaluate((wanted) => window.bench.prepare(wanted), size);
		await filled.page.evaluate(() => window.bench.importOurs());
		const id = await filled.page.evaluate(async () => {
			const listed = await window.commonplace.list_entities({ limit: 1 });
			return listed.ok ? (listed.value.entities[0]?.id ?? '') : '';
		});
		tell(`${entities.toLocaleString('en-US')} things imported`);
		await filled.close();
		const report: LighthouseReport = {
			at,
			entities,
			machine,
			...(await looked(lighthouse, profile, server.origin, [
				'/',
				'/things',
				`/thing/${id}`,
				'/notes',
				'/review',
				'/settings'
			]))
		};
		return { report, table: toMarkdown(report) };
	} finally {
		await server.stop();
		profile.remove();
	}
}

function toMarkdown({ at, entities, machine, version, screens }: LighthouseReport): string {
	return [
		`Lighthouse ${version}, desktop, ${entities.toLocaleString('en-US')} things, ${machine.system}, ${machine.cpu}, load ${String(machine.load)} at the start, ${at.slice(0, 10)}. Aim: ${String(AIM)} each.`,
		'',
		`| screen | ${CATEGORIES.join(' | ')} |`,
		'| --- | --: | --: | --: |',
		...screens.map(
			({ screen, scores }) => `| \`${screen}\` | ${CATEGORIES.map((name) => String(scores[name])).join(' | ')} |`
		),
		''
	].join('\n');
}
