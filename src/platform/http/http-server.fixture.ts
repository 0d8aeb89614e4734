import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createClientAddress } from '../client-address.ts';
import { createLog } from '../log.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createHttpServer, type HttpServer } from './create-http-server.ts';
import { createRequestGuard } from './request-guard.ts';
import { precompress } from './precompress.ts';
import type { PageHandler } from './route-request.ts';
import { securityHeaders } from './security-headers.ts';
import { loadStaticFiles } from './static-files.ts';
import type { PostHandler } from './post-handlers.ts';

export const page = `<!doctype html><title>Production</title>${'<p>sound</p>'.repeat(100)}`;
/** Bytes with a pattern. */
export const sound = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
const script = `console.log(${'1'.repeat(400)})`;

export const metricsToken = 'read-c0ffee5eed1234567890abcdef-the-metrics';

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Ask = { method?: string; headers?: Record<string, string>; body?: Buffer | Buffer[]; agent?: Agent };

export type TestServer = {
  /** The built site's folder. */
  site: string;
  /** Handler of rendered pages; null during startup. */
  pages: PageHandler | null;
  /** POST handlers by path. */
  posts: Map<string, PostHandler>;
  metrics: Metrics;
  logged: string[];
  /** The server's address. */
  address: string;
  /** Called for each request whose client address is read, which applies to all. */
  began: () => void;
  ask: (path: string, options?: Ask) => Promise<Reply>;
  /** Sends these bytes and returns everything received until the server closes the connection. */
  send: (bytes: string) => Promise<string>;
};

/** Node's HTTP client: unlike fetch it sends a path unchanged. */
function askPort(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = [], agent }: Ask,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, headers, agent: agent ?? false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on('error', reject);
    for (const chunk of [body].flat()) request.write(chunk);
    request.end();
  });
}

async function sendTo(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(bytes);
  return (await socket.toArray()).join('');
}

async function writeSite(folder: string): Promise<string> {
  const site = join(folder, 'client');
  await mkdir(join(site, '_astro'), { recursive: true });
  await mkdir(join(site, 'blog'));
  await writeFile(join(folder, 'secret.txt'), 'outside');
  for (const name of ['index', 'production', 'blog/first']) await writeFile(join(site, `${name}.html`), page);
  await writeFile(join(site, '404.html'), '<!doctype html><title>Not found</title>');
  await writeFile(join(site, '_astro/app.abc123.js'), script);
  await writeFile(join(site, '_astro/bell.abc123.mp3'), sound);
  await writeFile(join(site, 'speculation-rules.json'), '{}');
  await precompress(site);
  await mkdir(join(folder, 'earlier/_astro'), { recursive: true });
  for (const name of ['app.abc123.js', 'app.earlier.js'])
    await writeFile(join(folder, 'earlier/_astro', name), 'earlier');
  return site;
}

/** Starts a server for a small built site, shared by all tests of a file. */
export function useTestServer(): TestServer {
  let folder = '';
  let server: HttpServer;
  let port = 0;
  const metrics = createMetrics({ token: metricsToken });
  const test: TestServer = {
    site: '',
    pages: null,
    posts: new Map(),
    metrics,
    logged: [],
    address: '',
    began: () => undefined,
    ask: (path, options = {}) => askPort(port, path, options),
    send: (bytes) => sendTo(port, bytes),
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'));
    test.site = await writeSite(folder);
    const headers = securityHeaders({ isHttps: true, hstsSubdomains: false });
    const clientAddress = createClientAddress([]);
    server = createHttpServer({
      staticFiles: await loadStaticFiles(test.site, headers, { earlier: join(folder, 'earlier') }),
      pages: () => test.pages,
      findPostHandler: (path) => test.posts.get(path) ?? null,
      isUpload(path) {
        test.began();
        return path.startsWith('/uploads');
      },
      isReady: async () => ({ database: true, jobs: test.pages !== null }),
      clientOf: (request) => clientAddress(request.socket, request.headers),
      headers,
      guard: createRequestGuard({ isSample: false }),
      metrics: test.metrics,
      clock: { now: () => new Date(0) },
      log: createLog({
        sink: { write: (line) => test.logged.push(line) },
        clock: { now: () => new Date(0) },
      }),
    });
    port = await server.listen(0, '127.0.0.1');
    test.address = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await server.drain(100);
    await rm(folder, { recursive: true });
  });
  return test;
}
