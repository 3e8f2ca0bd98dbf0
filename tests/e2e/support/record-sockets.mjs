/**
 * Loaded into every process of a bridge under test (NODE_OPTIONS): writes down where each connects to, where it listens, and what names
 * it asks for.
 */
import { appendFileSync } from 'node:fs';
import dns from 'node:dns';
import net from 'node:net';
import { env } from 'node:process';

const note = (/** @type {string} */ what, /** @type {unknown} */ where) => {
	appendFileSync(env.RECORD_SOCKETS ?? '', `${what} ${String(where)}\n`);
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (/** @type {any[]} */ ...args) {
	const first = Array.isArray(args[0]) ? args[0][0] : args[0];
	const options = typeof first === 'object' && first !== null ? first : { port: first, host: args[1] };
	if (options.path === undefined) note('connect', options.host ?? 'localhost');
	return Reflect.apply(connect, this, args);
};

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (/** @type {any[]} */ ...args) {
	const [first, second] = args;
	note('listen', typeof first === 'object' && first !== null ? first.host : typeof second === 'string' ? second : '*');
	return Reflect.apply(listen, this, args);
};

const { lookup } = dns;
// @ts-expect-error -- an overload set that is passed through as it came
dns.lookup = (/** @type {any[]} */ ...args) => {
	if (!net.isIP(args[0])) note('lookup', args[0]);
	return Reflect.apply(lookup, dns, args);
};
