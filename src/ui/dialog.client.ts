/**
 * Opens the modal dialog with this id. The browser moves focus in, keeps it there and gives it back on close.
 * Returns the dialog, or null where the page has none (the caller then lets its link be followed).
 */
export function openDialog(id: string): HTMLDialogElement | null {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return null;
  if (dialog.open) return dialog;
  dialog.showModal();
  // Focus the title, so that it is read before the first field.
  dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  return dialog;
}

const doubleClickMs = 500;

/** Wires every close button and, where the browser lacks `closedby`, the click on the backdrop. */
export function wireDialogs(root: Document): void {
  // A form may shrink when it is sent: the second click of a double click would then hit the backdrop.
  let submittedAtMs = -Infinity;
  root.addEventListener('submit', ({ timeStamp }) => (submittedAtMs = timeStamp), true);
  const isSecondClick = ({ timeStamp }: Event) => timeStamp - submittedAtMs < doubleClickMs;
  root.addEventListener('cancel', (event) => isSecondClick(event) && event.preventDefault(), true);
  root.addEventListener('click', (event) => {
    const target = event.target as Element;
    const closer = target.closest<HTMLElement>('[data-closes]');
    if (closer?.dataset.closes)
      (root.getElementById(closer.dataset.closes) as HTMLDialogElement | null)?.close();
    else if (target instanceof HTMLDialogElement && !('closedBy' in target) && !isSecondClick(event))
      (target as HTMLDialogElement).close();
  });
}
