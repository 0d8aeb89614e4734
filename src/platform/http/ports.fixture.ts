import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

const address = '127.0.0.1';

/** True if a server listens on this port. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, address);
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, address, () => server.close(() => resolve(true)));
  });

const given = new Set<number>();

/**
 * Returns a free port, another one each time. It is below those that systems use for outgoing connections, so that none of these
 * takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(16_384, 32_768);
  if (given.has(port)) return freePort();
  given.add(port);
  return (await isFree(port)) ? port : freePort();
}
