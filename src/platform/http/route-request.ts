import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf, wideNetworkOf, type Origin } from '../client-address.ts';
import type { Clock } from '../clock.ts';
import { isDisconnect } from '../disconnect.ts';
import { asError, type Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { TellRoute } from '../metrics/request-metrics.ts';
import { answerInSpan, type RequestTracing } from './request-span.ts';
import { answer, jsonAnswer, readBody, refuseLargeBody, throwAwayRest } from './read-body.ts';
import { compressResponse } from './compress-response.ts';
import { createCspReports } from './csp-reports.ts';
import type { RequestGuard } from './request-guard.ts';
import type { StaticFiles } from './static-files.ts';
import { pathOf, handlePost, type FindPostHandler } from './post-handlers.ts';
import { version } from '#src/platform/version.ts';

/**
 * Answers authorised metrics requests. Returns false otherwise, and the address is then handled like any unknown one.
 */
async function showMetrics(
  metrics: Pick<Metrics, 'isReader' | 'text'> | null,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!metrics || method !== 'GET' || !metrics.isReader(headers.authorization)) return false;
  const { type, body } = await metrics.text();
  answer(response, { status: 200, body, headers: { 'Content-Type': type } });
  return true;
}

/** Request context for pages and endpoints. */
export type RequestLocals = {
  client: Origin;
  /** Resolves when the connection accepts more data or is closed, so that long streams do not pile up in memory. */
  drained: () => Promise<void>;
  /**
   * Resolves when the response was sent or its connection is closed. A response queued behind another one on its
   * connection counts as sent once it was made, so that a client who does not read holds up no others.
   */
  closed: () => Promise<void>;
  /** True if the body is streamed to the handler. */
  isUpload: boolean;
  /** Sets the route pattern. */
  tellRoute: TellRoute;
  /** Returns a prerendered page (`/404`, `/500`); null where there is none. */
  pageAt: (path: string) => Buffer | null;
};

export type PageHandler = (
  request: IncomingMessage & { body?: Buffer },
  response: ServerResponse,
  next: () => void,
  locals: RequestLocals,
) => void | Promise<void>;

export type HttpParts = {
  staticFiles: StaticFiles;
  /** Rendered pages and endpoints; null during startup, when the response is 503. */
  pages: () => PageHandler | null;
  /**
   * Returns the POST handler of a path, which runs before any page is rendered; null leaves the request to the pages.
   */
  findPostHandler: FindPostHandler;
  /** Returns true for a path whose bodies are streamed. */
  isUpload: (path: string) => boolean;
  isReady: () => Promise<Record<string, boolean>>;
  clientOf: (request: IncomingMessage) => Origin;
  headers: Record<string, string>;
  /** Checks every request first. */
  guard: RequestGuard;
  /** Null if metrics cannot be read. */
  metrics: Pick<Metrics, 'measure' | 'isReader' | 'text'> | null;
  /** Creates a span for each request; undefined if tracing is disabled. */
  tracing?: RequestTracing | null;
  log: Log;
  clock: Clock;
};

type Asked = { request: IncomingMessage; response: ServerResponse; tellRoute: TellRoute };

/** Routes answered by this server itself. */
const ownRoutes = new Set(['/healthz', '/readyz', '/csp-report', '/metrics']);
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

/** Resolves when the response was sent or its connection is closed; `settle` marks it as sent earlier. */
function closingOf(response: ServerResponse) {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (response.closed) resolve();
  else response.once('close', resolve);
  return { closed: () => promise, settle: resolve };
}

/** Stops reading an upload that was answered before its end. */
function hangUpOnUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (!request.complete) throwAwayRest(request);
  });
}

/** Handles all requests except static files: health, policy reports, and Astro's pages for the rest. */
export function createRouter(parts: HttpParts, isDraining: () => boolean) {
  const reports = createCspReports(parts);
  const headerList = Object.entries(parts.headers);

  async function ready(response: ServerResponse): Promise<void> {
    const states = isDraining() ? { stopping: false } : await parts.isReady();
    const ok = Object.values(states).every(Boolean);
    answer(response, jsonAnswer(ok ? 200 : 503, { ok, ...states }));
  }

  async function takeReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readBody(request, reportLimitBytes);
    if (!read.ok) return refuseLargeBody(request, response);
    reports.take(read.body.toString(), wideNetworkOf(networkOf(parts.clientOf(request).address)));
    response.writeHead(204).end();
  }

  async function render({ request, response, tellRoute }: Asked): Promise<void> {
    const pages = parts.pages();
    if (!pages) return answer(response, { status: 503, body: 'Starting\n', headers: { 'Retry-After': '1' } });
    const client = parts.clientOf(request);
    const isUpload = parts.isUpload(pathOf(request)) && !request.readableEnded;
    if (isUpload) hangUpOnUnread(request, response);
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && !isUpload;
    const { findPostHandler } = parts;
    const taken = hasBody
      ? await handlePost(request, response, { client, findPostHandler, tellRoute })
      : null;
    if (taken?.kind === 'answered') return;
    compressResponse(request, response);
    const withBody = taken?.kind === 'body' ? Object.assign(request, { body: taken.body }) : request;
    const locals = taken?.kind === 'page' ? taken.locals : {};
    const notFound = () => parts.staticFiles.serveNotFound(request, response);
    const { closed, settle } = closingOf(response);
    const { pageAt } = parts.staticFiles;
    const known = { client, drained: drainedOf(response), closed, isUpload, tellRoute, pageAt };
    await pages(withBody, response, notFound, { ...known, ...locals });
    // It is queued behind another response on its connection, which may never end.
    if (response.socket === null) settle();
  }

  async function route(asked: Asked): Promise<void> {
    const { request, response, tellRoute } = asked;
    for (const [name, value] of headerList) response.setHeader(name, value);
    const path = pathOf(request);
    if (ownRoutes.has(path)) tellRoute(path);
    if (path === '/healthz')
      return answer(response, jsonAnswer(200, { ok: true, version, cspReports: reports.count() }));
    if (path === '/readyz') return ready(response);
    if (path === '/csp-report' && request.method === 'POST') return takeReport(request, response);
    if (path === '/metrics' && (await showMetrics(parts.metrics, request, response))) return;
    return parts.tracing ? answerInSpan(asked, parts.tracing, render) : render(asked);
  }

  return (request: IncomingMessage, response: ServerResponse, tellRoute: TellRoute) =>
    route({ request, response, tellRoute }).catch((error: unknown) => {
      const isExpected = isDisconnect(error, response.destroyed || request.destroyed);
      parts.log[isExpected ? 'info' : 'error'](isExpected ? 'client disconnected' : 'request failed', {
        error: asError(error),
      });
      if (response.headersSent) response.destroy();
      else answer(response, { status: 500, body: 'Something went wrong here.\n' });
    });
}
