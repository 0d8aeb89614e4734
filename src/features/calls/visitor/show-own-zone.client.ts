/**
 * Has the times of a form shown in the visitor's zone where the page shows them in another. The script of a form loads when the form gets the
 * focus (form-loader.client.ts); this event asks for it in the same way, once that listens.
 */
export function showOwnZone(win: Window): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const place = win.document.querySelector<HTMLElement>('form [data-own-zone]');
  if (!place || place.dataset['ownZone'] === timeZone) return;
  win.addEventListener('load', () => place.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
}
