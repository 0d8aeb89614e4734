export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls that a visitor fills in: not the hidden ones, not the honeypot. */
export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control => element.id !== '' && 'value' in element && element.tagName !== 'BUTTON',
  );

/** What each of them holds, by name. */
export const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value]));

/** Fills a control as if it had been typed. */
export function setValue(control: Control, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
