const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>('form[data-form]') : null;

const load = () => import('./enhance-form.client.ts');

const enhance = async (form: HTMLFormElement) => (await load()).enhanceForm(form);

/** Is there something to bring back: a draft, a service to choose, the receipt of a form that the browser sent by itself? */
function hasSomethingToRestore(win: Window): boolean {
  try {
    if (Object.keys(win.sessionStorage).some((key) => key.startsWith('antinode:draft:'))) return true;
  } catch {
    // Blocked storage holds no drafts.
  }
  return /[?&]service=|#received-/.test(win.location.href);
}

/** Gives every form its script when somebody first turns to it; until then, and without it, the browser sends forms. */
export function wireForms(root: Document, win: Window): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-form]')) form.noValidate = true;
  root.addEventListener('focusin', ({ target }) => {
    const form = formOf(target);
    // Where it does not load, the browser's own way remains.
    if (form) enhance(form).catch(() => undefined);
  });
  root.addEventListener('submit', (event) => {
    const form = formOf(event.target);
    if (!form || form.dataset['state']) return;
    event.preventDefault();
    enhance(form).then(
      () => form.requestSubmit(),
      () => form.submit(),
    );
  });
  if (!hasSomethingToRestore(win)) return;
  load().then(
    ({ restoreForms }) => restoreForms(root, win),
    // The receipt then stands as the browser shows it; a draft comes back when its form is turned to.
    () => undefined,
  );
}
