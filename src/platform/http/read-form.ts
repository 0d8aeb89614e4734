/** Why a posted form could not be read. */
type FormFault = 'too-large' | 'unreadable';

/** Reads on without keeping anything, for as long as the connection lasts: it is closed a moment after the answer. */
async function throwAwayRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

/** Reads a body whose length nobody has looked at, at most so many bytes of it; null where it is longer, unread if it says so. */
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
      // Not cancelled, and not left: whoever is still sending would not come to read the answer.
      void throwAwayRest(reader).catch(() => undefined);
      return null;
    }
    chunks.push(read.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Reads a form that may hold files, of a path whose bodies are handed on as they come in (`uploads` of a feature): at most so
 * many bytes of it.
 */
export async function readForm(request: Request, limitBytes: number): Promise<FormData | FormFault> {
  const bytes = await readBytes(request, limitBytes);
  if (!bytes) return 'too-large';
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(bytes, { headers }).formData().catch(() => 'unreadable' as const);
}
