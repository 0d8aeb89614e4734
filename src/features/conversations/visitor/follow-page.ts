/** The wait before the next try; it doubles with each stream that is refused in a row. */
export const pauseMs = 3000;
const mostDoublings = 5;

const closed = 2;

/** The parts of a browser that following a page needs; tests hand in their own. */
export interface PageHost {
  /** Opens a stream of the lines after those that are shown. */
  readonly openStream: () => Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;
  /** Loads the page and shows what is new in it; `gone` where there is no such page any more, or nothing more comes. */
  readonly showNew: () => Promise<'shown' | 'failed' | 'gone'>;
}

/**
 * Shows each new line of a page as it is said. The page is loaded once at a time, and again where that failed or a line came meanwhile; a stream
 * that was refused, as by a server that starts, is opened anew once the page can be loaded.
 */
export function createPageFollower({ openStream, showNew }: PageHost) {
  let source: ReturnType<PageHost['openStream']> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFollowing = false;
  let isLoading = false;
  let isDue = false;
  let refused = 0;

  function follow(): void {
    const opened = openStream();
    source = opened;
    opened.addEventListener('line', () => void load());
    opened.addEventListener('open', () => void (refused = 0));
    // The browser comes back by itself, unless it was refused.
    opened.addEventListener('error', () => {
      if (source !== opened || opened.readyState !== closed) return;
      source = null;
      loadLater(pauseMs * 2 ** Math.min(refused, mostDoublings));
      refused += 1;
    });
  }
  function loadLater(waitMs = pauseMs): void {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), waitMs);
  }
  function close(): void {
    isFollowing = false;
    clearTimeout(timer);
    source?.close();
    source = null;
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
    if (outcome === 'failed') loadLater();
    else if (!source) follow();
  }
  return {
    open(): void {
      isFollowing = true;
      follow();
    },
    close,
  };
}
