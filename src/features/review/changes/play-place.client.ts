import { isWriting } from '#src/features/notifications/live/refresh-regions.client.ts';
import { revealComment } from '../player/comment-dialog.client.ts';
import { pairWith } from '../player/replace-player.client.ts';

/** Time before a moment from which it is played, in seconds. */
const beforeS = 1;
const longestWaitMs = 15_000;

const mediaOf = (player: HTMLElement) => player.querySelector<HTMLMediaElement>('audio, video');
const playerOf = (fileId: string) => document.querySelector<HTMLElement>(`[data-player="${fileId}"]`);

/** Waits until a version has replaced the shown one. Resolves to null if it does not in time. */
function waitForPlayer(fileId: string): Promise<HTMLElement | null> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => settle(playerOf(fileId)));
    const timer = setTimeout(() => end(null), longestWaitMs);
    function end(player: HTMLElement | null): void {
      observer.disconnect();
      clearTimeout(timer);
      resolve(player);
    }
    function settle(player: HTMLElement | null): void {
      if (player) end(player);
    }
    observer.observe(document.body, { childList: true, subtree: true });
    settle(playerOf(fileId));
  });
}

/** Ends the range that is being played. */
let endRange = new AbortController();

/** Plays a version from a position, and pauses at the end of a range unless somebody has paused or moved on before. */
async function playFrom(media: HTMLMediaElement, startS: number, endS: number | null): Promise<void> {
  endRange.abort();
  endRange = new AbortController();
  const { signal } = endRange;
  media.currentTime = startS;
  await media.play().catch(() => undefined);
  if (endS === null) return;
  media.addEventListener(
    'timeupdate',
    () => {
      if (media.currentTime < endS && media.currentTime >= startS - beforeS) return;
      if (media.currentTime >= endS && media.currentTime < endS + beforeS) media.pause();
      endRange.abort();
    },
    { signal },
  );
  media.addEventListener('pause', () => endRange.abort(), { signal });
}

/** Returns the same button of a comment in the player that replaced the pressed one's. */
function sameButton(player: HTMLElement, fileId: string, describedBy: string | null): HTMLElement | null {
  const all = [...player.querySelectorAll<HTMLElement>(`[data-plays-place="${fileId}"]`)];
  return all.find((each) => each.getAttribute('aria-describedby') === describedBy) ?? null;
}

/**
 * Plays the place of a comment in the version of a link, with both versions equally loud if that is on. Follows the
 * link if the version cannot be shown here.
 */
export async function playPlace(player: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const { playsPlace = '', atMs, untilMs, beside, besideMs } = link.dataset;
  const describedBy = link.getAttribute('aria-describedby');
  const hadFocus = link.contains(document.activeElement);
  const endS = untilMs === undefined ? null : Number(untilMs) / 1000;
  const startS = Math.max(0, Number(atMs) / 1000 - (endS === null ? beforeS : 0));
  const media = mediaOf(player);
  if (media && player.dataset['player'] === playsPlace) {
    pairWith(player, beside);
    return playFrom(media, startS, endS);
  }
  const version = player.querySelector<HTMLElement>(`a[data-version="${playsPlace}"]`);
  if (!media || !version) return location.assign(link.href);
  if (isWriting(player)) return version.click();
  media.pause();
  media.currentTime = Number(besideMs) / 1000;
  version.click();
  const next = await waitForPlayer(playsPlace);
  const nextMedia = next && mediaOf(next);
  if (!next || !nextMedia) return;
  const button = sameButton(next, playsPlace, describedBy);
  if (button) {
    revealComment(button);
    button.scrollIntoView({ block: 'nearest' });
    if (hadFocus) button.focus({ preventScroll: true });
  }
  await playFrom(nextMedia, startS, endS);
}
