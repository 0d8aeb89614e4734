import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from '../client-address.ts';
import type { Log } from '../log.ts';
import { compressResponse } from './compress-response.ts';
import { createCspReports } from './csp-reports.ts';
import { readBody } from './read-body.ts';
import type { StaticFiles } from './static-files.ts';
import { takePost } from './take-post.ts';
import type { TakePost } from './taken-post.ts';

/** What a page or an endpoint knows about the request beside the request itself. */
export type RequestLocals = {
  client: Origin;
  /** Resolves when the connection takes more, or is closed: a long stream waits for it instead of piling up in memory. */
  drained: () => Promise<void>;
};

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
  /** Who takes posts to this path before any page is rendered; null leaves them to the pages. */
  takerOf: (path: string) => TakePost | null;
  /** Is this a path whose bodies are handed on as they come in? */
  isUpload: (path: string) => boolean;
  isReady: () => Promise<Record<string, boolean>>;
  clientOf: (request: IncomingMessage) => Origin;
  headers: Record<string, string>;
  log: Log;
};

export const bodyLimitBytes = 256 * 1024;
const hangUpMs = 2000;
const reportLimitBytes = 16 * 1024;

const drainedOf = (response: ServerResponse) => () =>
  new Promise<void>((resolve) => {
    if (!response.writableNeedDrain || response.destroyed) return resolve();
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

/** What of a request's address names the thing asked for. */
export const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] ?? '';

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

/** An upload that was answered before it was read to its end is not read any further. */
function hangUpOnUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    const hangUp = setTimeout(() => request.socket.destroy(), hangUpMs);
    request.once('close', () => clearTimeout(hangUp));
  });
}

/** Answers whatever is not a file: health, policy reports, and everything else by Astro's pages. */
export function createRouter(parts: HttpParts, isDraining: () => boolean) {
  const reports = createCspReports(parts.log);
  const headerList = Object.entries(parts.headers);

  async function ready(response: ServerResponse): Promise<void> {
    const states = isDraining() ? { stopping: false } : await parts.isReady();
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
    const isUpload = parts.isUpload(pathOf(request)) && !request.readableEnded;
    if (isUpload) hangUpOnUnread(request, response);
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && !isUpload;
    const read = hasBody ? await readBody(request, bodyLimitBytes) : null;
    if (read && !read.ok) return read.reason === 'too-large' ? refuseBody(request, response) : undefined;
    const client = parts.clientOf(request);
    const { takerOf } = parts;
    const taken = read ? await takePost(request, response, { body: read.body, client, takerOf }) : null;
    if (taken?.kind === 'finished') return;
    compressResponse(request, response);
    const withBody = read && !taken ? Object.assign(request, { body: read.body }) : request;
    const notFound = () => parts.staticFiles.serveNotFound(request, response);
    await pages(withBody, response, notFound, { client, drained: drainedOf(response), ...taken?.locals });
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headerList) response.setHeader(name, value);
    const path = pathOf(request);
    if (path === '/healthz') return answer(response, json(200, { ok: true, cspReports: reports.count() }));
    if (path === '/readyz') return ready(response);
    if (path === '/csp-report' && request.method === 'POST') return takeReport(request, response);
    return render(request, response);
  }

  return (request: IncomingMessage, response: ServerResponse) =>
    route(request, response).catch((error: unknown) => {
      parts.log.error('request failed', { error: error instanceof Error ? error : new Error(String(error)) });
      if (response.headersSent) response.destroy();
      else answer(response, { status: 500, body: 'Something went wrong here.\n' });
    });
}
