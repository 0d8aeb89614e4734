import { showToast } from '#src/ui/toast.client.ts';
import { enhanceForm } from './enhance-form.client.ts';
import { draftOf } from './form-draft.client.ts';
import { setValue } from './form-values.client.ts';

/** `/?service=pre-production#contact` chooses that service, by its slug or by its name. */
function chooseService(form: HTMLFormElement, wanted: string): void {
  const services = JSON.parse(form.dataset['services'] ?? '{}') as Record<string, string>;
  const select = form.elements.namedItem('service');
  const value = Object.hasOwn(services, wanted) ? services[wanted] : wanted;
  if (select instanceof HTMLSelectElement && [...select.options].some((option) => option.value === value)) {
    setValue(select, value ?? '');
  }
}

/** The receipt of a form that the browser sent by itself becomes a toast, and leaves the address. */
function receive(root: Document, win: Window): void {
  const receipt = root.querySelector('[data-receipts] > :target');
  if (!receipt) return;
  const text = receipt.querySelector('span')?.textContent ?? '';
  const dismissLabel = receipt.querySelector('a')?.ariaLabel ?? '';
  receipt.remove();
  showToast({ text, kind: 'success', dismissLabel });
  win.history.replaceState(null, '', win.location.pathname + win.location.search);
}

/** Looks after what the page was opened with. */
export function arrive(root: Document, win: Window): void {
  const service = new URLSearchParams(win.location.search).get('service');
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    if (draftOf(form.dataset['form'] ?? '')) enhanceForm(form);
    if (service !== null && form.dataset['services']) chooseService(form, service);
  }
  receive(root, win);
}
