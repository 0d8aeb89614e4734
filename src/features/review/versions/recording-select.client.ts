import { fill } from '#src/platform/fill.ts';

const likelyCounts = new WeakMap<HTMLSelectElement, number>();

/** Adds the other recordings of the page to a select that holds only the likely ones. */
export function completeSelect(select: HTMLSelectElement): void {
  const { more, except } = select.dataset;
  const list = document.querySelector('#recordings');
  if (more === undefined || !list || likelyCounts.has(select)) return;
  likelyCounts.set(select, select.options.length);
  const known = new Set([...select.options].map(({ value }) => value));
  for (const { value, label } of list.querySelectorAll('option'))
    if (value !== except && !known.has(value))
      select.append(new Option(fill(more, { recording: label }), value));
}

/** Takes them away again, unless one of them is chosen: an untouched select is as the server wrote it. */
export function shortenSelect(select: HTMLSelectElement): void {
  const count = likelyCounts.get(select);
  if (count === undefined || select.selectedIndex >= count) return;
  select.options.length = count;
  likelyCounts.delete(select);
}

const selectOf = ({ target }: Event) =>
  target instanceof HTMLSelectElement && target.dataset['more'] !== undefined ? target : null;

/** Completes each select of recordings when it is first used; its list does not change while it has the focus. */
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
