import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import S3rver from '@20minutes/s3rver';

const awayMs = 60_000;

/** Forwards connections to a port, and can refuse or stall them. */
async function startGate(toPort: number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const gate = createServer((socket) => {
    const onward = connect(toPort, '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => sockets.delete(one) && other.destroy());
    }
    if (isSilent) return;
    socket.pipe(onward);
    onward.pipe(socket);
  });
  const listen = async (port: number) => {
    gate.listen(port, '127.0.0.1');
    await once(gate, 'listening');
    return (gate.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const breakOff = () => sockets.forEach((socket) => socket.destroy());
  const close = async () => {
    const closed = once(gate, 'close');
    gate.close();
    breakOff();
    await closed;
  };
  return {
    port,
    close,
    open: () => listen(port),
    /** Stalls existing and new connections. */
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    speak() {
      isSilent = false;
      breakOff();
    },
  };
}

/** An object store that can be unavailable or unresponsive for a minute. */
export async function startDrilledStore(scratch: string) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(scratch, 'store'),
    vhostBuckets: false,
    configureBuckets: [{ name: 'studio' }],
  });
  const gate = await startGate((await server.run()).port);
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${gate.port}/studio?tls=off`,
    goAway: async () => {
      await gate.close();
      await wait(awayMs);
      await gate.open();
    },
    fallSilent: async () => {
      gate.fallSilent();
      await wait(awayMs);
      gate.speak();
    },
    stop: async () => {
      await gate.close();
      await server.close();
    },
  };
}
