import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { nextOrigin, someNetwork, type Target } from './load-traffic.ts';

export type OpenStreams = {
  /** The number of streams that have received an event since the last `forget`. */
  readonly heard: () => number;
  readonly forget: () => void;
  readonly ended: () => number;
  readonly close: () => void;
};

/** Opens event streams, some for each session, and counts those that receive an event and those that end. */
export async function openStreams(
  target: Target,
  tokens: readonly string[],
  each: number,
): Promise<OpenStreams> {
  const sockets: { destroy: () => void }[] = [];
  const heard = new Set<number>();
  let [ended, isClosing] = [0, false];
  const open = ({ token, n }: { token: string; n: number }) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        cookie: `antinode_session=${token}`,
        accept: 'text/event-stream',
        'x-forwarded-for': someNetwork(),
      };
      const asked = request(
        new URL('/portal/events', nextOrigin(target)),
        { agent: false, headers },
        (response) => {
          if (response.statusCode !== 200)
            return reject(new Error(`A stream was answered ${response.statusCode}`));
          response.setEncoding('utf8').on('data', (text: string) => {
            if (text.includes('event: change')) heard.add(n);
            resolve();
          });
          response.on('close', () => isClosing || (ended += 1)).on('error', () => undefined);
        },
      );
      asked.on('error', reject).end();
      sockets.push(asked);
    });
  const wanted = tokens
    .flatMap((token) => Array.from({ length: each }, () => token))
    .map((token, n) => ({ token, n }));
  while (wanted.length > 0) await Promise.all(wanted.splice(0, 50).map(open));
  const close = () => {
    isClosing = true;
    for (const socket of sockets) socket.destroy();
  };
  return { heard: () => heard.size, forget: () => heard.clear(), ended: () => ended, close };
}

/**
 * Slow clients: a third never complete the request headers, a third send a form byte by byte, a third read a page byte
 * by byte, one byte a second each. They reconnect when disconnected.
 */
export function openSlow(
  { origins }: Target,
  count: number,
): { readonly close: () => void; readonly hungUp: () => number } {
  const sockets = new Set<Socket>();
  let [hungUp, isClosing] = [0, false];
  const heads = [
    'GET / HTTP/1.1\r\nHost: studio.example\r\nX-Slow: ',
    'POST /forms/contact HTTP/1.1\r\nHost: studio.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\nname=',
    'GET /blog HTTP/1.1\r\nHost: studio.example\r\n\r\n'.repeat(20),
  ];
  const open = (n: number) => {
    const { hostname, port } = new URL(origins[n % origins.length] ?? '');
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    const isReader = n % 3 === 2;
    socket.write(heads[n % 3] ?? '');
    if (isReader) socket.pause();
    const timer = setInterval(() => (isReader ? socket.read(1) : socket.write('a')), 1000);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        sockets.delete(socket);
        if (isClosing) return;
        hungUp += 1;
        setTimeout(() => isClosing || open(n), 1000);
      });
  };
  for (let n = 0; n < count; n += 1) open(n);
  const close = () => {
    isClosing = true;
    for (const socket of sockets) socket.destroy();
  };
  return { close, hungUp: () => hungUp };
}
