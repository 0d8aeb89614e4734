const closed = 2;

/** The part of an EventSource used here; tests pass their own. */
export type Stream = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

/** Returns the delay after this many consecutive failures: doubles from one second up to half a minute. */
export const growingPauseMs = (failures: number) => Math.min(30_000, 1000 * 2 ** failures);

/**
 * Follows a stream, of which there is one at a time. The browser opens it again by itself, unless it was refused: then `onRefused` is called, and after a
 * pause, of which `pauseMsOf` is told how many refusals in a row came before, `reopen`.
 */
export function createStreamFollower({
  openStream,
  onRefused = () => {},
  pauseMsOf = growingPauseMs,
  reopen,
}: {
  /** Opens the stream and listens to it; null where there is none to follow. */
  readonly openStream: () => Stream | null;
  readonly onRefused?: () => void;
  readonly pauseMsOf?: (refusals: number) => number;
  /** Opens the stream, if nothing else is given. */
  readonly reopen?: () => void;
}) {
  let source: Stream | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;

  function end(): void {
    clearTimeout(reopening);
    source?.close();
    source = null;
  }
  function open(): void {
    end();
    const opened = openStream();
    source = opened;
    opened?.addEventListener('open', () => (refusals = 0));
    opened?.addEventListener('error', () => {
      if (source !== opened || opened.readyState !== closed) return;
      end();
      onRefused();
      reopening = setTimeout(reopen ?? open, pauseMsOf(refusals));
      refusals += 1;
    });
  }
  return {
    open,
    isOpen: () => source !== null,
    /** Closes it and resets the failure count. */
    close: () => {
      end();
      refusals = 0;
    },
  };
}
