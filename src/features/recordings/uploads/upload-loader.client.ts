const lifeMs = 24 * 3600_000;

/** What the browser keeps of an upload that is not finished; tus-js-client writes it under this prefix. */
const keptPrefix = (projectId: string) => `tus::antinode ${projectId} `;

type Kept = { readonly key: string; readonly name: string };

/** Uploads to this project that were interrupted within the last day. */
function keptUploads(projectId: string): Kept[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(keptPrefix(projectId)))
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
    // A browser that keeps nothing, or something that is not ours.
    return [];
  }
}

/** Tells which uploads wait to be gone on with. */
export function showInterrupted(panel: HTMLElement): void {
  const list = panel.querySelector<HTMLElement>('[data-upload-interrupted]');
  if (!list) return;
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
  const kept = keptUploads(panel.dataset['upload'] ?? '');
  list.hidden = kept.length === 0;
  list.replaceChildren(
    ...kept.map(({ key, name }) => {
      const item = document.createElement('li');
      const forget = document.createElement('button');
      forget.type = 'button';
      forget.textContent = words['forget'] ?? '';
      forget.addEventListener('click', () => {
        localStorage.removeItem(key);
        showInterrupted(panel);
        panel.querySelector<HTMLElement>('[data-upload-file]')?.focus();
      });
      item.append(
        (words['again'] ?? '').replace('{file}', () => name),
        ' ',
        forget,
      );
      return item;
    }),
  );
}

/** Lets files be uploaded on this page. What does it comes when a file is chosen. */
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
