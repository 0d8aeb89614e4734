import type { IncomingMessage } from 'node:http';

export type ReadBody = { ok: true; body: Buffer } | { ok: false; reason: 'too-large' | 'aborted' };

/** Reads a request's body and stops at the first byte over the limit, whatever Content-Length said. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    return Promise.resolve({ ok: false, reason: 'too-large' });
  }
  // Node ends a request that announces no body before anybody can listen.
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
