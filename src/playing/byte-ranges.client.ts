const partBytes = 512 * 1024;
const mostParts = 48;

export type ByteRanges = {
  readonly sizeBytes: number;
  /** Bytes from `from` up to and without `to`. */
  readonly read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;
};

async function fetchPart(url: string, index: number) {
  const first = index * partBytes;
  const answer = await fetch(url, { headers: { range: `bytes=${first}-${first + partBytes - 1}` } });
  if (answer.status !== 206) throw new Error(`Part of a recording: ${answer.status}`);
  const sizeBytes = Number(answer.headers.get('content-range')?.split('/')[1]);
  return { sizeBytes, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** Reads a file of this site in parts. The newest 24 MB stay in memory: nothing is stored, and nothing is fetched twice. */
export async function openByteRanges(url: string): Promise<ByteRanges> {
  const parts = new Map<number, ReturnType<typeof fetchPart>>();
  function partAt(index: number) {
    const part = parts.get(index) ?? fetchPart(url, index);
    parts.delete(index);
    parts.set(index, part);
    part.catch(() => parts.delete(index));
    const oldest = parts.keys().next().value;
    if (parts.size > mostParts && oldest !== undefined) parts.delete(oldest);
    return part;
  }
  const { sizeBytes } = await partAt(0);
  return {
    sizeBytes,
    async read(from, to) {
      const end = Math.min(to, sizeBytes);
      const bytes = new Uint8Array(Math.max(0, end - from));
      const first = Math.floor(from / partBytes);
      const count = Math.max(0, Math.ceil(end / partBytes) - first);
      const read = await Promise.all(Array.from({ length: count }, (_, index) => partAt(first + index)));
      for (const [index, part] of read.entries()) {
        const start = (first + index) * partBytes;
        const wanted = part.bytes.subarray(Math.max(0, from - start), Math.max(0, end - start));
        bytes.set(wanted, Math.max(0, start - from));
      }
      return bytes;
    },
  };
}
