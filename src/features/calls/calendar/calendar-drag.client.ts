import { refreshRegions } from '#src/features/notices/live/refresh-regions.client.ts';
import type { AnswerWords } from '#src/features/workspace/answer-words.ts';
import { failureText, post } from '#src/features/workspace/post-form.client.ts';
import { wireDragOnto } from '#src/features/workspace/drag-onto.client.ts';
import { showNotice } from '#src/features/workspace/show-notice.client.ts';
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

/** Lets booked calls of a week be dragged to another time. Who has no pointer opens the call and moves it there. */
export function wireCalendarDrag(calendar: HTMLElement): void {
  const words = JSON.parse(calendar.dataset['words'] ?? '{}') as Words;
  const live = calendar.querySelector('[data-live-words]');
  const said = calendar.querySelector('[data-said]');
  const showError = (text: string) => {
    if (said) showNotice(said, text);
  };
  const say = (text: string) => {
    if (live) live.textContent = text;
  };

  async function move(call: HTMLAnchorElement, target: Target, day: string): Promise<void> {
    const name = call.dataset['name'] ?? '';
    showError('');
    say(fill(words.moving, { name }));
    call.ariaBusy = 'true';
    const problem = await postMove(call, target, words);
    call.ariaBusy = null;
    // Lets the page show the updates that it held back during the drag.
    calendar.dispatchEvent(new Event('use-ended', { bubbles: true }));
    showError(problem ?? '');
    say(problem === null ? fill(words.moved, { name, time: `${day}, ${target.time}` }) : '');
    await refreshRegions(location.href);
  }

  wireDragOnto(calendar, {
    sourceAt: (event) => (event.target as Element).closest<HTMLAnchorElement>('a[data-call]'),
    targetAt: (event) => (event.target as Element).closest<HTMLTableCellElement>('td[data-day]'),
    drop(call, cell) {
      const target = targetOf(cell);
      if (target && !cell.contains(call)) void move(call, target, dayAbove(cell));
    },
  });
  calendar.dataset['canDrag'] = '';
}
