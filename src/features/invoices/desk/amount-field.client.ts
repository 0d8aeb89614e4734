import { understoodText, type AmountWords } from '#src/features/invoices/money.ts';

/** Shows under each amount how it is understood, while it is typed. */
export function wireAmounts(root: Document): void {
  root.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const field = target.closest<HTMLElement>('[data-amount]');
    const output = field?.querySelector('output');
    if (!field || !output) return;
    const words = JSON.parse(field.dataset['amount'] ?? '{}') as AmountWords;
    output.textContent = understoodText(target.value, words);
  });
}
