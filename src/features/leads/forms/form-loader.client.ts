import { draftPrefix } from './draft-key.ts';

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>('form[data-form]') : null;

const load = () => import('./enhance-form.client.ts');

const enhance = async (form: HTMLFormElement) => (await load()).enhanceForm(form);

/** Returns true if there is a draft, a service to select or a receipt to show. */
function hasSomethingToRestore(win: Window): boolean {
  try {
    if (Object.keys(win.sessionStorage).some((key) => key.startsWith(draftPrefix))) return true;
  } catch {
    // Blocked storage has no drafts.
  }
  return /[?&]service=|#received-/.test(win.location.href);
}

/**
 * Loads a form's script when a visitor first focuses the form. Until then, or if loading fails, the browser submits the
 * form itself.
 */
export function wireForms(root: Document, win: Window): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-form]')) form.noValidate = true;
  // If loading fails, the browser submits the form itself.
  const turnTo = (form: HTMLFormElement | null | undefined) =>
    void (form && enhance(form).catch(() => undefined));
  root.addEventListener('focusin', ({ target }) => {
    // Available times are loaded as soon as their form's dialog is open.
    const dialog = (target as Element).closest?.('dialog');
    turnTo(formOf(target) ?? dialog?.querySelector<HTMLFormElement>('form:has([data-times])'));
  });
  root.addEventListener('submit', (event) => {
    const form = formOf(event.target);
    if (!form || form.dataset['state']) return;
    event.preventDefault();
    const again = () => form.requestSubmit(event.submitter);
    enhance(form).then(again, () => {
      form.dataset['state'] = 'plain';
      again();
    });
  });
  if (!hasSomethingToRestore(win)) return;
  load().then(
    ({ restoreForms }) => restoreForms(root, win),
    // If loading fails, the receipt stays as rendered; a draft is restored when its form gets focus.
    () => undefined,
  );
}
