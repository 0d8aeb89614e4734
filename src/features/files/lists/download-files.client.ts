import { fill } from '#src/platform/fill.ts';

const choicesOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.name === 'file',
  );

/** Shows how many files are selected, and whether that is all of them. */
function showSelection(form: HTMLFormElement): void {
  const all = form.querySelector<HTMLInputElement>('[data-select-all]');
  const status = form.querySelector<HTMLElement>('[data-selected-count]');
  if (!all || !status) return;
  const choices = choicesOf(form);
  const count = choices.filter(({ checked }) => checked).length;
  all.checked = count > 0 && count === choices.length;
  all.indeterminate = count > 0 && count < choices.length;
  const [one = '', several = ''] = JSON.parse(status.dataset['selectedCount'] ?? '[]') as string[];
  status.textContent = count === 0 ? '' : fill(count === 1 ? one : several, { count: String(count) });
}

/**
 * Wires the selection of files: “Select all” selects every row. Clears the checkboxes once their form was sent: while
 * one is checked, the file list postpones its updates.
 */
export function wireDownloads(root: Document): void {
  root.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.matches('[data-reset-when-sent]'))
      setTimeout(() => {
        target.reset();
        showSelection(target);
      });
  });
  root.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.matches('[data-reset-when-sent]')) return;
    if (target.matches('[data-select-all]'))
      for (const choice of choicesOf(target.form)) choice.checked = target.checked;
    showSelection(target.form);
  });
}
