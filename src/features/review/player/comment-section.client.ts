import { importAgain } from '#src/platform/import-again.client.ts';
import type { Playback } from './review-playback.client.ts';

/** Opens every closed part of the list that hides a comment. */
export function revealComment(comment: Element): void {
  for (
    let part = comment.closest('details[data-others]');
    part;
    part = part.parentElement?.closest('details[data-others]') ?? null
  )
    part.setAttribute('open', '');
}

const loadActions = importAgain(() => import('./comment-actions.client.ts'));

/** Makes a long list show the comments around the playhead whenever the recording stops or seeks. */
export function wireCommentWindow(player: HTMLElement, media: HTMLMediaElement, playback: Playback): void {
  const show = () => {
    const list = player.querySelector<HTMLElement>('[data-comment-list]:has([data-others="later"])');
    if (list)
      void loadActions().then(
        ({ showAround }) => showAround(list, playback),
        () => undefined,
      );
  };
  for (const event of ['pause', 'seeked']) media.addEventListener(event, show);
  // After a refresh the list shows the comments around the moment in the page's address.
  const section = player.querySelector('[data-comment-section]');
  if (section) new MutationObserver(show).observe(section, { childList: true });
  if (playback.atMs() > 0) show();
}

/** Makes a second play button press the first one and mirror its state. */
function wireSecondButton(second: HTMLElement, first: HTMLElement): void {
  const show = () => {
    second.toggleAttribute('data-playing', first.hasAttribute('data-playing'));
    second.setAttribute('aria-label', first.getAttribute('aria-label') ?? '');
  };
  second.addEventListener('click', () => first.click());
  new MutationObserver(show).observe(first, { attributes: true });
  show();
}

/** Shows the small player while the waveform is scrolled out of view. Pressing its wave seeks. */
function wireSmallPlayer(player: HTMLElement, seek: (ms: number) => void): void {
  const small = player.querySelector<HTMLElement>('[data-small]');
  const wave = small?.querySelector('[data-small-wave]');
  const timeline = player.querySelector<HTMLElement>('[data-timeline]');
  if (!small || !wave || !timeline) return;
  new IntersectionObserver(([entry]) => {
    small.hidden = entry?.isIntersecting !== false || entry.boundingClientRect.top >= 0;
  }).observe(timeline);
  wave.addEventListener('click', (event) => {
    const { left, width } = wave.getBoundingClientRect();
    seek((((event as MouseEvent).clientX - left) / width) * Number(player.dataset['durationMs']));
  });
}

/** Wires the play buttons next to the comments and in the bar, and shows the comment that the address points to. */
export function wireCommentSection(player: HTMLElement, seek: (ms: number) => void): void {
  const [first, ...others] = player.querySelectorAll<HTMLElement>('[data-play]');
  if (first) for (const other of others) wireSecondButton(other, first);
  wireSmallPlayer(player, seek);
  const named =
    location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named || !player.contains(named) || !named.closest('[data-others]')) return;
  revealComment(named);
  named.scrollIntoView({ block: 'nearest' });
}
