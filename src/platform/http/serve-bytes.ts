import type { FileHandle } from 'node:fs/promises';

export type ServedBytes = {
  /** Closed once the answer is over. */
  readonly handle: FileHandle;
  readonly sizeBytes: number;
  /** Of these exact bytes, with its quotes. */
  readonly etag: string;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Resolves when the visitor's connection takes more. */
export type Drained = () => Promise<void>;

/** First and last byte, both included. */
type ByteRange = { readonly first: number; readonly last: number };

/**
 * The part of `sizeBytes` bytes that a Range header asks for (RFC 9110, 14.2). `whole` where it asks for none, for several or for
 * something that makes no sense; `beyond` where there is no such part.
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

const pieceBytes = 256 * 1024;

/** These bytes of a file, read piece by piece as the visitor's connection takes them. The file is closed at the end. */
function streamOf(handle: FileHandle, { first, last }: ByteRange, drained: Drained): ReadableStream {
  let at = first;
  return new ReadableStream(
    {
      async pull(controller) {
        await drained();
        const length = Math.min(pieceBytes, last - at + 1);
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
        at += bytesRead;
        controller.enqueue(buffer.subarray(0, bytesRead));
        if (at <= last && bytesRead > 0) return;
        await handle.close();
        if (at <= last) throw new Error('The file is shorter than it was');
        controller.close();
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}

/** Whether an If-Match or If-None-Match header names this entity tag: in a list, as a weak tag, or by `*`. */
export const namesTag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Answers GET and HEAD for a file: all of it, a part of it (Range, If-Range), or that nothing changed. */
export async function serveBytes(
  { method, headers: asked }: Request,
  { handle, sizeBytes, etag, headers }: ServedBytes,
  drained: Drained,
): Promise<Response> {
  const shared = { ...headers, etag, 'accept-ranges': 'bytes' };
  const without = async (status: number, extra: Record<string, string> = {}) => {
    await handle.close();
    return new Response(null, { status, headers: { ...shared, ...extra } });
  };
  const [ifMatch, ifNoneMatch] = [asked.get('if-match'), asked.get('if-none-match')];
  if (ifMatch !== null && !namesTag(ifMatch, etag)) return without(412);
  if (ifNoneMatch !== null && namesTag(ifNoneMatch, etag)) return without(304);
  // A part is worth something only beside the same bytes.
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
  return new Response(streamOf(handle, part, drained), { status, headers: { ...shared, ...lengths } });
}
