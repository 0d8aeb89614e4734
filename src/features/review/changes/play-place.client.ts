import { isWriting } from '#src/features/notifications/live/refresh-regions.client.ts';
import { revealComment } from '../player/comment-section.client.ts';

const longestWaitMs = 15_000;

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

/**
 * Shows the version of a "Then" or "Now" instead of the current one, at the place of the comment, and presses the same
 * button there, which plays it. Follows the link if the version cannot be shown here.
 */
export async function showPlace(
  player: HTMLElement,
  link: HTMLAnchorElement,
  seek: (ms: number) => void,
): Promise<void> {
  const { playsPlace = '', besideMs } = link.dataset;
  const describedBy = link.getAttribute('aria-describedby') ?? '';
  const hadFocus = link.contains(document.activeElement);
  const version = player.querySelector<HTMLElement>(`a[data-version="${playsPlace}"]`);
  if (!version) return location.assign(link.href);
  if (isWriting(player)) return version.click();
  player.querySelector<HTMLElement>('[data-play][data-playing]')?.click();
  seek(Number(besideMs));
  version.click();
  const next = await waitForPlayer(playsPlace);
  const buttons = [...(next?.querySelectorAll<HTMLElement>(`[data-plays-place="${playsPlace}"]`) ?? [])];
  const button = buttons.find((each) => each.getAttribute('aria-describedby') === describedBy);
  if (!button) return;
  revealComment(button);
  button.scrollIntoView({ block: 'nearest' });
  if (hadFocus) button.focus({ preventScroll: true });
  button.click();
}
