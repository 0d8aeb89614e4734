import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fill } from '#src/platform/fill.ts';

/** Short enough that the page answers between two slices. */
const sliceBytes = 1024 * 1024;

/**
 * Returns the SHA-256 of a file, hexadecimal, and reports the share that has been read. Reads one slice at a time, so that a file of any
 * size fits in memory. Rejects if the file cannot be read or `signal` aborts.
 */
export async function hashFile(
  file: Blob,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += sliceBytes) {
    const slice = await file.slice(at, at + sliceBytes).arrayBuffer();
    signal.throwIfAborted();
    hash.update(new Uint8Array(slice));
    onProgress(Math.min(1, (at + slice.byteLength) / file.size));
  }
  return bytesToHex(hash.digest());
}

type Parts = {
  readonly form: HTMLFormElement;
  readonly words: Readonly<Record<'reading' | 'cancelled' | 'failed', string>>;
  /** Shows an error; null removes it. */
  readonly fail: (message: string | null) => void;
};

/** Returns the function that hashes a chosen file, shows the progress, and posts the hash by the page's form. */
export function createVerifier({ form, words, fail }: Parts): (file: File) => Promise<void> {
  const find = <Found extends Element>(selector: string) => form.querySelector<Found>(selector);
  const panel = find<HTMLElement>('[data-verify-progress]');
  const bar = find<HTMLProgressElement>('progress');
  const said = find<HTMLElement>('[data-verify-said]');
  const live = find<HTMLElement>('[data-verify-live]');
  const input = find<HTMLInputElement>('[data-verify-file]');
  const field = find<HTMLInputElement>('[name="sha256"]');
  let reading = new AbortController();
  const show = (file: File, share: number) => {
    if (bar) bar.value = share;
    if (said)
      said.textContent = fill(words.reading, { file: file.name, percent: String(Math.floor(share * 100)) });
  };
  const reset = (message: string) => {
    reading.abort();
    if (panel) panel.hidden = true;
    if (live) live.textContent = message;
    if (input) input.value = '';
  };
  find('[data-verify-cancel]')?.addEventListener('click', () => {
    reset(words.cancelled);
    input?.focus();
  });
  return async (file) => {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    fail(null);
    if (live) live.textContent = '';
    if (panel) panel.hidden = false;
    show(file, 0);
    const hash = await hashFile(file, { signal, onProgress: (share) => show(file, share) }).catch(() => null);
    if (signal.aborted) return;
    reset('');
    if (hash === null) return fail(words.failed);
    if (field) field.value = hash;
    form.requestSubmit();
  };
}
