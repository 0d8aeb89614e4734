import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const connections = 16;

/**
 * Sends GET requests for `url` over 16 keep-alive connections for `seconds` from another process and returns responses
 * per second. Uses wrk if installed (it takes less CPU itself); the fallback below counts responses by their length.
 */
export async function hammer(url: string, seconds: number): Promise<number> {
  const wrk = spawnSync(
    'wrk',
    ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'Accept-Encoding: gzip', url],
    {
      encoding: 'utf8',
    },
  );
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(wrk.stdout ?? '')?.[1];
  if (rate && !/Non-2xx/.test(wrk.stdout)) return Number(rate);
  if (wrk.status === 0) throw new Error(wrk.stdout);
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), url, String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  await once(child, 'exit');
  return Number(printed);
}

/** One connection: sends the next request once the last response is complete. */
function drive(url: URL, onAnswer: () => void): () => void {
  const request = `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept-Encoding: gzip\r\n\r\n`;
  const socket = connect(Number(url.port), url.hostname, () => socket.write(request));
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, Math.max(headEnd, 0)))?.[1];
    if (!length || received.length < headEnd + 4 + Number(length)) return;
    received = Buffer.alloc(0);
    onAnswer();
    socket.write(request);
  });
  return () => socket.destroy();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = new URL(process.argv[2] ?? '');
  const seconds = Number(process.argv[3]);
  let answers = 0;
  const stops = Array.from({ length: connections }, () => drive(url, () => (answers += 1)));
  setTimeout(() => {
    stops.forEach((stop) => stop());
    process.stdout.write(String(answers / seconds));
  }, seconds * 1000);
}
