import type { Page } from '@playwright/test';

/** A form of a page, as a browser without scripts would send it. */
export interface FoundForm {
  /** Its address, and what it does there (`?do=…`); of a public form its whole path. */
  readonly action: string;
  readonly name: string;
  /** What is sent as it is: hidden fields and choices. */
  readonly fixed: Readonly<Record<string, string>>;
  /** What somebody types: by name, whether it takes several lines. */
  readonly typed: Readonly<Record<string, boolean>>;
}

/** The forms of a page that are posted. The page is only read: nothing of it runs. */
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

/** How a page shows a form again that was refused. */
export interface ShownAgain {
  readonly title: string;
  /** What its alerts say. */
  readonly alerts: readonly string[];
  /** The names of the fields that are marked, and of what has the focus. */
  readonly marked: readonly string[];
  readonly focused: readonly string[];
  /** What the form holds now. */
  readonly values: Readonly<Record<string, string>>;
}

/** Reads the page that shows the form with this address again. */
export const shownAgain = (reader: Page, html: string, action: string): Promise<ShownAgain> =>
  reader.evaluate(
    ([text, address]) => {
      const root = new DOMParser().parseFromString(text, 'text/html');
      const all = (selector: string) => [...root.querySelectorAll<HTMLInputElement>(selector)];
      const isHidden = (element: Element) => element.closest('[hidden], dialog:not([open])') !== null;
      const forms = [...root.querySelectorAll('form')].filter(
        (form) => form.getAttribute('action') === address,
      );
      const holding = forms.find((form) => form.querySelector('[aria-invalid=true]')) ?? forms[0];
      const controls = [...(holding?.elements ?? [])].filter(
        (one): one is HTMLInputElement => 'value' in one,
      );
      // As it was sent: a browser drops from a date what is none.
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
