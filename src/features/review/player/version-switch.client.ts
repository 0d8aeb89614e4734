import {
  loadPage,
  refreshRegions,
  showPage,
  shownSeqOf,
} from '#src/features/notifications/live/refresh-regions.client.ts';
import { matchWith, ownVolumeOf } from './match-levels.client.ts';
import { takeovers } from './review-playback.client.ts';
import { placeOn, type Places } from './version-alignment.ts';

const mediaOf = (player: HTMLElement) => player.querySelector<HTMLMediaElement>('audio, video');

/** How far ahead the next version is prepared, in seconds. */
const leadS = 0.25;
const longestWaitMs = 10_000;

/** The time from play() to audible sound in seconds, as last measured. */
let startS = 0.08;
/** The next version takes over when it is this close (in seconds) in three checks in a row, or after the time limit. */
const nearS = 0.008;
const looksInARow = 3;
const lookEveryMs = 25;
const longestLockMs = 2000;
/** Larger differences are corrected by seeking instead of the playback rate. */
const farS = 0.3;
/** Halves an error in about a tenth of a second. */
const correctedInS = 0.15;
/** Not 0: browsers may turn off the output of a silent element and need time to turn it on again. */
const unheard = 0.0001;
/** The lowest playback rate that browsers accept. */
const slowest = 1 / 16;

/** Resolves on an event; rejects on an error or a timeout. */
function waitForEvent(media: HTMLMediaElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(longestWaitMs);
    media.addEventListener(event, () => resolve(), { once: true, signal });
    media.addEventListener('error', () => reject(new Error('Loading the version failed')), {
      once: true,
      signal,
    });
    signal.addEventListener('abort', () => reject(new Error('Loading the version timed out')));
  });
}

/** Loads a version so that it can start at a position. */
async function prepare(media: HTMLMediaElement, atS: number): Promise<void> {
  media.preload = 'auto';
  if (media.readyState < media.HAVE_METADATA) {
    media.load();
    await waitForEvent(media, 'loadedmetadata');
  }
  media.currentTime = atS;
  if (media.seeking) await waitForEvent(media, 'seeked');
  if (media.readyState < media.HAVE_CURRENT_DATA) await waitForEvent(media, 'canplay');
}

/** Makes a version inaudible, by muting where the volume cannot be set (iOS). Returns a function that undoes it. */
function silence(media: HTMLMediaElement): () => void {
  const { volume, muted } = media;
  media.volume = unheard;
  if (media.volume === volume) media.muted = true;
  return () => {
    media.volume = volume;
    media.muted = muted;
  };
}

/**
 * Starts the next version inaudibly and synchronizes it with the current one through its playback rate. Resolves once
 * they are in sync, or when the current one stops.
 */
