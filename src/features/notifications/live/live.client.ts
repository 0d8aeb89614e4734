import { deskLive, live } from '#content/notices.yaml';
import type { ChangeKind } from '../kinds/change-kinds.ts';
import { silentKind } from '../kinds/kind.ts';
import { createStreamFollower, growingPauseMs } from '#src/platform/follow-stream.client.ts';
import { showPresence, watchAnswering } from './presence.client.ts';
import { isWriting, loadPage, onceFree, showPage, shownSeqOf } from './refresh-regions.client.ts';

// The live texts alone: importing the catalogue of kinds would bundle all other texts.
const ofClients: Readonly<Record<ChangeKind | 'something', string>> = live;
const words: Readonly<Record<string, string>> = { ...ofClients, ...deskLive };

/** The event of every chat line; only pages that show chats handle it. */
const chatLine = 'chat-line';

const gatherMs = 100;
const minIntervalMs = 1000;
const statusShownMs = 8000;

/** Returns this page's URL without the action of a refused form and without the fragment. */
function addressOf(): string {
  const address = new URL(location.href);
  address.searchParams.delete('do');
  address.hash = '';
  return address.href;
}

/** How long a navigation may take before the page is reloaded anyway: a download starts like one but keeps the page. */
const navigationMs = 15_000;
let navigatedAtMs = -Infinity;

/**
 * Reloads the page where it is no longer available to this visitor (signed out elsewhere, or erased). A navigation that has begun, such as
 * the submission of the form that erased it, goes first: a reload would cancel it.
 */
function reloadPage(): void {
  const remainingMs = navigatedAtMs + navigationMs - performance.now();
  if (remainingMs > 0) {
    window.setTimeout(reloadPage, remainingMs);
    return;
  }
  if (new URL(location.href).searchParams.has('do')) location.replace(addressOf());
  else location.reload();
}

let isReloadPlanned = false;

/** Reloads the page as soon as no typed text would be lost. */
function reloadOnceWritten(): void {
  const isKept = () => isWriting(document);
  if (!isKept()) return reloadPage();
  if (!isReloadPlanned) onceFree(isKept, reloadPage);
  isReloadPlanned = true;
}

/** Returns true if a fresh page differs outside of its regions. */
function isAnother(page: Document): boolean {
  const shown = [document, page].map(
    (each) => each.querySelector<HTMLElement>('[data-events]')?.dataset['shows'],
  );
  return shown[0] !== shown[1];
}

/** Announces changes to screen readers; a repeated sentence is announced again. */
function createStatusWriter(status: HTMLElement) {
  let clearing: number | undefined;
  return (kinds: ReadonlySet<string>) => {
    const sentences = [...kinds]
      .filter((kind) => kind !== silentKind && kind !== chatLine)
      .map((kind) => (Object.hasOwn(words, kind) ? (words[kind] ?? live.something) : live.something));
    status.textContent = '';
    window.clearTimeout(clearing);
    if (sentences.length === 0) return;
    clearing = window.setTimeout(() => {
      status.textContent = [...new Set(sentences)].join(' ');
      clearing = window.setTimeout(() => (status.textContent = ''), statusShownMs);
    }, gatherMs);
  };
}

/**
 * Refreshes the page for events that it does not show yet: once for a burst, and at most once a second. A failed fetch is retried with
 * growing pauses.
 */
