import { live as words } from '#content/notices.yaml';
import { loadPage, showPage } from './refresh-regions.client.ts';
import { shownSeqOf } from './update-regions.client.ts';

const gatherMs = 100;
const betweenMs = 1000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const saidForMs = 8000;

/** This page's address, without the action of a form that was refused on it. */
function addressOf(): string {
  const address = new URL(location.href);
  address.searchParams.delete('do');
  address.hash = '';
  return address.href;
}

/** The page is not for us any more (signed out elsewhere, or gone): its own answer says so best. */
function startOver(): void {
  if (new URL(location.href).searchParams.has('do')) location.replace(addressOf());
  else location.reload();
}

/** Says in words what happened; twice the same is said twice. */
function createSpeaker(status: HTMLElement) {
  let clearing: number | undefined;
  return (kinds: ReadonlySet<string>) => {
    const sentences = [...kinds].map((kind) =>
      Object.hasOwn(words, kind) ? words[kind as keyof typeof words] : words.something,
    );
    status.textContent = '';
    window.clearTimeout(clearing);
    if (sentences.length === 0) return;
    clearing = window.setTimeout(() => {
      status.textContent = [...new Set(sentences)].join(' ');
      clearing = window.setTimeout(() => (status.textContent = ''), saidForMs);
    }, gatherMs);
  };
}

/**
 * Fetches the page again for events that it does not show yet: a burst costs one fetch, and the next not before a second has
 * passed. A fetch that fails is tried again with growing pauses.
 */
function createRefresher(say: (kinds: ReadonlySet<string>) => void) {
  let timer: number | undefined;
  let isLoading = false;
  let startedAtMs = -Infinity;
  let pauseMs = firstPauseMs;
  let newest = 0;
  let kinds = new Set<string>();

  function plan(waitMs: number): void {
    if (isLoading) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void run(), waitMs);
  }

  async function run(): Promise<void> {
    isLoading = true;
    startedAtMs = performance.now();
    const { status, page } = await loadPage(addressOf());
    isLoading = false;
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) return startOver();
    if (!page) {
      plan(pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      return;
    }
    pauseMs = firstPauseMs;
    showPage(page);
    say(kinds);
    kinds = new Set();
    if (newest > (shownSeqOf(document) ?? 0)) plan(betweenMs);
  }

  return {
    /** Something happened; null: more than anybody can tell. */
    take(seq: number, kind: string | null): void {
      if (seq <= (shownSeqOf(document) ?? 0)) return;
      newest = Math.max(newest, seq);
      if (kind !== null) kinds.add(kind);
      plan(Math.max(gatherMs, startedAtMs + betweenMs - performance.now()));
    },
    /** Whatever happened: is the page still ours, and what does it show now? */
    look: () => plan(0),
  };
}

/**
 * Follows a client's events for as long as the page is seen, and keeps it up to date. A broken connection is taken up again
 * where it broke, by the browser, or where that gives up, by us.
 */
export function followEvents(status: HTMLElement): void {
  const refresher = createRefresher(createSpeaker(status));
  let source: EventSource | null = null;
  let reopening: number | undefined;
  let pauseMs = firstPauseMs;

  function close(): void {
    window.clearTimeout(reopening);
    source?.close();
    source = null;
  }

  function open(): void {
    close();
    if (document.visibilityState === 'hidden') return;
    const opened = new EventSource(`/portal/events?after=${shownSeqOf(document) ?? 0}`);
    source = opened;
    opened.addEventListener('open', () => (pauseMs = firstPauseMs));
    opened.addEventListener('change', ({ data, lastEventId }: MessageEvent<string>) => {
      refresher.take(Number(lastEventId), (JSON.parse(data) as { kind: string }).kind);
    });
    // What happened in between is no longer known: only a new look at the page tells.
    opened.addEventListener('reset', () => refresher.look());
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      close();
      refresher.look();
      reopening = window.setTimeout(open, pauseMs * (1 + Math.random()));
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    });
  }

  document.addEventListener('visibilitychange', open);
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', ({ persisted }) => persisted && open());
  open();
}
