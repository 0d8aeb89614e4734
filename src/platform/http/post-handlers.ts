import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from '../client-address.ts';
import { bodyLimitBytes, readBody, refuseLargeBody } from './read-body.ts';

/** A received POST request with its whole body. */
export type Post = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly client: Origin;
  /** The origin of the request URL as the client sees it; null if the Host header is invalid. */
  readonly origin: string | null;
};

export type FinishedAnswer = {
  readonly kind: 'finished';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
};

/** Locals for rendering the page at the same address, as for a GET request. */
type PageAnswer = { readonly kind: 'page'; readonly locals: object };

/** Handles a POST request before, and instead of, a page. */
export type PostHandler = (post: Post) => Promise<FinishedAnswer | PageAnswer>;

/** Returns the POST handler of a path; null if there is none. */
export type FindPostHandler = (path: string) => PostHandler | null;

/** Returns the path of a request's URL, without its query. */
export const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] ?? '';

/** Returns the origin of the request URL; null if the Host header is invalid. */
function askedOriginOf(host = '', isHttps: boolean): string | null {
  const url = `http${isHttps ? 's' : ''}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Reads a request's body, at most 256 kB, and calls the POST handler of its path. `answered`: the response is sent.
 * `page`: render the page at its address with these locals. `body`: there is no handler, and this is the body.
 */
export async function handlePost(
  request: IncomingMessage,
  response: ServerResponse,
  {
    client,
    findPostHandler,
    tellRoute,
  }: { client: Origin; findPostHandler: FindPostHandler; tellRoute?: (route: string) => void },
): Promise<{ kind: 'answered' } | PageAnswer | { kind: 'body'; body: Buffer }> {
  const read = await readBody(request, bodyLimitBytes);
  if (!read.ok) {
    if (read.reason === 'too-large') refuseLargeBody(request, response);
    return { kind: 'answered' };
  }
  const { body } = read;
  const { headers, method } = request;
  const path = pathOf(request);
  const take = method === 'POST' ? findPostHandler(path) : null;
  if (!take) return { kind: 'body', body };
  // A POST with a handler has a route pattern of the product.
  tellRoute?.(path.replace(/\/$/, ''));
  const taken = await take({ headers, body, client, origin: askedOriginOf(headers.host, client.isHttps) });
  if (taken.kind === 'page') {
    request.method = 'GET';
    return taken;
  }
  const length = { 'Content-Length': Buffer.byteLength(taken.body) };
  response.writeHead(taken.status, { ...taken.headers, ...length });
  response.end(taken.body);
  return { kind: 'answered' };
}
