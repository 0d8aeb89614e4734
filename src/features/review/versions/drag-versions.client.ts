import { fill } from '#src/platform/fill.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import type { AnswerMessages } from '#src/workspace/page-action.ts';
import { failureText, postForm } from '#src/workspace/post-form.client.ts';
import { wireDragOnto } from '#src/workspace/drag-onto.client.ts';

const likelyCounts = new WeakMap<HTMLSelectElement, number>();

/** Adds the page's other recordings to a select that holds only the likely ones. */
function completeSelect(select: HTMLSelectElement): void {
  const { more, except } = select.dataset;
  const list = document.querySelector('#recordings');
  if (more === undefined || !list || likelyCounts.has(select)) return;
  likelyCounts.set(select, select.options.length);
  const known = new Set([...select.options].map(({ value }) => value));
  for (const { value, label } of list.querySelectorAll('option'))
    if (value !== except && !known.has(value))
      select.append(new Option(fill(more, { recording: label }), value));
}

/** Removes them again unless one is selected, so that an untouched select is as the server rendered it. */
function shortenSelect(select: HTMLSelectElement): void {
  const count = likelyCounts.get(select);
  if (count === undefined || select.selectedIndex >= count) return;
  select.options.length = count;
  likelyCounts.delete(select);
}

const selectOf = ({ target }: Event) =>
  target instanceof HTMLSelectElement && target.dataset['more'] !== undefined ? target : null;

/** Completes each select of recordings at first use. Its options do not change while it has the focus. */
export function wireRecordingSelects(root: Document): void {
  for (const event of ['pointerdown', 'focusin'] as const)
    root.addEventListener(event, (turned) => {
      const select = selectOf(turned);
      if (!select) return;
      completeSelect(select);
      if (event === 'focusin') select.dataset['inUse'] = '';
    });
  root.addEventListener('focusout', (left) => {
    const select = selectOf(left);
    if (!select) return;
    delete select.dataset['inUse'];
    shortenSelect(select);
  });
}

type Words = AnswerMessages & Readonly<Record<'moving' | 'moved' | 'unreachable', string>>;

const rowAt = (event: Event) => (event.target as Element).closest<HTMLElement>('tr[data-version]');

/** Sends the form in the row's menu with another recording selected. */
async function assignVersion(row: HTMLElement, target: HTMLElement, status: HTMLElement): Promise<void> {
  const form = row.querySelector<HTMLFormElement>('[data-version-form]');
  const choice = form?.elements.namedItem('recordingId');
  if (!form || !(choice instanceof HTMLSelectElement)) return;
  const words = JSON.parse(status.dataset['words'] ?? '{}') as Words;
  const names = { file: row.dataset['name'] ?? '', recording: target.dataset['name'] ?? '' };
  const before = choice.value;
  completeSelect(choice);
  choice.value = target.dataset['version'] ?? '';
  status.textContent = fill(words.moving, names);
  const answer = await postForm(form);
  choice.value = before;
  shortenSelect(choice);
  status.textContent = answer.ok ? fill(words.moved, names) : failureText(answer, words, words.unreachable);
  if (answer.ok) await refreshRegions(location.href);
}

/**
 * Makes rows of the desk's file table draggable onto others, which makes a file a version of that recording through the
 * form in its menu. Rows of approved files are not draggable.
 */
export function wireVersionDrag(root: Document): void {
  const status = root.querySelector<HTMLElement>('[data-version-said]');
  if (!status) return;
  wireDragOnto(root, {
    sourceAt(event) {
      const row = rowAt(event);
      // Dragged links and text keep their default behaviour.
      return event.target === row ? row : null;
    },
    targetAt(event, dragged) {
      const row = rowAt(event);
      return row && row.dataset['version'] !== dragged.dataset['version'] ? row : null;
    },
    drop: (dragged, row) => void assignVersion(dragged, row, status),
  });
}
