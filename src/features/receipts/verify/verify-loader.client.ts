import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';

/** Wires the page that verifies a file; the code that hashes is loaded when a file is chosen or dropped. */
export function wireVerify(root: Document): void {
  root.querySelector<HTMLElement>('#answer, [data-verify] [aria-invalid]')?.focus();
  const form = root.querySelector<HTMLFormElement>('[data-verify]');
  const input = form?.querySelector<HTMLInputElement>('[data-verify-file]');
  if (!form || !input) return;
  const words = JSON.parse(form.dataset['words'] ?? '{}') as Record<
    'reading' | 'cancelled' | 'failed' | 'notLoaded',
    string
  >;
  const notice = form.querySelector<HTMLElement>('[data-verify-failed] > *');
  const fail = (message: string | null) => {
    if (!notice) return;
    notice.hidden = message === null;
    notice.querySelector('span')?.replaceChildren(message ?? '');
  };
  const loadCode = importAgain(() => import('./hash-file.client.ts'));
  const load = loadOnce(async () => (await loadCode()).createVerifier({ form, words, fail }));
  const take = async (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (!file) return;
    const verify = await load();
    if (verify) await verify(file);
    else fail(words.notLoaded);
  };
  input.addEventListener('change', () => void take(input.files));
  const show = (isOver: boolean) => form.toggleAttribute('data-verify-over', isOver);
  // A file dropped next to the field would otherwise replace the page.
  form.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    show(true);
  });
  form.addEventListener('dragleave', () => show(false));
  form.addEventListener('drop', (event) => {
    show(false);
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    void take(event.dataTransfer.files);
  });
  // A file chosen before this script was loaded.
  void take(input.files);
}
