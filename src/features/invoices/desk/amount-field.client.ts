import { understoodText, type AmountWords } from '#src/features/invoices/money.ts';

function showUnderstood(input: HTMLInputElement): void {
  const field = input.closest<HTMLElement>('[data-amount]');
  const output = field?.querySelector('output');
  if (!field || !output) return;
  const words = JSON.parse(field.dataset['amount'] ?? '{}') as AmountWords;
  output.textContent = understoodText(input.value, words, field.dataset['currency']);
}

/** Shows below each amount how it is interpreted while typing, also if typing began before this script loaded. */
export function wireAmounts(root: Document): void {
  root.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) showUnderstood(target);
  });
  for (const input of root.querySelectorAll<HTMLInputElement>('[data-amount] input'))
    if (input.value !== input.defaultValue) showUnderstood(input);
}
