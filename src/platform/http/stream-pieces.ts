/**
 * Creates a stream whose pieces are produced on demand; cancelling it ends them. `close` is called once at the end in
 * every case, even if nothing was read. `giveUp` is called before it if the stream is cancelled, and aborts a piece in
 * progress.
 */
export function streamPieces(
  pieces: AsyncGenerator<Uint8Array>,
  close = () => Promise.resolve(),
  giveUp: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (!done) return controller.enqueue(value);
        } catch (error) {
          await close();
          throw error;
        }
        await close();
        controller.close();
      },
      async cancel() {
        giveUp();
        await pieces.return(undefined);
        await close();
      },
    },
    { highWaterMark: 0 },
  );
}
