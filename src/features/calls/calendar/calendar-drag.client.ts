import { refreshRegions } from '#src/features/notices/live/refresh-regions.client.ts';
import { fill } from '#src/platform/fill.ts';

type Words = { readonly moving: string; readonly moved: string; readonly unreachable: string };

const timeoutMs = 20_000;

/** The day above a cell, in words. */
const dayAbove = (cell: HTMLTableCellElement) =>
  cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent ?? '';

/** A cell of the week, as the form of a call's page would say it. */
type Target = { readonly day: string; readonly time: string; readonly zone: string };

/** Moves a call; what is wrong, in words, or null. */
async function post(call: HTMLAnchorElement, target: Target, unreachable: string): Promise<string | null> {
  try {
    const response = await fetch(`${call.pathname}?do=move`, {
      method: 'POST',
      body: new URLSearchParams({ ...target, sequence: call.dataset['call'] ?? '' }),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { error } = (await response.json()) as { error?: string };
    return response.ok ? null : (error ?? unreachable);
  } catch {
    return unreachable;
  }
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
    const problem = await post(call, target, words.unreachable);
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
