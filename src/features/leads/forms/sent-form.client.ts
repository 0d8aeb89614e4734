import { showToast } from '#src/ui/toast.client.ts';
import type { FormWords } from './form-message.ts';

/** What happens on the page once the server has stored a form; all times count from its answer. */
type Sent = {
  /** When the fields are emptied. */
  readonly clearAfterMs: number;
  /** The toast's time; without one the receipt stands in the form. */
  readonly toastMs?: number;
  /** The modal closes when the fields are emptied, and the receipt stays behind. */
  readonly closes?: boolean;
};

const ways: Readonly<Record<string, Sent>> = {
  brief: { clearAfterMs: 1000, toastMs: 4000 },
  contact: { clearAfterMs: 0, toastMs: 5000 },
  'discovery-call': { clearAfterMs: 1000, closes: true },
};

/** Shows the receipt, and empties the form when its time has come. */
export function celebrate(
  form: HTMLFormElement,
  { success, dismiss }: FormWords,
  showReceipt: (text: string | null) => void,
  clear: () => void,
): void {
  const { clearAfterMs, toastMs, closes } = ways[form.dataset['form'] ?? ''] ?? { clearAfterMs: 0 };
  const toast = (holdMs?: number) =>
    showToast({
      text: success,
      kind: 'success',
      dismissLabel: dismiss,
      ...(holdMs === undefined ? {} : { holdMs }),
    });
  const dialog = closes ? form.closest('dialog') : null;
  if (toastMs !== undefined) toast(toastMs);
  else showReceipt(success);
  const finish = () => {
    clear();
    if (!dialog) return;
    dialog.close();
    showReceipt(null);
    toast();
  };
  if (clearAfterMs === 0) finish();
  else setTimeout(finish, clearAfterMs);
}
