import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from '../client-address.ts';
import { bodyLimitBytes, readBody, refuseLargeBody } from './read-body.ts';

/** A post as it came in, its body whole. */
export type Post = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly client: Origin;
  /** The origin of the address it was sent to, as the sender sees it; null where the Host header names no host. */
  readonly origin: string | null;
};

export type FinishedAnswer = {
  readonly kind: 'finished';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
};

/** Locals with which the page at the same address is rendered, as if it had been asked for. */
type PageAnswer = { readonly kind: 'page'; readonly locals: object };

/** Does what a post asks for, before and without any page. */
export type PostHandler = (post: Post) => Promise<FinishedAnswer | PageAnswer>;

/** Returns the taker of posts to a path; null if there is none. */
export type FindPostHandler = (path: string) => PostHandler | null;

/** The path of a request's address, without its query. */
export const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] ?? '';

/** The origin of the address that was asked for; null where the Host header names no host. */
function askedOriginOf(host = '', isHttps: boolean): string | null {
  const url = `http${isHttps ? 's' : ''}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Reads a request's body, at most 256 kB, and hands a post to the taker of its path. `answered`: nothing is left to do. `page`: the
 * page at its address is to be rendered with these locals. `body`: there is no taker, and this is the body.
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
  // A post that has a taker goes to a route of the product.
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
