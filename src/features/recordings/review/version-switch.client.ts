import {
  loadPage,
  refreshRegions,
  showPage,
  shownSeqOf,
} from '#src/features/notices/live/refresh-regions.client.ts';
import { matchWith, ownVolumeOf } from './match-levels.client.ts';
import { placeOn, type Places } from './version-places.ts';

const mediaOf = (player: HTMLElement) => player.querySelector<HTMLMediaElement>('audio, video');

/** How far ahead the next version is started, so that it is at the right moment once it sounds. */
const leadS = 0.25;
const longestWaitMs = 10_000;

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

/** Whether what plays has yet to come to a place that is at most `leadS` ahead: it may have been moved since that was chosen. */
const isComingTo = (media: HTMLMediaElement, atS: number) =>
  media.currentTime < atS && media.currentTime >= atS - leadS;

/** Resolves when what plays is at a place, plays no more, or was moved. */
function reached(media: HTMLMediaElement, atS: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (media.paused || !isComingTo(media, atS)) resolve();
      else setTimeout(look, Math.min(20, 1000 * (atS - media.currentTime)));
    };
    look();
  });
}

/** Brings the next version to where the one before is now, which sounds until the next one does. */
async function prepareHere(
  from: HTMLMediaElement,
  to: HTMLMediaElement,
  places: Places | null,
  onReady: () => void,
): Promise<void> {
  const placeS = (atS: number) => placeOn(places, 1000 * atS) / 1000;
  to.muted = from.muted;
  // Loading sets the rate to the usual one.
  to.defaultPlaybackRate = from.playbackRate;
  to.playbackRate = from.playbackRate;
  if (!from.paused) {
    let atS = from.currentTime + leadS;
    await prepare(to, placeS(atS));
    if (!isComingTo(from, atS)) {
      // Loading took longer, or the listener went elsewhere. What is loaded now is quicker.
      atS = from.currentTime + leadS;
      await prepare(to, placeS(atS));
    }
    onReady();
    await reached(from, atS);
    if (Math.abs(from.currentTime - atS) > leadS) to.currentTime = placeS(from.currentTime);
  }
  // What has not been played loads nothing.
  if (from.paused && from.currentTime > 0) await prepare(to, placeS(from.currentTime));
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
  to.volume = ownVolumeOf(from);
  matchWith(next, previousId);
  // Turned down just before the other one sounds.
  await prepareHere(from, to, places, () => matchWith(player, next.dataset['player']));
  if (!isWanted()) return true;
  if (!from.paused) {
    await to.play();
    from.pause();
  }
  if (!player.isConnected) {
    to.pause();
    return true;
  }
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
