import { fill } from '#src/platform/fill.ts';
import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';

/** A chosen or dropped file, named with its folder path. */
export type ChosenFile = { readonly file: File; readonly name: string };

/** True for files that operating systems create in folders, such as .DS_Store. */
const isOfSystem = (name: string) => /^(?:\.|Thumbs\.db$|desktop\.ini$)/.test(name);

/** Returns the files chosen in a file or folder field. */
function chosenIn(input: HTMLInputElement): ChosenFile[] {
  const chosen = [...(input.files ?? [])].filter(
    ({ name, webkitRelativePath }) => webkitRelativePath === '' || !isOfSystem(name),
  );
  return chosen.map((file) => ({ file, name: file.webkitRelativePath || file.name }));
}

/** Browsers list a folder in batches of a hundred entries. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function filesOf(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFolder(entry)) {
    const inside = (await entriesIn(entry)).filter(({ name }) => !isOfSystem(name));
    return (await Promise.all(inside.map(filesOf))).flat();
  }
  if (!isFile(entry)) return [];
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  return [{ file, name: entry.fullPath.replace(/^\//, '') }];
}

/** Returns the dropped files, including those in dropped folders. Call it before the drop event ends. */
async function droppedIn(items: DataTransferItemList): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map(filesOf))).flat();
}

// Importing the day from `durations.ts` would make the page load another file.
const lifeMs = 24 * 3600_000;

const fingerprintPrefix = 'antinode';
/** Key prefix under which tus-js-client stores data for resuming uploads. */
const storedNames = 'tus::antinode';

/** The fingerprint by which tus-js-client recognises a file of this panel. */
export const fingerprintOf = (panelKey: string, { file, name }: ChosenFile) =>
  `${fingerprintPrefix} ${panelKey} ${name} ${file.size} ${file.lastModified}`;

/** The key prefix of a file's stored upload. */
const storedPrefix = (fingerprint: string) => storedNames + fingerprint.slice(fingerprintPrefix.length);

type Stored = {
  readonly metadata?: { readonly name?: string };
  readonly creationTime?: string;
  readonly uploadUrl?: string;
};

type InterruptedUpload = { readonly key: string; readonly name: string; readonly address: string };

/** Uploads from this panel that were interrupted within the last day. */
function interruptedUploads(panelKey: string): InterruptedUpload[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(`${storedNames} ${panelKey} `))
      .flatMap((key) => {
        const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Stored;
        const { metadata, creationTime = '', uploadUrl: address = '' } = stored;
        const isOld = Date.now() - Date.parse(creationTime) > lifeMs;
        if (isOld) localStorage.removeItem(key);
        return isOld || metadata?.name === undefined ? [] : [{ key, name: metadata.name, address }];
      });
  } catch {
    // Storage is blocked or holds foreign data.
    return [];
  }
}

/** The keys stored for resuming uploads of this file; none if storage is blocked. */
function storedKeysOf(fingerprint: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(storedPrefix(fingerprint)));
  } catch {
    return [];
  }
}

/** Keeps the stored upload for another day, as long as the server keeps its bytes. */
export function keepStored(fingerprint: string): void {
  for (const key of storedKeysOf(fingerprint)) {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Stored;
    localStorage.setItem(key, JSON.stringify({ ...stored, creationTime: new Date().toString() }));
  }
}

/** Deletes the stored upload of a file, before the server has answered. */
export const forgetStored = (fingerprint: string): void =>
  storedKeysOf(fingerprint).forEach((key) => localStorage.removeItem(key));

/** Also removes the server's part, which would otherwise reserve disk space for a day. */
function forget({ key, address }: InterruptedUpload): void {
  localStorage.removeItem(key);
  void fetch(address, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}

/** Lists the resumable uploads, except active ones, each with a button to discard it. */
export function showInterrupted(panel: HTMLElement, underWay: readonly string[] = []): void {
  const list = panel.querySelector<HTMLElement>('[data-upload-interrupted]');
  if (!list) return;
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
  const interrupted = interruptedUploads(panel.dataset['upload'] ?? '').filter(
    ({ key }) => !underWay.some((fingerprint) => key.startsWith(storedPrefix(fingerprint))),
  );
  list.hidden = interrupted.length === 0;
  list.replaceChildren(
    ...interrupted.map((upload) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = words['forget'] ?? '';
      button.addEventListener('click', () => {
        forget(upload);
        showInterrupted(panel, underWay);
        panel.querySelector<HTMLElement>('[data-upload-file]')?.focus();
      });
      item.append(fill(words['again'] ?? '', { file: upload.name }), ' ', button);
      return item;
    }),
  );
}

/** Handles files dropped on the panel. */
function takeDropped(panel: HTMLElement, add: (files: Promise<ChosenFile[]>) => void): void {
  const show = (isOver: boolean) => panel.toggleAttribute('data-upload-over', isOver);
  panel.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    show(true);
  });
  panel.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) show(false);
  });
  panel.addEventListener('drop', (event) => {
    show(false);
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    add(droppedIn(event.dataTransfer.items));
  });
}

/** Wires the upload form of the page; the uploader itself is loaded when files are chosen or dropped. */
export function wireUploads(root: Document): void {
  const panel = root.querySelector<HTMLElement>('[data-upload]');
  if (!panel) return;
  showInterrupted(panel);
  const loadCode = importAgain(() => import('./upload.client.ts'));
  const load = loadOnce(async () => (await loadCode()).createUploads(panel));
  const notTaken = panel.querySelector<HTMLElement>('[data-upload-not-taken] > *');
  const add = async (chosen: ChosenFile[] | Promise<ChosenFile[]>) => {
    const uploads = await load();
    // A dropped folder may not be readable.
    const files = await Promise.resolve(chosen).catch(() => null);
    if (uploads && files) uploads.add(files);
    if (notTaken) notTaken.hidden = uploads !== null && files !== null;
  };
  for (const input of panel.querySelectorAll<HTMLInputElement>('[data-upload-file], [data-upload-folder]')) {
    const take = () => {
      const chosen = chosenIn(input);
      // Cleared, so that the same files can be chosen again.
      input.value = '';
      if (chosen.length > 0) void add(chosen);
    };
    input.addEventListener('change', take);
    // Handles files chosen before this script was loaded.
    take();
  }
  takeDropped(panel, (files) => void add(files));
}
