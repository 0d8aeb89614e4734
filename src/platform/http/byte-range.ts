/** First and last byte, both included. */
export type ByteRange = { readonly first: number; readonly last: number };

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