function createRefresher(report: (kinds: ReadonlySet<string>) => void, isWakeUp: boolean) {
  let timer: number | undefined;
  let isLoading = false;
  let startedAtMs = -Infinity;
  let failures = 0;
  let newest = 0;
  let isDue = false;
  let wasHidden = false;
  let kinds = new Set<string>();

  function plan(waitMs: number): void {
    if (isLoading) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void run(), waitMs);
  }

  async function run(): Promise<void> {
    isLoading = true;
    isDue = false;
    wasHidden = document.visibilityState === 'hidden';
    startedAtMs = performance.now();
    const address = addressOf();
    const { status, page, hasMoved } = await loadPage(address);
    isLoading = false;
    // The page has navigated to another URL in the meantime.
    if (address !== addressOf()) return plan(0);
    if (hasMoved || (status >= 400 && status < 500 && status !== 408 && status !== 429)) return reloadPage();
    if (!page) {
      plan(growingPauseMs(failures));
      failures += 1;
      return;
    }
    if (isAnother(page)) return reloadOnceWritten();
    failures = 0;
    showPage(page);
    report(kinds);
    kinds = new Set();
    if (isWakeUp ? isDue : newest > (shownSeqOf(document) ?? 0)) plan(minIntervalMs);
  }

  return {
    /** Fetches the page soon, unless it shows this event already. */
    takeEvent(seq: number, kind: string): void {
      // The desk's stream numbers events by time: every event is news, whatever the page's clock says.
      if (!isWakeUp && seq <= (shownSeqOf(document) ?? 0)) return;
      isDue = true;
      newest = Math.max(newest, seq);
      kinds.add(kind);
      plan(Math.max(gatherMs, startedAtMs + minIntervalMs - performance.now()));
    },
    /** Fetches the page now. */
    refresh: () => plan(0),
    /**
     * Fetches the page again once it is visible, if it was last fetched while hidden, so that the server records that it is seen.
     */
    tellSeen(): void {
      if (wasHidden) plan(0);
    },
  };
}

/**
 * Listens while the page is hidden, in only one of the browser's hidden pages at a time, since a browser allows few connections.
 * Returns a function that stops it.
 */
function listenHidden(listen: () => void): () => void {
  const shown = new AbortController();
  const untilShown = () =>
    new Promise<void>((resolve) => {
      shown.signal.addEventListener('abort', () => resolve());
      listen();
    });
  // Aborted while waiting for the lock: nothing to clean up.
  navigator.locks?.request('hidden-page', { signal: shown.signal }, untilShown).catch(() => undefined);
  return () => shown.abort();
}

/**
 * Follows the events of a page while it is visible (also while hidden, for members who take chats), and keeps the page up to date.
 * A broken connection is opened again after the last event: by the browser, or here if the browser gives up.
 */
export function followEvents(status: HTMLElement): void {
  const path = status.dataset['events'] ?? '/portal/events';
  const refresher = createRefresher(createStatusWriter(status), path !== '/portal/events');
  const { at } = status.dataset;
  let stopHidden = () => {};
  const answering = watchAnswering(document, () => at && open());
  /** What the stream says about this member: what they look at, and whether they answer. */
  function presence(): string {
    if (!at || (document.visibilityState === 'hidden' && !answering.is())) return '';
    return `&at=${at}${answering.is() ? '&answering=yes' : ''}`;
  }
  const stream = createStreamFollower({
    openStream() {
      const opened = new EventSource(`${path}?after=${shownSeqOf(document) ?? 0}${presence()}`);
      opened.addEventListener('change', ({ data, lastEventId }: MessageEvent<string>) => {
        const { kind } = JSON.parse(data) as { kind: string };
        answering.look();
        if (kind !== chatLine || status.dataset['hears'] === chatLine)
          refresher.takeEvent(Number(lastEventId), kind);
      });
      opened.addEventListener('presence', ({ data }: MessageEvent<string>) =>
        showPresence(document, (JSON.parse(data) as { text: string }).text),
      );
      // The events in between are no longer known, so the page has to be fetched.
      opened.addEventListener('reset', () => refresher.refresh());
      return opened;
    },
    onRefused: () => refresher.refresh(),
    pauseMsOf: (refusals) => growingPauseMs(refusals) * (1 + Math.random()),
  });

  function stop(): void {
    stopHidden();
    stream.close();
  }

  function open(): void {
    stop();
    if (document.visibilityState !== 'hidden') {
      stream.open();
      refresher.tellSeen();
    } else if (answering.is() || document.querySelector('[data-takes-chats]'))
      stopHidden = listenHidden(stream.open);
  }

  window.addEventListener('beforeunload', () => (navigatedAtMs = performance.now()));
  document.addEventListener('visibilitychange', open);
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', ({ persisted }) => persisted && open());
  open();
}
