/** The longest body that is read, in bytes. */
export const largestBody = 256 * 1024;

// A sender learns of the refusal only if somebody listens for a while.
const drainedBytes = 4 * 1024 * 1024;

/** The whole body, or null when it is longer than `max` bytes. */
export async function readBody(request: Request, max = largestBody): Promise<Buffer | null> {
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
