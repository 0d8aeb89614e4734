import { createStreamFollower, type Stream } from '#src/platform/follow-stream.client.ts';

/** The pause before a retry; doubles with each consecutive refusal. */
export const pauseMs = 3000;
const mostDoublings = 5;

/** The browser functions that following a page needs; replaced in tests. */
export interface PageHost {
  /** Opens a stream of the lines after those shown. */
  readonly openStream: () => Stream;
  /**
   * Loads the page and shows its new lines; `gone` if the page no longer exists or nothing more will be added.
   */
  readonly showNew: () => Promise<'shown' | 'failed' | 'gone'>;
}

/**
 * Shows new lines of a page. One load runs at a time and repeats after a failure or a new line; a refused stream is
 * reopened once the page can be loaded.
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
