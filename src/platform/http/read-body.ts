import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answer, jsonAnswer } from './answer.ts';
import { wantsJson } from './wants-json.ts';

export const bodyLimitBytes = 256 * 1024;
const hangUpMs = 2000;

export type ReadBody = { ok: true; body: Buffer } | { ok: false; reason: 'too-large' | 'aborted' };

/** Reads a request's body and stops at the first byte over the limit, whatever Content-Length said. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    return Promise.resolve({ ok: false, reason: 'too-large' });
  }
  // Node ends a request without a body before a listener can be added.
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

/** Throws away what is still coming, for a moment: then the connection is closed, unless `done` closed before. */
export function throwAwayRest(request: IncomingMessage, done: IncomingMessage | Socket): void {
  request.resume();
  const hangUp = setTimeout(() => request.socket.destroy(), hangUpMs);
  done.once('close', () => clearTimeout(hangUp));
}

/**
 * Refuses a body that is too large, with status 413. What is still coming is thrown away for a moment, because a connection
 * that is closed on unread bytes takes the answer with it.
 */
export function refuseLargeBody(request: IncomingMessage, response: ServerResponse): void {
  throwAwayRest(request, request.socket);
  const error = 'The request is larger than 256 kB.';
  const headers = { Connection: 'close' };
  if (wantsJson(request.headers.accept ?? null)) {
    answer(response, { ...jsonAnswer(413, { error, errors: [] }), headers });
  } else {
    answer(response, { status: 413, body: `${error}\n`, headers });
  }
}
