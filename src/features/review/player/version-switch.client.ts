import {
  loadPage,
  refreshRegions,
  showPage,
  shownSeqOf,
} from '#src/features/notifications/live/refresh-regions.client.ts';
import { matchWith, ownVolumeOf } from './match-levels.client.ts';
import { placeOn, type Places } from './version-alignment.ts';

const mediaOf = (player: HTMLElement) => player.querySelector<HTMLMediaElement>('audio, video');

/** How far ahead the next version is made ready, in seconds. */
const leadS = 0.25;
const longestWaitMs = 10_000;

/** How long a version takes from its start until it sounds, in seconds, as it was the last time. */
let startS = 0.08;
/** The next version takes over where it is so near to the one before, in seconds, three looks in a row; or after so long. */
const nearS = 0.008;
const looksInARow = 3;
const lookEveryMs = 25;
const longestLockMs = 2000;
/** What is further apart is not brought together by playing faster or slower. */
const farS = 0.3;
/** An error is halved in about a tenth of a second. */
const correctedInS = 0.15;
/** Not 0: browsers may turn off the output of what is silent, and take a while to turn it on. */
const unheard = 0.0001;
/** Browsers refuse less. */
const slowest = 1 / 16;

/** Resolves with an event, and rejects with an error or when nothing comes. */
function happened(media: HTMLMediaElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(longestWaitMs);
    media.addEventListener(event, () => resolve(), { once: true, signal });
    media.addEventListener('error', () => reject(new Error('not loaded')), { once: true, signal });
    signal.addEventListener('abort', () => reject(new Error('too late')));
  });
}

/** Lets a version be ready to sound at a place. */
async function prepare(media: HTMLMediaElement, atS: number): Promise<void> {
  media.preload = 'auto';
  if (media.readyState < media.HAVE_METADATA) {
    media.load();
    await happened(media, 'loadedmetadata');
  }
  media.currentTime = atS;
  if (media.seeking) await happened(media, 'seeked');
  if (media.readyState < media.HAVE_CURRENT_DATA) await happened(media, 'canplay');
}

/** Makes a version inaudible. Returns what makes it as loud as it was; phones by Apple leave the volume to their keys. */
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
 * Starts the next version and brings it to where the one before is, by playing it faster or slower while nobody hears it. Resolves
 * once they are together, or the one before plays no more.
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
 * Brings the next version to where the one before is, which sounds until the next one does: if that plays, so does the next one,
 * unheard. Returns what lets the next one be heard.
 */
async function prepareHere(
  from: HTMLMediaElement,
  to: HTMLMediaElement,
  places: Places | null,
): Promise<() => void> {
  const placeS = (atS: number) => placeOn(places, 1000 * atS) / 1000;
  to.muted = from.muted;
  // Loading sets the rate to the usual one.
  to.defaultPlaybackRate = from.playbackRate;
  to.playbackRate = from.playbackRate;
  const beHeard = silence(to);
  if (!from.paused) {
    await prepare(to, placeS(from.currentTime + leadS));
    await startTogether(from, to, placeS);
  }
  if (from.paused) {
    to.pause();
    // What has not been played loads nothing.
    if (from.currentTime > 0) await prepare(to, placeS(from.currentTime));
  }
  return beHeard;
}

type Asked = {
  /** The version that was shown before, with which it is heard in turn. */
  readonly previousId: string | undefined;
  /** Asked once the other player is ready to take the place. */
  readonly isWanted: () => boolean;
  /** Called when it takes the place. */
  readonly onShow: () => void;
};

type Shown = {
  /** The address of its page. */
  readonly href: string;
  readonly places: Places | null;
  /** The selector of the element to focus there, if the player had the focus. */
  readonly focus: string;
} & Asked;

/** The address of a page as it is once what it chooses is kept. */
function keptAddressOf(href: string): URL {
  const address = new URL(href);
  address.searchParams.delete('sound');
  return address;
}

/** Shows another player in place of one, at the same place of the music, if it is wanted then. False where its page has none. */
async function showInstead(
  player: HTMLElement,
  { href, places, focus, previousId, isWanted, onShow }: Shown,
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
  to.volume = ownVolumeOf(from);
  matchWith(next, previousId);
  const beHeard = await prepareHere(from, to, places);
  if (!isWanted() || !player.isConnected) {
    to.pause();
    return true;
  }
  const isPlaying = !from.paused;
  matchWith(player, next.dataset['player']);
  beHeard();
  from.pause();
  // Some browsers stop what begins to be heard without a press.
  if (isPlaying && to.paused) await to.play();
  const hadFocus = player.contains(document.activeElement);
  onShow();
  player.replaceWith(next);
  history.replaceState(history.state, '', keptAddressOf(href));
  showPage(page);
  // The loaded page lacks what has happened since.
  if ((shownSeqOf(page) ?? 0) < (shownSeqOf(document) ?? 0)) void refreshRegions(location.href);
  if (hadFocus) next.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
  return true;
}

/** Shows the version, or plays the quality, of a link in place of a player, if it is wanted once that is ready. False where that page has none. */
export function showVersion(
  player: HTMLElement,
  { href, dataset }: HTMLAnchorElement,
  asked: Asked,
): Promise<boolean> {
  const places = JSON.parse(dataset['places'] ?? 'null') as Places | null;
  const ofVersions = player.querySelector('[data-pair] :focus') ? '[data-pair] button' : 'a[data-version]';
  const focus =
    dataset['quality'] === undefined ? `${ofVersions}[aria-pressed="true"]` : 'a[data-quality][aria-current]';
  return showInstead(player, { href, places, focus, ...asked });
}

/** Plays what the page plays by now in place of a player, which stays where that fails or is not wanted any more. */
export async function playAnew(player: HTMLElement, asked: Asked): Promise<void> {
  const focus = 'a[data-quality][aria-current]';
  await showInstead(player, { href: location.href, places: null, focus, ...asked });
}
