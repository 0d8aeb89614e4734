import { fill } from '#src/platform/fill.ts';
import type { AnswerMessages } from '#src/workspace/page-action.ts';
import { failureText, post, postAsPage } from '#src/workspace/post-form.client.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import { wireDragOnto } from '#src/workspace/drag-onto.client.ts';
import { showNotice } from '#src/workspace/show-notice.client.ts';

type Words = AnswerMessages & {
  readonly moved: string;
  readonly movedBack: string;
  readonly moving: string;
  readonly unreachable: string;
  readonly columns: Readonly<Record<string, string>>;
};

/** The list of a column, and the number above it. */
function columnOf(board: HTMLElement, status: string) {
  const column = board.querySelector(`[data-column="${status}"]`);
  return { list: column?.querySelector('ul') ?? null, count: column?.querySelector('[data-count]') ?? null };
}

/** Adds to the number above a column. */
function addToCount(board: HTMLElement, status: string, by: number): void {
  const { count } = columnOf(board, status);
  if (count) count.textContent = String(Number(count.textContent) + by);
}

const statusOf = (card: HTMLElement) => card.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? '';

/** Moves a card into a column, before another card or to the end, and hides its button for that column. */
function moveCard(board: HTMLElement, card: HTMLElement, status: string, before: Element | null): void {
  const { list } = columnOf(board, status);
  if (!list) {
    // The column is not on this page.
    card.hidden = true;
    return;
  }
  addToCount(board, statusOf(card), -1);
  // Moving an element removes its focus.
  const focused = card.contains(document.activeElement) ? document.activeElement : null;
  card.hidden = false;
  list.insertBefore(card, before);
  for (const button of card.querySelectorAll<HTMLButtonElement>('button[name=status]'))
    button.hidden = button.value === status;
  const target = focused instanceof HTMLElement && focused.hidden ? card.querySelector('summary') : focused;
  if (target instanceof HTMLElement) target.focus();
  addToCount(board, status, 1);
}

/** Refreshes the board after another person changed it; the focus stays on the card. */
async function refreshBoard(card: HTMLElement): Promise<void> {
  const hadFocus = card.contains(document.activeElement);
  if (!(await refreshRegions(location.href))) return;
  if (hadFocus) document.getElementById(card.id)?.querySelector('summary')?.focus();
}

/** Moves cards without leaving the page, by their buttons and by dragging. A card whose move fails returns to its column. */
export function wireBoard(root: Document): void {
  const board = root.querySelector<HTMLElement>('[data-board]');
  const live = board?.querySelector('[data-live-words]');
  const said = board?.querySelector('[data-said]');
  if (!board || !live || !said) return;
  const words = JSON.parse(board.dataset['words'] ?? '{}') as Words;
  const nameOf = (status: string) => words.columns[status] ?? status;

  const move = async (card: HTMLElement, status: string): Promise<void> => {
    const form = card.querySelector('form');
    const from = statusOf(card);
    if (!form || from === status || card.ariaBusy === 'true') return;
    const project = card.dataset['name'] ?? '';
    const next = card.nextElementSibling;
    showNotice(said, '');
    card.ariaBusy = 'true';
    live.textContent = fill(words.moving, { project, column: nameOf(status) });
    moveCard(board, card, status, columnOf(board, status).list?.firstElementChild ?? null);
    const body = new FormData(form);
    body.set('status', status);
    const answer = await post(form.action, body);
    card.ariaBusy = null;
    // Lets the page show the updates that it held back during the move.
    board.dispatchEvent(new Event('use-ended', { bubbles: true }));
    if (answer.ok) {
      const version = form.elements.namedItem('version');
      if (version instanceof HTMLInputElement) version.value = answer.version ?? '';
      const summary = card.querySelector('summary');
      if (card.querySelector('form')?.contains(root.activeElement)) summary?.focus();
      card.querySelector('details')?.removeAttribute('open');
      live.textContent = fill(words.moved, { project, column: nameOf(status) });
      return;
    }
    if (answer.isQuestion) {
      // The page itself shows the question.
      postAsPage(form.action, body);
      return;
    }
    moveCard(board, card, from, next?.parentElement === columnOf(board, from).list ? next : null);
    live.textContent = '';
    const isStale = answer.status === 409;
    const reason = failureText(answer, words, words.unreachable);
    const isBack = answer.error !== null && !isStale;
    showNotice(said, isBack ? fill(words.movedBack, { project, column: nameOf(from), reason }) : reason);
    if (!isBack) await refreshBoard(card);
  };

  board.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const card = form.closest<HTMLElement>('[data-card]');
    const button = event.submitter;
    if (!card || !('move' in form.dataset) || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    void move(card, button.value);
  });
  const at = (event: Event, selector: string) => (event.target as Element).closest<HTMLElement>(selector);
  wireDragOnto(board, {
    sourceAt: (event) => at(event, '[data-card]'),
    targetAt: (event) => at(event, '[data-column]'),
    drop: (card, { dataset }) => void move(card, dataset['column'] ?? ''),
  });
}
