/**
 * Opens the modal dialog with this id. The browser moves focus in, keeps it there and gives it back on close.
 * Returns the dialog, or null where the page has none (the caller then lets its link be followed).
 */
export function openDialog(id: string): HTMLDialogElement | null {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return null;
  if (dialog.open) return dialog;
  dialog.showModal();
  // Its title, so that what the form is for is read before its first field.
  dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  return dialog;
}

/** Wires every close button and, where the browser lacks `closedby`, the click on the backdrop. */
export function wireDialogs(root: Document): void {
  root.addEventListener('click', (event) => {
    const target = event.target as Element;
    const closer = target.closest<HTMLElement>('[data-closes]');
    if (closer?.dataset.closes)
      (root.getElementById(closer.dataset.closes) as HTMLDialogElement | null)?.close();
    else if (target instanceof HTMLDialogElement && !('closedBy' in target))
      (target as HTMLDialogElement).close();
  });
}
