/** Thrown into a stream whose receiver has lost access to it. */
export class AccessEndedError extends Error {
  override name = 'AccessEndedError';
}

const codes = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);

/**
 * Returns true if an error only says that a response was cut off: because its receiver lost access, or, where the client is gone,
 * because its connection closed.
 */
export function isDisconnect(thrown: unknown, isClientGone: boolean): boolean {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 3; cause = cause.cause, depth++) {
    if (cause instanceof AccessEndedError) return true;
    const code = 'code' in cause ? String(cause.code) : '';
    if (isClientGone && (cause.name === 'AbortError' || codes.has(code))) return true;
  }
  return false;
}
