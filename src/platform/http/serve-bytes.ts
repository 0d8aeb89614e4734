import type { Clock } from '../clock.ts';
import { AccessEndedError } from '../disconnect.ts';
import { secondMs } from '../durations.ts';
import type { ReadableFile } from '../readable-file.ts';
import { streamPieces } from './stream-pieces.ts';

export type ServedBytes = {
  /** Closed after the response. */
  readonly file: ReadableFile;
  /** Strong ETag, with its quotes. */
  readonly etag: string;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Resolves when the client's connection accepts more data. */
export type Drained = () => Promise<void>;

/** Maximum time that a download continues after its recipient lost access. */
const askedAgainMs = 2 * secondMs;

/**
 * Returns a `drained` that also checks access every 2 s, and throws if it was lost. Otherwise a long download would
 * outlast its session, link or file.
 */
export function drainedWhile(
  drained: Drained = () => Promise.resolve(),
  { clock }: { readonly clock: Clock },
  isAllowed: () => Promise<boolean>,
): Drained {
  let askedMs = clock.now().getTime();
  return async () => {
    await drained();
    const nowMs = clock.now().getTime();
    if (nowMs - askedMs < askedAgainMs) return;
    askedMs = nowMs;
    if (!(await isAllowed())) throw new AccessEndedError('The receiver has lost access');
  };
}

/** First and last byte, both included. */
type ByteRange = { readonly first: number; readonly last: number };

/**
 * Returns the part of `sizeBytes` bytes that a Range header requests (RFC 9110, 14.2): `whole` if it requests none or
 * several, or is malformed; `beyond` if there is no such part.
 */
export function byteRangeOf(header: string | null, sizeBytes: number): ByteRange | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes);
    return length === 0 ? 'beyond' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= sizeBytes ? 'beyond' : { first, last };
}

/** Yields the pieces, each when the connection accepts more data. */
export async function* asDrained<Piece>(
  pieces: AsyncGenerator<Piece>,
  drained: Drained,
): AsyncGenerator<Piece> {
  await drained();
  for await (const piece of pieces) {
    yield piece;
    await drained();
  }
}

/** Returns true if an If-Match or If-None-Match header matches this ETag: in a list, as a weak one, or by `*`. */
export const namesTag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Answers GET and HEAD for a file: all of it, a part (Range, If-Range), or not modified. */
export async function serveBytes(
  { method, headers: asked }: Request,
  { file, etag, headers }: ServedBytes,
  drained: Drained,
): Promise<Response> {
  const { sizeBytes } = file;
  const shared = { ...headers, etag, 'accept-ranges': 'bytes' };
  const without = async (status: number, extra: Record<string, string> = {}) => {
    await file.close();
    return new Response(null, { status, headers: { ...shared, ...extra } });
  };
  const [ifMatch, ifNoneMatch] = [asked.get('if-match'), asked.get('if-none-match')];
  if (ifMatch !== null && !namesTag(ifMatch, etag)) return without(412);
  if (ifNoneMatch !== null && namesTag(ifNoneMatch, etag)) return without(304);
  // A part is useful only for the same version of the file.
  const isSame = (asked.get('if-range') ?? etag) === etag;
  const range = method === 'GET' && isSame ? byteRangeOf(asked.get('range'), sizeBytes) : 'whole';
  if (range === 'beyond') return without(416, { 'content-range': `bytes */${sizeBytes}` });
  const part = range === 'whole' ? { first: 0, last: sizeBytes - 1 } : range;
  const lengths = {
    'content-length': String(part.last - part.first + 1),
    ...(range === 'whole' ? {} : { 'content-range': `bytes ${part.first}-${part.last}/${sizeBytes}` }),
  };
  const status = range === 'whole' ? 200 : 206;
  if (method === 'HEAD' || sizeBytes === 0) return without(status, lengths);
  const pieces = file.pieces(part.first, part.last - part.first + 1);
  const stream = streamPieces(asDrained(pieces, drained), () => file.close());
  return new Response(stream, { status, headers: { ...shared, ...lengths } });
}
