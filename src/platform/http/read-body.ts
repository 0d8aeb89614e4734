import type { IncomingMessage, ServerResponse } from 'node:http';
import { wantsJson } from './wants-json.ts';

type Answer = { status: number; body: string; type?: string; headers?: Record<string, string> };

/** Writes the status and headers of a short, uncacheable response. */
function sendHead(
  response: ServerResponse,
  { status, body, type = 'text/plain', headers = {} }: Answer,
): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...headers,
  });
}

/** Sends a short, uncacheable response; plain text unless `type` is another media type. */
export function answer(response: ServerResponse, short: Answer): void {
  sendHead(response, short);
  response.end(short.body);
}

/** Returns a JSON response. */
export const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  body: JSON.stringify(value),
  type: 'application/json',
});

export const bodyLimitBytes = 256 * 1024;
export const tooLargeText = 'The request is larger than 256 kB.';
const hangUpMs = 2000;

export type ReadBody = { ok: true; body: Buffer } | { ok: false; reason: 'too-large' | 'aborted' };

/** Reads a request's body and stops at the first byte over the limit, whatever its Content-Length. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    return Promise.resolve({ ok: false, reason: 'too-large' });
  }
  // Node ends a request without a body before listeners can be added.
  if (request.readableEnded) return Promise.resolve({ ok: true, body: Buffer.alloc(0) });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      request.removeAllListeners('data');
      resolve({ ok: false, reason: 'too-large' });
    });
    request.on('end', () => resolve({ ok: true, body: Buffer.concat(chunks) }));
    request.on('error', () => resolve({ ok: false, reason: 'aborted' }));
    request.on('close', () => resolve({ ok: false, reason: 'aborted' }));
  });
}

/** Discards incoming data for a moment, then closes the connection unless the request ended before. */
export function throwAwayRest(request: IncomingMessage): void {
  request.resume();
  const hangUp = setTimeout(() => request.socket.destroy(), hangUpMs);
  request.once('close', () => clearTimeout(hangUp));
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Answers a request without reading its body, and closes the connection when the client has stopped sending, or after
 * two seconds: closing it with unread bytes would discard the response.
 */
export function answerUnread(request: IncomingMessage, response: ServerResponse, refusal: Answer): void {
  response.shouldKeepAlive = false;
  if (!hasBody(request) || request.readableEnded) return answer(response, refusal);
  sendHead(response, refusal);
  response.write(refusal.body);
  const close = () => {
    clearTimeout(hangUp);
    response.end();
  };
  const hangUp = setTimeout(close, hangUpMs);
  request.once('end', close).once('close', close).resume();
}

/** Refuses a body that is too large, with status 413. */
export function refuseLargeBody(request: IncomingMessage, response: ServerResponse): void {
  const error = tooLargeText;
  answerUnread(
    request,
    response,
    wantsJson(request.headers.accept ?? null)
      ? jsonAnswer(413, { error, errors: [] })
      : { status: 413, body: `${error}\n` },
  );
}
