import { fill } from '#src/platform/fill.ts';
import { shownRangeOf } from './comment-window.ts';
import type { Playback } from './review-playback.client.ts';

/** Opens what hides a comment. */
export const revealComment = (comment: Element) =>
  comment.closest<HTMLDetailsElement>('details[data-others]')?.setAttribute('open', '');

/** Shows the comments around the playhead, and the others closed, unless somebody is reading there. */
function showAround(list: HTMLElement, playback: Playback): void {
  const [earlier, later] = ['earlier', 'later'].map((name) =>
    list.querySelector<HTMLDetailsElement>(`[data-others="${name}"]`),
  );
  const shown = list.querySelector(':scope > ol');
  if (!earlier || !later || !shown || list.contains(document.activeElement)) return;
  const comments = [...list.querySelectorAll<HTMLElement>('ol > li:has(> [data-seek-ms])')];
  if (comments.length === 0) return;
  const moments = comments.map((each) =>
    Number(each.querySelector<HTMLElement>(':scope > [data-seek-ms]')?.dataset['seekMs']),
  );
  const [from, until] = shownRangeOf(moments, playback.atMs());
  if (shown.firstElementChild === comments[from] && shown.childElementCount === until - from) return;
  shown.replaceChildren(...comments.slice(from, until));
  for (const [others, part] of [
    [earlier, comments.slice(0, from)],
    [later, comments.slice(until)],
  ] as const) {
    others.open = false;
    others.hidden = part.length === 0;
    const summary = others.querySelector<HTMLElement>(':scope > summary');
    const label = fill(summary?.dataset['template'] ?? '', { count: String(part.length) });
    if (summary) summary.textContent = label;
    const rest = others.querySelector(':scope > ol');
    rest?.setAttribute('aria-label', label);
    rest?.replaceChildren(...part);
  }
}

/** Lets a long list show the comments around the playhead, wherever the recording stops or is moved to. */
export function wireCommentWindow(player: HTMLElement, media: HTMLMediaElement, playback: Playback): void {
  const show = () => {
    const list = player.querySelector<HTMLElement>('[data-comment-list]');
    if (list) showAround(list, playback);
  };
  for (const event of ['pause', 'seeked']) media.addEventListener(event, show);
  // A newer page shows the comments around the moment in its address.
  const sheet = player.querySelector('[data-sheet]');
  if (sheet) new MutationObserver(show).observe(sheet, { childList: true });
  if (playback.atMs() > 0) show();
}
