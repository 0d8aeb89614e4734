import type { ServerResponse } from 'node:http';

/** How long an idle connection is kept for the next request. */
export const keepAliveS = 65;

/** The status line and headers of a 200, without Date and what concerns the connection. */
export function prepareHead(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}`;
}

/** Writes a prepared answer if the connection is a plain, lasting one, and says whether it did. */
type SendPrepared = (response: ServerResponse, head: string, body: Buffer) => boolean;

/**
 * Sends bodies under heads that were spelled out once: Node would check and join the same fifteen headers for every
 * response, a fifth of its work for a small file. It takes a finished head only in a field of its own, `_header`,
 * which the pinned version of Node makes bearable and the tests of the file server watch.
 */
export function createPreparedSender(): SendPrepared {
  let date = '';
  let dateEndsMs = 0;

  function lastLines(): string {
    const nowMs = Date.now();
    if (nowMs >= dateEndsMs) {
      dateEndsMs = nowMs - (nowMs % 1000) + 1000;
      date = new Date(nowMs).toUTCString();
    }
    return `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveS}\r\n\r\n`;
  }

  return (response, head, body) => {
    if (!response.shouldKeepAlive || response.req.httpVersionMinor !== 1) return false;
    Object.assign(response, { _header: head + lastLines() });
    response.end(body);
    return true;
  };
}
