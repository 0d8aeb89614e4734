import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from '../client-address.ts';
import type { FinishedAnswer, PageAnswer, TakePost } from './taken-post.ts';

/** The origin of the address that was asked for; null where the Host header names no host. */
function askedOriginOf(host = '', isHttps: boolean): string | null {
  const url = `http${isHttps ? 's' : ''}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Hands a post to whoever takes its path, and answers it where nothing is left to show. After a page's answer the request
 * asks for that page like any other. Null: nobody takes it.
 */
export async function takePost(
  request: IncomingMessage,
  response: ServerResponse,
  { body, client, takerOf }: { body: Buffer; client: Origin; takerOf: (path: string) => TakePost | null },
): Promise<FinishedAnswer | PageAnswer | null> {
  const { url = '', headers, method } = request;
  const take = method === 'POST' ? takerOf(url.split('?', 1)[0] ?? '') : null;
  if (!take) return null;
  const answer = await take({ headers, body, client, origin: askedOriginOf(headers.host, client.isHttps) });
  if (answer.kind === 'finished') {
    response.writeHead(answer.status, {
      ...answer.headers,
      'Content-Length': Buffer.byteLength(answer.body),
    });
    response.end(answer.body);
  } else {
    request.method = 'GET';
  }
  return answer;
}
