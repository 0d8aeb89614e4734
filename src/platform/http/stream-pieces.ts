/**
 * Makes a stream of pieces, each made when it is asked for; cancelling the stream ends them. `close` is called once when it is
 * over, in whatever way, even if nothing was read. `giveUp` is called before that if the stream is cancelled: it ends a piece that
 * is still being made.
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
