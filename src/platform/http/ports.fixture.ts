import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

const address = '127.0.0.1';

/** Whether somebody listens on this port. */
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
 * A port on which nobody listens, another one each time. It lies below those that systems give to outgoing connections, so that none of these takes
 * it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(16_384, 32_768);
  if (given.has(port)) return freePort();
  given.add(port);
  return (await isFree(port)) ? port : freePort();
}
