import { fill } from '#src/platform/fill.ts';

const lifeMs = 24 * 3600_000;

/** The prefix under which tus-js-client stores what it needs to resume an upload to this project. */
const storedPrefix = (projectId: string) => `tus::antinode ${projectId} `;

type InterruptedUpload = { readonly key: string; readonly name: string };

/** Uploads to this project that were interrupted within the last day. */
function interruptedUploads(projectId: string): InterruptedUpload[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(storedPrefix(projectId)))
      .flatMap((key) => {
        const { metadata, creationTime } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
          metadata?: { name?: string };
          creationTime?: string;
        };
        const isOld = Date.now() - Date.parse(creationTime ?? '') > lifeMs;
        if (isOld) localStorage.removeItem(key);
        return isOld || metadata?.name === undefined ? [] : [{ key, name: metadata.name }];
      });
  } catch {
    // Storage is blocked, or holds something that is not ours.
    return [];
  }
}

/** Lists the interrupted uploads that can be resumed, each with a button to forget it. */
export function showInterrupted(panel: HTMLElement): void {
  const list = panel.querySelector<HTMLElement>('[data-upload-interrupted]');
  if (!list) return;
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
  const interrupted = interruptedUploads(panel.dataset['upload'] ?? '');
  list.hidden = interrupted.length === 0;
  list.replaceChildren(
    ...interrupted.map(({ key, name }) => {
      const item = document.createElement('li');
      const forget = document.createElement('button');
      forget.type = 'button';
      forget.textContent = words['forget'] ?? '';
      forget.addEventListener('click', () => {
        localStorage.removeItem(key);
        showInterrupted(panel);
        panel.querySelector<HTMLElement>('[data-upload-file]')?.focus();
      });
      item.append(fill(words['again'] ?? '', { file: name }), ' ', forget);
      return item;
    }),
  );
}

/** Wires the upload form of the page; the uploader itself is loaded when a file is chosen. */
export function wireUploads(root: Document): void {
  const panel = root.querySelector<HTMLElement>('[data-upload]');
  const input = panel?.querySelector<HTMLInputElement>('[data-upload-file]');
  if (!panel || !input) return;
  showInterrupted(panel);
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void import('./upload.client.ts').then(({ startUpload }) => startUpload(panel, file));
  });
}
