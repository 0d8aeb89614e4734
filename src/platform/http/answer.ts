import type { ServerResponse } from 'node:http';

export type Answer = { status: number; body: string; type?: string; headers?: Record<string, string> };

/** Writes the status and the headers of a short answer that is never cached. */
export function sendHead(
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

/** Sends a short answer that is never cached; plain text unless `type` names another media type. */
export function answer(response: ServerResponse, short: Answer): void {
  sendHead(response, short);
  response.end(short.body);
}

/** An answer with a value as JSON. */
export const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  body: JSON.stringify(value),
  type: 'application/json',
});
