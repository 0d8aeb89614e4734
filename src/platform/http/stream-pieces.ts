/**
 * What is made piece by piece, each when it is asked for; whoever stops asking ends it. `close` is called once when it is over, however it
 * ends, also where nothing was ever asked for. `giveUp` is called first where nobody asks any more: it lets a piece go that is still being made.
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
