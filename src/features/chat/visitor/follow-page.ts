import { createStreamFollower, type Stream } from '#src/platform/follow-stream.client.ts';

/** The wait before the next try; it doubles with each stream that is refused in a row. */
export const pauseMs = 3000;
const mostDoublings = 5;

/** The parts of a browser that following a page needs; tests hand in their own. */
export interface PageHost {
  /** Opens a stream of the lines after those that are shown. */
  readonly openStream: () => Stream;
  /** Loads the page and shows what is new in it; `gone` where there is no such page any more, or nothing more comes. */
  readonly showNew: () => Promise<'shown' | 'failed' | 'gone'>;
}

/**
 * Shows each new line of a page as it is said. The page is loaded once at a time, and again where that failed or a line came meanwhile; a stream
 * that was refused, as by a server that starts, is opened anew once the page can be loaded.
 */
export function createPageFollower({ openStream, showNew }: PageHost) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFollowing = false;
  let isLoading = false;
  let isDue = false;
  const stream = createStreamFollower({
    openStream() {
      const opened = openStream();
      opened.addEventListener('line', () => void load());
      return opened;
    },
    onRefused: () => clearTimeout(timer),
    pauseMsOf: (refusals) => pauseMs * 2 ** Math.min(refusals, mostDoublings),
    reopen: () => void load(),
  });

  function close(): void {
    isFollowing = false;
    clearTimeout(timer);
    stream.close();
  }
  async function load(): Promise<void> {
    isDue = true;
    if (isLoading) return;
    isLoading = true;
    let outcome: Awaited<ReturnType<PageHost['showNew']>> = 'shown';
    while (isDue && outcome === 'shown') {
      isDue = false;
      outcome = await showNew();
    }
    isLoading = false;
    if (outcome === 'gone') close();
    if (!isFollowing) return;
    if (outcome === 'failed') {
      clearTimeout(timer);
      timer = setTimeout(() => void load(), pauseMs);
    } else if (!stream.isOpen()) stream.open();
  }
  return {
    open(): void {
      isFollowing = true;
      stream.open();
    },
    close,
  };
}
