import { refreshRegions } from '#src/features/notices/live/refresh-regions.client.ts';
import type { AnswerWords } from '#src/features/workspace/answer-words.ts';
import { failureText, post } from '#src/features/workspace/post-form.client.ts';
import { fill } from '#src/platform/fill.ts';

type Words = AnswerWords & Readonly<Record<'moving' | 'moved' | 'unreachable', string>>;

/** The day above a cell, in words. */
const dayAbove = (cell: HTMLTableCellElement) =>
  cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent ?? '';

/** A cell of the week, as the form of a call's page would say it. */
type Target = { readonly day: string; readonly time: string; readonly zone: string };

/** Moves a call; what is wrong, in words, or null. */
async function postMove(call: HTMLAnchorElement, target: Target, words: Words): Promise<string | null> {
  const body = new URLSearchParams({ ...target, sequence: call.dataset['call'] ?? '' });
  const answer = await post(`${call.pathname}?do=move`, body);
  return answer.ok ? null : failureText(answer, words, words.unreachable);
}

function targetOf(cell: HTMLElement): Target | null {
  const { day, time } = cell.dataset;
  const zone = cell.closest<HTMLElement>('[data-week]')?.dataset['week'];
  return day === undefined || time === undefined || zone === undefined ? null : { day, time, zone };
}

/** Shows why something failed above the week; an empty text hides it. */
function showError(calendar: HTMLElement, text: string): void {
  const notice = calendar.querySelector<HTMLElement>('[data-said] > *');
  const sentence = notice?.querySelector('span');
  if (!notice || !sentence) return;
  sentence.textContent = text;
  notice.hidden = text === '';
}

/** Lets booked calls of a week be dragged to another time. Who has no pointer opens the call and moves it there. */
export function wireCalendarDrag(calendar: HTMLElement): void {
  const words = JSON.parse(calendar.dataset['words'] ?? '{}') as Words;
  const live = calendar.querySelector('[data-live-words]');
  let dragged: HTMLAnchorElement | null = null;
  const cellAt = (event: Event) => (event.target as Element).closest<HTMLTableCellElement>('td[data-day]');
  const highlight = (cell: HTMLElement | null) => {
    for (const old of calendar.querySelectorAll('[data-over]')) old.removeAttribute('data-over');
    cell?.setAttribute('data-over', '');
  };
  const say = (text: string) => {
    if (live) live.textContent = text;
  };

  async function move(call: HTMLAnchorElement, target: Target, day: string): Promise<void> {
    const name = call.dataset['name'] ?? '';
    showError(calendar, '');
    say(fill(words.moving, { name }));
    call.ariaBusy = 'true';
    const problem = await postMove(call, target, words);
    call.ariaBusy = null;
    // What the page was told of meanwhile can be shown now.
    calendar.dispatchEvent(new Event('use-ended', { bubbles: true }));
    showError(calendar, problem ?? '');
    say(problem === null ? fill(words.moved, { name, time: `${day}, ${target.time}` }) : '');
    await refreshRegions(location.href);
  }

  calendar.addEventListener('dragstart', (event) => {
    dragged = (event.target as Element).closest<HTMLAnchorElement>('a[data-call]');
    if (!dragged || !event.dataTransfer) return;
    dragged.dataset['dragged'] = '';
    event.dataTransfer.effectAllowed = 'move';
  });
  calendar.addEventListener('dragover', (event) => {
    const cell = cellAt(event);
    if (!dragged || !cell) return;
    event.preventDefault();
    highlight(cell);
  });
  calendar.addEventListener('drop', (event) => {
    const cell = cellAt(event);
    const target = cell && targetOf(cell);
    if (!dragged || !target) return;
    event.preventDefault();
    if (cell.contains(dragged)) return;
    void move(dragged, target, dayAbove(cell));
  });
  calendar.addEventListener('dragend', () => {
    dragged?.removeAttribute('data-dragged');
    dragged = null;
    highlight(null);
  });
  calendar.dataset['canDrag'] = '';
}
