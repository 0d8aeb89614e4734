import { fill } from '#src/platform/fill.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import type { AnswerMessages } from '#src/workspace/page-action.ts';
import { failureText, post } from '#src/workspace/post-form.client.ts';
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

type Words = AnswerMessages & Readonly<Record<'moving' | 'moved' | 'ordered' | 'unreachable', string>>;

const rowAt = (event: Event) => (event.target as Element).closest<HTMLElement>('tr[data-version]');

const wordsOf = (status: HTMLElement) => JSON.parse(status.dataset['words'] ?? '{}') as Words;

/** Posts an action on a file and shows the list that it results in; the status line says what happened. */
async function changeList(
  status: HTMLElement,
  action: string,
  fields: Record<string, string>,
  said: string,
): Promise<void> {
  const words = wordsOf(status);
  const answer = await post(`${location.pathname}?do=${action}`, new URLSearchParams(fields));
  status.textContent = answer.ok ? said : failureText(answer, words, words.unreachable);
  if (answer.ok) await refreshRegions(location.href);
}

const namesOf = (row: HTMLElement, target: HTMLElement) => ({
  file: row.dataset['name'] ?? '',
  recording: target.dataset['name'] ?? '',
});

/** Makes the file of a row a version of another row's recording. */
async function assignVersion(row: HTMLElement, target: HTMLElement, status: HTMLElement): Promise<void> {
  const words = wordsOf(status);
  const names = namesOf(row, target);
  status.textContent = fill(words.moving, names);
  const fields = { fileId: row.dataset['file'] ?? '', recordingId: target.dataset['version'] ?? '' };
  await changeList(status, 'set-version', fields, fill(words.moved, names));
}

/** Moves the recording of a row to the place of another in the same group. */
async function orderRow(row: HTMLElement, target: HTMLElement, status: HTMLElement): Promise<void> {
  const fields = { fileId: row.dataset['file'] ?? '', of: target.dataset['file'] ?? '' };
  await changeList(status, 'order-file', fields, fill(wordsOf(status).ordered, namesOf(row, target)));
}

const orderButtons = '[formaction="?do=move-up"], [formaction="?do=move-down"]';

/** Sends the buttons that move a row without leaving the page, so that they can be pressed again. */
function wireOrderButtons(root: Document, status: HTMLElement): void {
  root.addEventListener('submit', (event) => {
    const { submitter, target } = event;
    if (!submitter?.matches(orderButtons) || !(target instanceof HTMLFormElement)) return;
    const row = rowAt(event);
    if (!row) return;
    event.preventDefault();
    const action = submitter.getAttribute('formaction')?.replace('?do=', '') ?? '';
    const said = submitter.getAttribute('aria-label') ?? '';
    void changeList(status, action, { fileId: row.dataset['file'] ?? '' }, said);
  });
}

async function showRowMenu(address: string): Promise<void> {
  if (!(await refreshRegions(address))) location.href = address;
}

/** Shows the menus of a row of a long list, which are rendered only for the row in the address. */
function wireRowMenus(root: Document): void {
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-row-menu]');
    const { ctrlKey, metaKey, shiftKey } = event;
    if (!link || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    history.replaceState(null, '', link.href);
    void showRowMenu(link.href);
  });
}

/**
 * Makes rows of the desk's file table draggable onto others, which makes a file a version of that recording, and by
 * their grip to the place of another. Rows of approved files become no versions.
 */
export function wireVersionDrag(root: Document): void {
  const status = root.querySelector<HTMLElement>('[data-version-said]');
  if (!status) return;
  // Browsers differ in which of the two draggable elements they report.
  let isByGrip = false;
  root.addEventListener('pointerdown', ({ target }) => {
    isByGrip = target instanceof Element && target.closest('[data-order-grip]') !== null;
  });
  const otherRow = (event: Event, dragged: HTMLElement) => {
    const row = rowAt(event);
    return row && row.dataset['version'] !== dragged.dataset['version'] ? row : null;
  };
  wireDragOnto(root, {
    sourceAt(event) {
      const row = rowAt(event);
      // Dragged links and text keep their default behaviour.
      return event.target === row && !isByGrip ? row : null;
    },
    targetAt: otherRow,
    drop: (dragged, row) => void assignVersion(dragged, row, status),
  });
  wireDragOnto(root, {
    sourceAt: (event) => (isByGrip ? rowAt(event) : null),
    targetAt(event, dragged) {
      const row = otherRow(event, dragged);
      return row?.closest('table') === dragged.closest('table') ? row : null;
    },
    drop: (dragged, row) => void orderRow(dragged, row, status),
  });
  wireOrderButtons(root, status);
  wireRowMenus(root);
}
