import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusedRoute, staticRoute } from '../metrics/request-metrics.ts';
import type { Refusal } from './request-guard.ts';
import { createRouter, type HttpParts } from './route-request.ts';
import { answerUnread } from './read-body.ts';
import { pathOf } from './post-handlers.ts';

const bodyMs = 30_000;
/** Minimum number of bytes of an upload per window. */
const uploadMs = 60_000;
const leastUploadBytes = 32 * 1024;
/** Time limit of a large body that cannot be resumed, such as an import or a request repeated after `/confirm`. */
const wholeUploadMs = 5 * uploadMs;
/** Keep-alive time of idle connections. */
const keepAliveMs = 65_000;

export type HttpServer = {
  /** Starts to listen. Resolves with the port. */
  listen: (port: number, host: string) => Promise<number>;
  /** Fails the readiness check from now on, but still answers all other requests. */
  announceStop: () => void;
  /** Stops accepting connections and waits for open requests, at most `waitMs`. */
  drain: (waitMs: number) => Promise<void>;
};

function limitTimes(server: Server): void {
  server.headersTimeout = 10_000;
  // Node's own limit has no exceptions; `limitBodyTime` replaces it.
  server.requestTimeout = 0;
  server.keepAliveTimeout = keepAliveMs;
  server.timeout = 120_000;
  server.maxHeadersCount = 100;
}

/**
 * Closes the connection of a body that arrives too slowly. A form has 30 s in total. A larger body must bring 32 kB
 * each minute while the server reads it, and has 5 minutes in total unless it is part of a resumable upload (PATCH).
 */
function limitBodyTime(request: IncomingMessage, isUpload: (path: string) => boolean): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  const { socket } = request;
  const isLarge = isUpload(pathOf(request));
  const isResumable = isLarge && request.method === 'PATCH';
  let countedBytes = socket.bytesRead;
  let leftMs = isResumable ? Infinity : wholeUploadMs;
  const check = () => {
    if (request.complete) return;
    const arrivedBytes = socket.bytesRead - countedBytes;
    const isServerBehind = request.readableLength >= request.readableHighWaterMark;
    leftMs -= uploadMs;
    if (!isLarge || leftMs <= 0 || (arrivedBytes < leastUploadBytes && !isServerBehind)) {
      socket.destroy();
      return;
    }
    countedBytes = socket.bytesRead;
    limit = setTimeout(check, uploadMs);
  };
  let limit = setTimeout(check, isLarge ? uploadMs : bodyMs);
  request.once('close', () => clearTimeout(limit));
}

/** Creates the HTTP server: static files from memory first, then everything that needs the services. */
export function createHttpServer(parts: HttpParts): HttpServer {
  let isDraining = false;
  const route = createRouter(parts, () => isDraining);

  function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    for (const [name, value] of Object.entries(parts.headers)) response.setHeader(name, value);
    answerUnread(request, response, refusal);
  }

  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    limitBodyTime(request, parts.isUpload);
    if (isDraining) response.shouldKeepAlive = false;
    const tellRoute = parts.metrics?.measure(response) ?? (() => undefined);
    const refusal = parts.guard(request);
    if (refusal) {
      tellRoute(refusedRoute);
      return refuse(request, response, refusal);
    }
    if (parts.staticFiles.serve(request, response)) tellRoute(staticRoute);
    else void route(request, response, tellRoute);
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
    announceStop() {
      isDraining = true;
    },
    async drain(waitMs) {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A keep-alive connection becomes idle only after its response; polls until none is left.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const end = setTimeout(() => server.closeAllConnections(), waitMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(end);
    },
  };
}
