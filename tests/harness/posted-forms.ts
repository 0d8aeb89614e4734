import type { Page } from '@playwright/test';

/** A form of a page, with the values that a browser without scripts would send. */
export interface FoundForm {
  /** Its URL, and its action (`?do=…`); for a public form its whole path. */
  readonly action: string;
  readonly name: string;
  /** Values sent unchanged: hidden fields and choices. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Text fields by name, and whether they are multi-line. */
  readonly typed: Readonly<Record<string, boolean>>;
}

/** The forms of a page that use POST. The page is only parsed, not executed. */
export const formsOf = (reader: Page, html: string): Promise<FoundForm[]> =>
  reader.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'text/html');
    const isTyped = (control: Element) =>
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement &&
        !['hidden', 'checkbox', 'radio', 'submit', 'file', 'range'].includes(control.type));
    const named = (form: HTMLFormElement) =>
      [...form.elements].filter(
        (control): control is HTMLInputElement =>
          'name' in control && 'value' in control && control.name !== '',
      );
    return [...root.querySelectorAll<HTMLFormElement>('form[method=post]')].map((form) => {
      const action = form.getAttribute('action') ?? '';
      const sent = named(form).filter(({ tagName, name }) => tagName !== 'BUTTON' && name !== '_gotcha');
      const isOff = ({ type, checked }: HTMLInputElement) =>
        (type === 'radio' || type === 'checkbox') && !checked;
      const fixed = sent.filter((control) => !isTyped(control) && !isOff(control));
      return {
        action,
        name: new URLSearchParams(action.split('?')[1] ?? '').get('do') ?? action,
        fixed: Object.fromEntries(fixed.map(({ name, value }) => [name, value])),
        typed: Object.fromEntries(
          sent.filter(isTyped).map(({ name, tagName }) => [name, tagName === 'TEXTAREA']),
        ),
      };
    });
  }, html);

/** A refused form as the page shows it again. */
export interface ShownAgain {
  readonly title: string;
  /** The text of its alerts. */
  readonly alerts: readonly string[];
  /** The names of the invalid fields, and of the focused one. */
  readonly marked: readonly string[];
  readonly focused: readonly string[];
  /** The current values of the form. */
  readonly values: Readonly<Record<string, string>>;
}

/** Parses the page that shows the form with this URL again. */
export const shownAgain = (reader: Page, html: string, action: string): Promise<ShownAgain> =>
  reader.evaluate(
    ([text, address]) => {
      const root = new DOMParser().parseFromString(text, 'text/html');
      const all = (selector: string) => [...root.querySelectorAll<HTMLInputElement>(selector)];
      const isHidden = (element: Element) => element.closest('[hidden], dialog:not([open])') !== null;
      // A form of another page may be shown again by the page that it posts to.
      const actionOf = (url: string) => new URLSearchParams(url.split('?')[1] ?? '').get('do') ?? url;
      const nameOf = (form: Element) => form.getAttribute('action') ?? '';
      const own = [...root.querySelectorAll('form')].filter((form) => nameOf(form) === address);
      const alike = [...root.querySelectorAll('form')].filter(
        (form) => actionOf(nameOf(form)) === actionOf(address),
      );
      const forms = own.length > 0 ? own : alike;
      const holding = forms.find((form) => form.querySelector('[aria-invalid=true]')) ?? forms[0];
      const controls = [...(holding?.elements ?? [])].filter(
        (one): one is HTMLInputElement => 'value' in one,
      );
      // As it was sent: a browser drops an invalid date.
      const valueOf = (control: HTMLInputElement) =>
        control.tagName === 'INPUT' ? (control.getAttribute('value') ?? '') : control.value;
      return {
        title: root.title,
        alerts: all('[role=alert]').flatMap((alert) => {
          const words = alert.textContent.trim();
          return isHidden(alert) || alert.querySelector('[hidden]') || words === '' ? [] : [words];
        }),
        marked: all('[aria-invalid=true]').map(({ name }) => name),
        // A popover takes the focus when it opens, not when the page does.
        focused: all('[autofocus]').flatMap((one) => (one.closest('[popover]') ? [] : [one.name])),
        values: Object.fromEntries(controls.map((control) => [control.name, valueOf(control)])),
      };
    },
    [html, action] as const,
  );
