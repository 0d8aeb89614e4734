import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { encodingOf, type Encoding } from './compress-response.ts';
import { contentTypeOf } from './content-type.ts';
import { wantsJson } from './wants-json.ts';
import { byteRangeOf, namesTag } from './serve-bytes.ts';

/** One encoding of a file with its response headers, as alternating names and values. */
type Variant = {
  etag: string;
  headers: string[];
  notModifiedHeaders: string[];
  /** Headers of range responses for audio; null for other files. */
  partHeaders: string[] | null;
  body: Buffer;
};
type StaticFile = Record<Encoding, Variant>;

export type StaticFiles = {
  /** Answers a request for a file of the site or a former address of one. Returns false if it is neither. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Sends the 404 page, or JSON if the client requests it. */
  serveNotFound: (request: IncomingMessage, response: ServerResponse) => void;
  /** Returns the bytes of a prerendered page; null if there is none. */
  pageAt: (path: string) => Buffer | null;
};

/** Returns the address of a page's variant for this query; null for the page itself. */
export type PageOfQuery = (path: string, query: URLSearchParams) => string | null;

const yearS = 31_536_000;
const rulesPath = '/speculation-rules.json';

/** Returns the address of a built file: without `.html`, and a folder for its index. */
function addressOf(path: string): string {
  if (!path.endsWith('.html')) return path;
  const clean = path.slice(0, -'.html'.length);
  if (clean === '/index') return '/';
  return clean.endsWith('/index') ? clean.slice(0, -'/index'.length) : clean;
}

function cachingOf(path: string): string {
  return path.startsWith('/_astro/') ? `public, max-age=${yearS}, immutable` : 'no-cache';
}

function headersOf(path: string, shared: Record<string, string>): Record<string, string> {
  const isPage = path.endsWith('.html');
  return {
    'Content-Type': contentTypeOf(path),
    'Cache-Control': cachingOf(path),
    Vary: 'Accept-Encoding',
    ...(isPage ? { 'Speculation-Rules': `"${rulesPath}"` } : {}),
    ...shared,
  };
}

function variantOf(encoding: Encoding, body: Buffer, hash: string, headers: Record<string, string>): Variant {
  const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const { 'Content-Type': type = '', ...lasting } = headers;
  const isSound = encoding === 'identity' && type.startsWith('audio/');
  const own = {
    ETag: etag,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    ...(isSound ? { 'Accept-Ranges': 'bytes' } : {}),
  };
  const all = { ...headers, ...own, 'Content-Length': String(body.length) };
  return {
    etag,
    body,
    headers: Object.entries(all).flat(),
    notModifiedHeaders: Object.entries({ ...lasting, ETag: etag }).flat(),
    partHeaders: isSound ? Object.entries({ ...headers, ...own }).flat() : null,
  };
}

async function readStaticFile(
  file: string,
  path: string,
  shared: Record<string, string>,
): Promise<StaticFile> {
  const body = await readFile(file);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const headers = headersOf(path, shared);
  const identity = variantOf('identity', body, hash, headers);
  const compressed = async (encoding: Encoding, ending: string) =>
    existsSync(file + ending) ? variantOf(encoding, await readFile(file + ending), hash, headers) : null;
  const gzip = (await compressed('gzip', '.gz')) ?? identity;
  return { identity, gzip, br: (await compressed('br', '.br')) ?? gzip };
}

