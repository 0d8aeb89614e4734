/** The longest body that is read, in bytes. */
export const largestBody = 256 * 1024;

// A sender learns of the refusal only if somebody listens for a while.
const drainedBytes = 4 * 1024 * 1024;

/** The whole body, or null when it is longer than `max` bytes. */
export async function readBody(request: Request, max = largestBody): Promise<Buffer | null> {
  // Where the length is known beforehand, reading piece by piece would only cost time.
  const announced = Number(request.headers.get('content-length') ?? Infinity);
  if (announced <= max) {
    const body = Buffer.from(await request.arrayBuffer());
    return body.length <= max ? body : null;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length <= max) chunks.push(chunk);
    else chunks.length = 0;
    if (length > drainedBytes) break;
  }
  return length <= max ? Buffer.concat(chunks) : null;
}
