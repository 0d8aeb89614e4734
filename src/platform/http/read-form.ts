/** Why a posted form could not be read. */
type FormFault = 'too-large' | 'unreadable';

/** Discards the rest of the body until the connection closes, a moment after the response. */
async function throwAwayRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

/**
 * Reads a body of unchecked length up to this many bytes. Returns null if it is longer, unread if its Content-Length
 * is.
 */
export async function readBytes(
  request: Request,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) return null;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > limitBytes) {
      // Not cancelled: a client that is still sending would not read the response.
      void throwAwayRest(reader).catch(() => undefined);
      return null;
    }
    chunks.push(read.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Reads a form with files, at most this many bytes, on a path whose bodies are streamed (`uploads` of a feature). */
export async function readForm(request: Request, limitBytes: number): Promise<FormData | FormFault> {
  const bytes = await readBytes(request, limitBytes);
  if (!bytes) return 'too-large';
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(bytes, { headers }).formData().catch(() => 'unreadable' as const);
}
