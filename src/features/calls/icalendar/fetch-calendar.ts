import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, isIPv6, BlockList } from 'node:net';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Why a calendar could not be fetched; `status-…` is the server's response. */
export type FetchFailure =
  | 'address'
  | 'not-found'
  | 'unreachable'
  | 'too-long'
  | 'too-large'
  | 'redirects'
  | `status-${number}`;

/**
 * The cache headers (ETag, Last-Modified) of the last answer, sent with the next request so that an unchanged
 * calendar is not sent again.
 */
export type Version = { readonly etag: string | null; readonly lastModified: string | null };

export type Fetched =
  | { readonly kind: 'changed'; readonly text: string; readonly version: Version }
  | { readonly kind: 'same' }
  | { readonly kind: 'failed'; readonly why: FetchFailure };

export type Send = (
  url: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<IncomingMessage>;

/** Network access; replaced in tests. */
export type Network = { readonly resolve: (host: string) => Promise<readonly string[]>; readonly send: Send };

const mostBytes = 5_000_000;
const mostRedirects = 3;
/** The limit for the whole request, redirects included. */
export const fetchTimeoutMs = 15_000;

/** Connects to the address that was checked, even if the name now resolves to another. */
const send: Send = async (url, address, headers, signal) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const family = isIPv6(address) ? 6 : 4;
  const outgoing = request(url, {
    headers,
    signal,
    agent: false,
    lookup: (_host, options, found) =>
      options.all ? found(null, [{ address, family }]) : found(null, address, family),
  });
  outgoing.on('response', resolve).on('error', reject).end();
  return promise;
};

const theNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  send,
};

class Failure extends Error {
  readonly why: FetchFailure;
  constructor(why: FetchFailure) {
    super(why);
    this.why = why;
  }
}

/** Returns a public address of a host; throws if any of its addresses is not public. */
async function addressOf(url: URL, { resolve }: Network): Promise<string> {
  const host = hostOf(url);
  const addresses = isIP(host) > 0 ? [host] : await resolve(host).catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw new Failure('not-found');
  if (!addresses.every(isPublicAddress)) throw new Failure('address');
  return first;
}

async function readBody(answer: IncomingMessage): Promise<string> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  const isPacked = encoding === 'gzip' || encoding === 'x-gzip';
  if (!isPacked && encoding !== 'identity') throw new Failure('unreachable');
  const body: Readable = isPacked ? answer.pipe(createGunzip()) : answer;
  if (isPacked) answer.on('error', (error) => body.destroy(error));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Failure('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const headerOf = (answer: IncomingMessage, name: string): string | null => {
  const value = answer.headers[name];
  return typeof value === 'string' && value.length <= 1000 ? value : null;
};

async function follow(first: URL, known: Version, network: Network, signal: AbortSignal): Promise<Fetched> {
  const headers: Record<string, string> = {
    accept: 'text/calendar, */*;q=0.1',
    'accept-encoding': 'gzip',
    'user-agent': 'Antinode',
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
  };
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await network.send(url, await addressOf(url, network), headers, signal);
    try {
      const { statusCode: status = 0 } = answer;
      // A 304 counts only if the request was conditional; otherwise there is no earlier answer to compare with.
      if (status === 304 && (known.etag ?? known.lastModified) !== null) return { kind: 'same' };
      const { location } = answer.headers;
      if (status >= 300 && status < 400 && location !== undefined) {
        const next = URL.canParse(location, url) ? calendarUrlOf(new URL(location, url).href) : null;
        if (!next) throw new Failure('address');
        url = next;
        continue;
      }
      if (status !== 200) throw new Failure(`status-${status}`);
      const version = { etag: headerOf(answer, 'etag'), lastModified: headerOf(answer, 'last-modified') };
      return { kind: 'changed', text: await readBody(answer), version };
    } finally {
      answer.destroy();
    }
  }
  throw new Failure('redirects');
}

/**
 * Fetches a calendar from a public server: HTTPS only, checking the address of every request and redirect. Errors do
 * not contain the address.
 */
export async function fetchCalendar(
  address: string,
  known: Version,
  signal: AbortSignal,
  network: Network = theNetwork,
): Promise<Fetched> {
  const url = calendarUrlOf(address);
  if (!url) return { kind: 'failed', why: 'address' };
  try {
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(new Failure('too-long'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      return await Promise.race([follow(url, known, network, signal), aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  } catch (error) {
    if (error instanceof Failure) return { kind: 'failed', why: error.why };
    return { kind: 'failed', why: signal.aborted ? 'too-long' : 'unreachable' };
  }
}

/** Non-public IPv4 addresses (RFC 6890 and its updates). */
const closed4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed4.addSubnet(network, prefix, 'ipv4');

/** The public IPv6 ranges, without those that embed other addresses or are reserved for examples. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(network, prefix, 'ipv6');

/** True if an address is public. */
function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
  return isIP(address) === 4 && !closed4.check(address, 'ipv4');
}

/** Returns the host of a URL without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replaceAll(/^\[|\]$/g, '');

/**
 * Normalises a typed calendar address: HTTPS on its default port, without a user; webcal becomes https. Returns null
 * for any other address or one that is not public.
 */
export function calendarUrlOf(typed: string): URL | null {
  const text = typed.trim().replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  const host = hostOf(url);
  return isIP(host) === 0 || isPublicAddress(host) ? url : null;
}
