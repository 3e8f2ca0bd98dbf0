import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newSecret, secretToText } from '../../src/lib/contract/bridge-proof';
import { State, stateRoot } from '../../src/bridge/state/state';
import { temporaryFolder } from '../support/own-hub';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('where state lies', () => {
	test('as each platform has it; COMMONPLACE_STATE names another folder', () => {
		const home = homedir();
		expect(stateRoot({}, 'linux')).toBe(join(home, '.local/state/commonplace'));
		expect(stateRoot({ XDG_STATE_HOME: '/x' }, 'linux')).toBe('/x/commonplace');
		expect(stateRoot({ XDG_STATE_HOME: 'relative' }, 'linux')).toBe(join(home, '.local/state/commonplace'));
		expect(stateRoot({ COMMONPLACE_STATE: 'mine' }, 'linux')).toBe(resolve('mine'));
		expect(stateRoot({}, 'darwin')).toBe(join(home, 'Library/Application Support/Commonplace'));
		expect(stateRoot({ LOCALAPPDATA: '/local' }, 'win32')).toBe('/local/Commonplace');
		expect(stateRoot({ COMMONPLACE_STATE: '/mine', XDG_STATE_HOME: '/x' }, 'linux')).toBe('/mine');
	});

	test('each port has its own', async () => {
		const root = temporaryFolder();
		const [one, other] = [await new State(1, root).agentSecret(), await new State(2, root).agentSecret()];
		expect(secretToText(one)).not.toBe(secretToText(other));
	});
});

describe('secrets', () => {
	test('are made on first need, the same afterwards, and of many that race all get one', async () => {
		const root = join(temporaryFolder(), 'deeper/state');
		const secrets = await Promise.all(Array.from({ length: 20 }, () => new State(4747, root).agentSecret()));
		expect(new Set(secrets.map(secretToText)).size).toBe(1);
		expect(secretToText(await new State(4747, root).agentSecret())).toBe(secretToText(secrets[0]!));
		expect(readdirSync(join(root, '4747'))).toEqual(['agent-secret']); // nothing is left lying about
		const tokens = await Promise.all(Array.from({ length: 5 }, () => new State(4747, root).httpToken()));
		expect(new Set(tokens).size).toBe(1);
		expect(tokens[0]).toMatch(/^[\w-]{43}$/);
	});

	test.skipIf(process.platform === 'win32')('folders are 0700 and files 0600', async () => {
		const root = join(temporaryFolder(), 'state');
		const state = new State(4747, root);
		await state.agentSecret();
		await state.httpToken();
		await state.pages.add(newSecret('a'), 'Chrome on Linux');
		expect([mode(root), mode(join(root, '4747'))]).toEqual(['700', '700']);
		for (const name of ['agent-secret', 'http-token', 'pages.json']) expect(mode(join(root, '4747', name))).toBe('600');
	});

	test.skipIf(process.platform === 'win32')('what others could read is refused, with what to do', async () => {
		const root = join(temporaryFolder(), 'state');
		const state = new State(4747, root);
		await state.agentSecret();
		const path = join(root, '4747/agent-secret');
		for (const loose of [0o640, 0o604, 0o660]) {
			chmodSync(path, loose);
			await expect(state.agentSecret()).rejects.toMatchObject({
				message: expect.stringContaining(path) as string,
				remedy: expect.stringContaining('rm ') as string
			});
		}
		chmodSync(path, 0o600);
		chmodSync(root, 0o755);
		await expect(state.agentSecret()).rejects.toMatchObject({ remedy: expect.stringContaining('chmod 700') as string });
		expect((await state.inspect()).filter(({ problem }) => problem).map((one) => one.path)).toEqual([root]);
	});

	test.skipIf(process.platform === 'win32')('a link in their place is not followed', async () => {
		const root = temporaryFolder();
		mkdirSync(join(root, '4747'), { mode: 0o700 });
		writeFileSync(join(root, 'elsewhere'), secretToText(newSecret('agents')), { mode: 0o600 });
		symlinkSync(join(root, 'elsewhere'), join(root, '4747/agent-secret'));
		await expect(new State(4747, root).agentSecret()).rejects.toThrow('is not a file');
	});

	test('a damaged file is said and not replaced', async () => {
		const root = temporaryFolder();
		const state = new State(4747, root);
		await state.agentSecret();
		writeFileSync(join(root, '4747/agent-secret'), 'half');
		await expect(state.agentSecret()).rejects.toThrow('does not hold a secret');
		writeFileSync(join(root, '4747/pages.json'), '[{"id":', { mode: 0o600 });
		await expect(state.pages.list()).rejects.toThrow('is damaged');
		await expect(state.pages.add(newSecret('a'), '')).rejects.toThrow('is damaged');
		expect(readFileSync(join(root, '4747/pages.json'), 'utf8')).toBe('[{"id":');
	});
});

describe('paired pages', () => {
	test('are kept with when and what, one by one although many are written at once', async () => {
		const root = temporaryFolder();
		const { pages } = new State(4747, root);
		const secrets = ['a', 'b', 'c', 'd'].map(newSecret);
		await Promise.all(secrets.map((secret) => pages.add(secret, `page ${secret.id}`, new Date(0))));
		await Promise.all([pages.seen('b', 'Firefox', new Date(5)), pages.remove('c')]);
		const list = await new State(4747, root).pages.list();
		expect(list.map(({ id }) => id)).toEqual(['a', 'b', 'd']);
		expect(list[1]).toMatchObject({ label: 'Firefox', created: new Date(0).toISOString() });
		expect(secretToText((await pages.find('d'))!)).toBe(secretToText(secrets[3]!));
		expect(await pages.find('c')).toBeUndefined();
	});

	test('one that is removed by hand is unknown at once, and seeing it does not bring it back', async () => {
		const root = temporaryFolder();
		const { pages } = new State(4747, root);
		await pages.add(newSecret('a'), '');
		rmSync(join(root, '4747/pages.json'));
		expect(await pages.find('a')).toBeUndefined();
		await pages.seen('a', '');
		expect(await pages.list()).toEqual([]);
	});
});
