import type { IncomingMessage } from 'node:http';

/** The response to a refused request: status, text and headers. */
export type Refusal = {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string>;
};

export type RequestGuard = (request: IncomingMessage) => Refusal | null;

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

const badRequest: Refusal = { status: 400, body: 'This request could not be read.\n', headers: {} };
const ownOrigin = 'http://own.invalid';
const badMethod: Refusal = {
  status: 405,
  body: 'This method is not allowed here.\n',
  headers: { Allow: [...methods].join(', ') },
};
const badHost: Refusal = {
  status: 421,
  body: 'Without PUBLIC_URL this studio answers to localhost alone.\n',
  headers: {},
};

/** Parsing a Host header costs a tenth of a page, so results are cached. */
const mostVerdicts = 100;

/** Returns the host name in a Host header, without its port and in lower case; null if it is invalid. */
function hostNameOf(host: string): string | null {
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
  return isHost && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
}

/** Returns true for loopback names. No other site can make a browser use such a name for it. */
const isLoopbackName = (name: string) =>
  ['localhost', 'localhost.', '[::1]'].includes(name) || /^127(?:\.\d{1,3}){3}$/.test(name);

/** Returns true if a request has several Host headers: a proxy in front may have read another one. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts += 1;
  return hosts > 1;
}

/**
 * Percent-encoded characters that are never needed in a path and that routers decode differently: letters, digits,
 * `-._~`, a backslash, and a percent sign (double encoding).
 */
const hiddenCharacter = /%(?:2[de]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae]|25[\da-f]{2})/i;

/**
 * Returns true if a path is unambiguous: no dot segments, doubled slashes or backslashes, encoded or not. Otherwise
 * rate limits and the router could see different paths.
 */
function isPlainPath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (path.includes('//') || hiddenCharacter.test(path)) return false;
  return URL.canParse(path, ownOrigin) && new URL(path, ownOrigin).pathname === path;
}

/**
 * Checks every request first: its method, target and host. A sample studio accepts loopback names only, which prevents
 * DNS rebinding.
 */
export function createRequestGuard({ isSample }: { readonly isSample: boolean }): RequestGuard {
  const verdicts = new Map<string, Refusal | null>();

  function judge(host: string): Refusal | null {
    const name = hostNameOf(host);
    if (name === null) return badRequest;
    return isSample && !isLoopbackName(name) ? badHost : null;
  }

  return ({ method = '', url = '', headers: { host }, rawHeaders }) => {
    if (!methods.has(method)) return badMethod;
    const isServerWide = method === 'OPTIONS' && url === '*';
    if (!isServerWide && !(url.startsWith('/') && isPlainPath(url))) return badRequest;
    // HTTP/1.0 has no Host header; Node refuses later versions without one earlier.
    if (host === undefined) return null;
    if (hasSeveralHosts(rawHeaders)) return badRequest;
    const known = verdicts.get(host);
    if (known !== undefined) return known;
    const verdict = judge(host);
    // A studio has few host names; requests with others must not fill the memory.
    if (verdicts.size < mostVerdicts) verdicts.set(host, verdict);
    return verdict;
  };
}
