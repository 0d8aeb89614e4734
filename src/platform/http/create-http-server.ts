import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log.ts';
import type { Origin } from '../client-address.ts';
import { readBody } from './read-body.ts';
import { createCspReports } from './csp-reports.ts';
import type { StaticFiles } from './static-files.ts';

/** What a page or an endpoint knows about the request beside the request itself. */
export type RequestLocals = { client: Origin };

export type PageHandler = (
  request: IncomingMessage & { body?: Buffer },
  response: ServerResponse,
  next: () => void,
  locals: RequestLocals,
) => void | Promise<void>;

export type HttpParts = {
  staticFiles: StaticFiles;
  /** Rendered pages and endpoints; null until the services are up, and the answer then is 503. */
  pages: () => PageHandler | null;
  isReady: () => Promise<Record<string, boolean>>;
  clientOf: (request: IncomingMessage) => Origin;
  headers: Record<string, string>;
  log: Log;
};

export type HttpServer = {
  /** Resolves with the port in use. */
  listen: (port: number, host: string) => Promise<number>;
  /** Takes no new connection and waits for the requests under way, at most `waitMs`. */
  drain: (waitMs: number) => Promise<void>;
};

const bodyLimitBytes = 256 * 1024;
const hangUpMs = 2000;
const reportLimitBytes = 16 * 1024;

type Answer = { status: number; body: string; type?: string; headers?: Record<string, string> };

function answer(response: ServerResponse, { status, body, type = 'text/plain', headers = {} }: Answer): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(body);
}

const json = (status: number, value: unknown): Answer => ({
  status,
  body: JSON.stringify(value),
  type: 'application/json',
});

/**
 * Says no to a body that is too large. What is still coming is thrown away for a moment, because a connection that is
 * closed on unread bytes takes the answer with it.
 */
function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const hangUp = setTimeout(() => request.socket.destroy(), hangUpMs);
  request.socket.once('close', () => clearTimeout(hangUp));
  const error = 'The request is larger than 256 kB.';
  const headers = { Connection: 'close' };
  if (request.headers.accept?.includes('application/json')) {
    answer(response, { ...json(413, { error, errors: [] }), headers });
  } else {
    answer(response, { status: 413, body: `${error}\n`, headers });
  }
}

function limitTimes(server: Server): void {
  // A visitor who sends a byte now and then must not hold a connection for ever.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.timeout = 120_000;
  server.maxHeadersCount = 100;
}

/** The product's own HTTP server: files from memory first, then health, then Astro's pages. */
export function createHttpServer(parts: HttpParts): HttpServer {
  const { staticFiles, headers, log } = parts;
  const reports = createCspReports(log);
  const headerList = Object.entries(headers);
  let isDraining = false;

  async function ready(response: ServerResponse): Promise<void> {
    const states = isDraining ? { stopping: false } : await parts.isReady();
    const ok = Object.values(states).every(Boolean);
    answer(response, json(ok ? 200 : 503, { ok, ...states }));
  }

  async function takeReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readBody(request, reportLimitBytes);
    if (!read.ok) return refuseBody(request, response);
    reports.take(read.body.toString());
    response.writeHead(204).end();
  }

  async function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pages = parts.pages();
    if (!pages) return answer(response, { status: 503, body: 'Starting\n', headers: { 'Retry-After': '1' } });
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const read = hasBody ? await readBody(request, bodyLimitBytes) : null;
    if (read && !read.ok) return read.reason === 'too-large' ? refuseBody(request, response) : undefined;
    const withBody = read ? Object.assign(request, { body: read.body }) : request;
    await pages(withBody, response, () => staticFiles.serveNotFound(request, response), {
      client: parts.clientOf(request),
    });
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headerList) response.setHeader(name, value);
    const path = request.url?.split('?', 1)[0];
    if (path === '/healthz') return answer(response, json(200, { ok: true, cspReports: reports.count() }));
    if (path === '/readyz') return ready(response);
    if (path === '/csp-report' && request.method === 'POST') return takeReport(request, response);
    return render(request, response);
  }

  const server = createServer((request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    if (staticFiles.serve(request, response)) return;
    route(request, response).catch((error: unknown) => {
      log.error('request failed', { error: error instanceof Error ? error : new Error(String(error)) });
      if (response.headersSent) response.destroy();
      else answer(response, { status: 500, body: 'Something went wrong here.\n' });
    });
  });
  limitTimes(server);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host, backlog: 1024 }, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    async drain(waitMs) {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection kept alive goes idle again only after its response; look until none is left.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const end = setTimeout(() => server.closeAllConnections(), waitMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(end);
    },
  };
}
