import { draftPrefix } from './draft-key.ts';

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>('form[data-form]') : null;

const load = () => import('./enhance-form.client.ts');

const enhance = async (form: HTMLFormElement) => (await load()).enhanceForm(form);

/** Is there something to bring back: a draft, a service to choose, the receipt of a form that the browser sent by itself? */
function hasSomethingToRestore(win: Window): boolean {
  try {
    if (Object.keys(win.sessionStorage).some((key) => key.startsWith(draftPrefix))) return true;
  } catch {
    // Blocked storage holds no drafts.
  }
  return /[?&]service=|#received-/.test(win.location.href);
}

/**
 * Loads the script of a form when a visitor first focuses it. Before that, and if it fails to load, the browser sends
 * the form itself.
 */
export function wireForms(root: Document, win: Window): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-form]')) form.noValidate = true;
  // If it fails to load, the browser sends the form itself.
  const turnTo = (form: HTMLFormElement | null | undefined) =>
    void (form && enhance(form).catch(() => undefined));
  root.addEventListener('focusin', ({ target }) => {
    // Times are asked for as soon as the dialog with their form is open.
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
    // The receipt then stands as the browser shows it; a draft comes back when its form is turned to.
    () => undefined,
  );
}
