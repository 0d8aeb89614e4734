import type { IncomingMessage } from 'node:http';

/** The answer to a request that is refused before anything else reads it: a status, a sentence, and headers. */
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

/** Reading a Host header is a tenth of what a page costs, so that many are read once. */
const mostVerdicts = 100;

/** The name in a Host header, without its port and in lower case; null where it names no host. */
function hostNameOf(host: string): string | null {
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
  return isHost && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
}

/** True for the names by which a machine calls itself. No other site can make a browser take such a name for its own. */
const isLoopbackName = (name: string) =>
  ['localhost', 'localhost.', '[::1]'].includes(name) || /^127(?:\.\d{1,3}){3}$/.test(name);

/** True if a request names its host more than once. A proxy in front of this server may have read the other one. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts += 1;
  return hosts > 1;
}

/**
 * Percent-encoded characters that a path is never written with, and that a router reads as others: letters, digits, `-._~`, a backslash,
 * and a percent sign that makes a second encoding.
 */
const hiddenCharacter = /%(?:2[de]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae]|25[\da-f]{2})/i;

/**
 * True if every reader of this path reads the same: no dot segments, doubled slashes or backslashes, encoded or not. What limits a request
 * by its path and what routes it could otherwise see two different ones.
 */
function isPlainPath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (path.includes('//') || hiddenCharacter.test(path)) return false;
  return URL.canParse(path, ownOrigin) && new URL(path, ownOrigin).pathname === path;
}

/**
 * Looks at every request before anything else does: its method, its target and the host that it asks for. A sample studio
 * answers to this machine's own names alone, so that no page elsewhere can reach it by a name that it makes point here.
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
    // HTTP/1.0 knows no Host; later versions are refused without one before this is asked.
    if (host === undefined) return null;
    if (hasSeveralHosts(rawHeaders)) return badRequest;
    const known = verdicts.get(host);
    if (known !== undefined) return known;
    const verdict = judge(host);
    // A studio has a few names; requests with many others must not fill the memory.
    if (verdicts.size < mostVerdicts) verdicts.set(host, verdict);
    return verdict;
  };
}
