/** Where the bridge lies when it runs by itself, and whether it is made from the sources as they are. Loads nothing: every start of an agent comes through here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, root } from './source-hash.mjs';

/** Not among the builds by name: an agent's configuration needs no name, and no later build takes it away. */
export const bridgeFolder = join(root, 'build/bridge');
export const bridgeFile = join(bridgeFolder, 'bridge.js');
const digestFile = join(bridgeFolder, 'sources');

const inputs = ['src/bridge', 'src/lib/contract', 'src/lib/domain', 'scripts/build.mjs', 'package.json'];

export const bridgeDigest = () => digestOf(inputs);
export const bridgeDigestFile = digestFile;

/** @returns {boolean} */
export function isBridgeFresh() {
	try {
		return readFileSync(digestFile, 'utf8') === bridgeDigest();
	} catch {
		return false;
	}
}
