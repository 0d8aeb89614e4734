import { Socket } from 'node:net';

// Loaded before a scanner that requests a site at its own name and ports: redirects it to the proxy in front of the
// drill's server.

const { SITE_PORTS = '' } = process.env;
const ports = new Map(SITE_PORTS.split(',').map((pair) => /** @type {[string, string]} */ (pair.split(':'))));
// `this` is the socket.
const connect = Reflect.get(Socket.prototype, 'connect');

/** @this {Socket} @param {any[]} given */
Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  const port = ports.get(String(options?.port));
  if (port !== undefined) Object.assign(options, { host: '127.0.0.1', port: Number(port) });
  return Reflect.apply(connect, this, given);
};
