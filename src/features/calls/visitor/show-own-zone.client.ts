/**
 * Shows the times of a form in the visitor's time zone if the page used another. A form's script loads on focus
 * (form-loader.client.ts); this event triggers it.
 */
export function showOwnZone(win: Window): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const place = win.document.querySelector<HTMLElement>('form [data-own-zone]');
  if (!place || place.dataset['ownZone'] === timeZone) return;
  win.addEventListener('load', () => place.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
}