async function startTogether(
  from: HTMLMediaElement,
  to: HTMLMediaElement,
  placeS: (atS: number) => number,
): Promise<void> {
  const { playbackRate: rate } = from;
  const endsAt = performance.now() + longestLockMs;
  let startedAtS = Infinity;
  let isStarting = true;
  for (let near = 0; near < looksInARow && !from.paused && performance.now() < endsAt;) {
    const lateS = placeS(from.currentTime) - to.currentTime;
    if (to.paused || Math.abs(lateS) > farS) {
      to.playbackRate = rate;
      startedAtS = placeS(from.currentTime + startS * rate);
      to.currentTime = startedAtS;
      isStarting = true;
      await to.play();
    } else if (to.currentTime > startedAtS) {
      if (isStarting) startS = Math.max(0, Math.min(leadS, startS + lateS / rate));
      isStarting = false;
      near = Math.abs(lateS) <= nearS ? near + 1 : 0;
      const change = near > 0 ? 0 : Math.max(-0.5, Math.min(0.5, lateS / correctedInS));
      to.playbackRate = Math.max(slowest, rate * (1 + change));
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  to.playbackRate = rate;
}

/**
 * Prepares the next version at the position of the current one, which stays audible until then. If that one plays, so
 * does the next one, inaudibly. Returns a function that makes the next one audible.
 */
async function prepareAtPosition(
  from: HTMLMediaElement,
  to: HTMLMediaElement,
  places: Places | null,
  isTakenOver: boolean,
): Promise<() => void> {
  const placeS = (atS: number) => placeOn(places, 1000 * atS) / 1000;
  to.muted = from.muted;
  // Loading resets the rate to the default.
  to.defaultPlaybackRate = from.playbackRate;
  to.playbackRate = from.playbackRate;
  const makeAudible = silence(to);
  if (!from.paused) {
    await prepare(to, placeS(from.currentTime + leadS));
    // Where other sound is heard, the element only keeps the state.
    if (isTakenOver) await to.play();
    else await startTogether(from, to, placeS);
  }
  if (from.paused) {
    to.pause();
    // An unplayed recording loads nothing.
    if (from.currentTime > 0) await prepare(to, placeS(from.currentTime));
  }
  return makeAudible;
}

type ReplaceOptions = {
  /** The previously shown version, whose loudness is matched. */
  readonly previousId: string | undefined;
  /** Called once the other player is ready to replace this one. */
  readonly isWanted: () => boolean;
  /** Called when it replaces this one. */
  readonly onShow: () => void;
};

type Replacement = {
  /** True if it starts at its beginning, as the next file of the list does. */
  readonly isNext?: boolean;
  /** The address of its page. */
  readonly href: string;
  readonly places: Places | null;
  /** The selector of the element to focus there, if the player had the focus. */
  readonly focus: string;
} & ReplaceOptions;

/** Returns the address without the choice of quality, which is stored by then. */
function addressWithoutChoice(href: string): URL {
  const address = new URL(href);
  address.searchParams.delete('sound');
  return address;
}

/**
 * Replaces a player with that of another page, at the same place of the music, if that is still wanted. Returns false
 * if the page has none.
 */
async function replacePlayer(
  player: HTMLElement,
  { href, places, focus, isNext = false, previousId, isWanted, onShow }: Replacement,
): Promise<boolean> {
  const { page } = await loadPage(href.replace(/#.*/, ''));
  const fresh = page?.getElementById('player');
  const from = mediaOf(player);
  if (!page || !fresh || !from || !player.isConnected) return false;
  const next = document.importNode(fresh, true);
  const to = mediaOf(next);
  if (!to) return false;
  const [typed, name] = [player, next].map((each) => each.querySelector<HTMLInputElement>('#guest-name'));
  if (typed && name) name.value = typed.value;
  const [details, shown] = [next, player].map((each) =>
    each.querySelector<HTMLDetailsElement>('[data-details]'),
  );
  if (details && shown) details.open = shown.open;
  to.volume = ownVolumeOf(from);
  matchWith(next, previousId);
  const takeover = takeovers.get(player);
  const makeAudible = isNext
    ? silence(to)
    : await prepareAtPosition(from, to, places, takeover !== undefined);
  const takeOver = isNext ? () => takeover?.end() : await takeover?.prepareFor(next, places);
  if (!isWanted() || !player.isConnected) {
    to.pause();
    return true;
  }
  // At its end, a recording is paused.
  const isPlaying = !from.paused || (isNext && from.ended);
  matchWith(player, next.dataset['player']);
  makeAudible();
  from.pause();
  // Some browsers pause an element that becomes audible without a user gesture.
  if (isPlaying && to.paused) await to.play();
  const hadFocus = player.contains(document.activeElement);
  onShow();
  player.replaceWith(next);
  takeOver?.();
  history.replaceState(history.state, '', addressWithoutChoice(href));
  showPage(page);
  // The loaded page may be older than the current one.
  if ((shownSeqOf(page) ?? 0) < (shownSeqOf(document) ?? 0)) void refreshRegions(location.href);
  if (hadFocus) next.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
  return true;
}

/**
 * Replaces a player with the version or quality of a link, if that is still wanted. Returns false if its page has none.
 */
export function showVersion(
  player: HTMLElement,
  { href, dataset }: HTMLAnchorElement,
  asked: ReplaceOptions,
): Promise<boolean> {
  const places = JSON.parse(dataset['places'] ?? 'null') as Places | null;
  const ofVersions = player.querySelector('[data-pair] :focus') ? '[data-pair] button' : 'a[data-version]';
  if (dataset['next'] !== undefined)
    return replacePlayer(player, { href, places: null, focus: '[data-next]', isNext: true, ...asked });
  const focus =
    dataset['quality'] === undefined ? `${ofVersions}[aria-pressed="true"]` : 'a[data-quality][aria-current]';
  return replacePlayer(player, { href, places, focus, ...asked });
}

/** Replaces a player with the current one of the page. Keeps it if that fails or is no longer wanted. */
export async function reloadPlayer(player: HTMLElement, asked: ReplaceOptions): Promise<void> {
  const focus = 'a[data-quality][aria-current]';
  await replacePlayer(player, { href: location.href, places: null, focus, ...asked });
}
