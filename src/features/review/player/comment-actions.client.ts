import { fill } from '#src/platform/fill.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import { failureText, postForm } from '#src/workspace/post-form.client.ts';
import type { wireCommentForm } from './comment-form.client.ts';
import { revealComment } from './comment-section.client.ts';
import { shownRangeOf } from './comment-window.ts';
import type { Playback } from './review-playback.client.ts';

/** Shows the comments around the playhead and closes the others, unless the reader has the focus there. */
export function showAround(list: HTMLElement, playback: Playback): void {
  const [earlier, later] = ['earlier', 'later'].map((name) =>
    list.querySelector<HTMLDetailsElement>(`[data-others="${name}"]`),
  );
  const shown = list.querySelector(':scope > ol');
  if (!earlier || !later || !shown || list.contains(document.activeElement)) return;
  const comments = [earlier, list, later].flatMap((part) => [
    ...part.querySelectorAll<HTMLElement>(':scope > ol > li:has(> [data-seek-ms])'),
  ]);
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

/** Marks a comment done without leaving the page; the comment keeps the focus. */
export async function sendDone(
  form: HTMLFormElement,
  button: HTMLElement | null,
  composer: Pick<NonNullable<ReturnType<typeof wireCommentForm>>, 'show'> | null,
): Promise<void> {
  const answer = await postForm(form, button);
  if (!answer.ok) return composer?.show((words) => failureText(answer, words, words.notMarked));
  await refreshRegions(answer.next);
  const comment = document.getElementById(`comment-${button?.getAttribute('value') ?? ''}`);
  if (comment) revealComment(comment);
  comment?.focus();
}

/** Goes to the next or previous comment and shows it. */
export function goToComment(player: HTMLElement, { atMs, seek }: Playback, step: 1 | -1): void {
  const links = [...player.querySelectorAll<HTMLElement>('ol [data-seek-ms]')].toSorted(
    (one, other) => Number(one.dataset['seekMs']) - Number(other.dataset['seekMs']),
  );
  const isBeyond = ({ dataset }: HTMLElement) => (Number(dataset['seekMs']) - atMs()) * step > 50;
  const next = step === 1 ? links.find(isBeyond) : links.findLast(isBeyond);
  if (!next) return;
  seek(Number(next.dataset['seekMs']));
  revealComment(next);
  next.closest('li')?.focus();
}
