/** A port that nobody listens on at the moment. */
import { createServer, type AddressInfo } from 'node:net';

export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer().once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const { port } = probe.address() as AddressInfo;
			probe.close(() => resolve(port));
		});
	});
}
