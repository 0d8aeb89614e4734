/** Why a posted form could not be read. */
type FormFault = 'too-large' | 'unreadable';

/** Reads a body whose length nobody has looked at, at most so many bytes of it; null where it is longer. */
export async function readBytes(
  { body }: Request,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not cancelled where it is too long: that would take the connection with it, and the answer.
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > limitBytes) return null;
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