/** Returns the decoded path of a URL without its query; null if it is malformed. */
function decodedPathOf(url: string): string | null {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Answers a range request for audio (RFC 9110, 14.2). Returns false if none is requested. */
function sendPart(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  { body, etag, partHeaders }: Variant,
): boolean {
  if (!partHeaders || method !== 'GET' || (asked['if-range'] ?? etag) !== etag) return false;
  const range = byteRangeOf(asked.range ?? null, body.length);
  if (range === 'whole') return false;
  if (range === 'beyond') {
    response.writeHead(416, [
      ...partHeaders,
      'Content-Range',
      `bytes */${body.length}`,
      'Content-Length',
      '0',
    ]);
    response.end();
    return true;
  }
  const { first, last } = range;
  response.writeHead(206, [
    ...partHeaders,
    'Content-Range',
    `bytes ${first}-${last}/${body.length}`,
    'Content-Length',
    String(last - first + 1),
  ]);
  response.end(body.subarray(first, last + 1));
  return true;
}

function sendNotFoundJson({ method }: IncomingMessage, response: ServerResponse, shared: string[]): void {
  response.writeHead(404, [...shared, 'Content-Type', 'application/json', 'Cache-Control', 'no-cache']);
  response.end(method === 'HEAD' ? undefined : JSON.stringify({ error: 'Not found', errors: [] }));
}

type Site = { files: Map<string, StaticFile>; moved: Map<string, string> };

async function readSite(directory: string, shared: Record<string, string>): Promise<Site> {
  const files = new Map<string, StaticFile>();
  const moved = new Map<string, string>();
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || /\.(?:br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    const address = addressOf(path);
    files.set(address, await readStaticFile(file, path, shared));
    if (address !== path) moved.set(path, address);
    if (address !== '/' && path.endsWith('.html')) moved.set(`${address}/`, address);
  }
  return { files, moved };
}

/**
 * Reads a built site into memory with its compressed copies (`.br`, `.gz`), and the assets in `earlier` that pages of
 * previous builds request. Requests never reach the file system, so paths cannot escape it.
 */
export async function loadStaticFiles(
  directory: string,
  shared: Record<string, string>,
  { pageOfQuery = () => null, earlier }: { pageOfQuery?: PageOfQuery; earlier?: string } = {},
): Promise<StaticFiles> {
  const { files, moved } = await readSite(directory, shared);
  const before = earlier === undefined ? [] : (await readSite(earlier, shared)).files;
  for (const [path, file] of before) if (!files.has(path)) files.set(path, file);
  const sharedList = Object.entries(shared).flat();
  const encodings = new Map<string, Encoding>();

  function chosenEncoding(header = ''): Encoding {
    const known = encodings.get(header);
    if (known) return known;
    const encoding = encodingOf(header);
    // Browsers send few different headers; a client that sends more must not fill the memory.
    if (encodings.size < 200) encodings.set(header, encoding);
    return encoding;
  }

  function send(request: IncomingMessage, response: ServerResponse, file: StaticFile, status: number): void {
    const variant = file[chosenEncoding(request.headers['accept-encoding'])];
    const known = request.headers['if-none-match'];
    if (status === 200 && known !== undefined && namesTag(known, variant.etag)) {
      response.writeHead(304, variant.notModifiedHeaders).end();
      return;
    }
    if (status === 200 && sendPart(request, response, variant)) return;
    response.writeHead(status, variant.headers);
    response.end(request.method === 'HEAD' ? undefined : variant.body);
  }

  return {
    serve(request, response) {
      const url = request.url ?? '/';
      const path = files.has(url) ? url : decodedPathOf(url);
      const start = url.indexOf('?');
      const asked =
        path === null || start === -1 ? null : pageOfQuery(path, new URLSearchParams(url.slice(start)));
      const file = files.get(asked ?? path ?? '') ?? files.get(path ?? '');
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (file && isRead) {
        send(request, response, file, 200);
        return true;
      }
      if (file) {
        response.writeHead(405, [...sharedList, 'Allow', 'GET, HEAD', 'Content-Length', '0']).end();
        return true;
      }
      const target = path === null || !isRead ? undefined : moved.get(path);
      if (target === undefined) return false;
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
      response.writeHead(308, [...sharedList, 'Location', target + query, 'Content-Length', '0']).end();
      return true;
    },
    serveNotFound(request, response) {
      const page = wantsJson(request.headers.accept ?? null) ? undefined : files.get('/404');
      if (page) send(request, response, page, 404);
      else sendNotFoundJson(request, response, sharedList);
    },
    pageAt: (path) => files.get(path)?.identity.body ?? null,
  };
}
