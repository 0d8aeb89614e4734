import { fill } from '#src/platform/fill.ts';
import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';

/** A file that was chosen or dropped, under its name with the folders around it. */
export type ChosenFile = { readonly file: File; readonly name: string };

/** True for files that operating systems put into folders for themselves. */
const isOfSystem = (name: string) => /^(?:\.|Thumbs\.db$|desktop\.ini$)/.test(name);

/** The files chosen in a field for files, or in a folder. */
function chosenIn(input: HTMLInputElement): ChosenFile[] {
  const chosen = [...(input.files ?? [])].filter(
    ({ name, webkitRelativePath }) => webkitRelativePath === '' || !isOfSystem(name),
  );
  return chosen.map((file) => ({ file, name: file.webkitRelativePath || file.name }));
}

/** A browser gives a folder in parts of a hundred entries. */
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

/** The files that were dropped, with those in dropped folders. Call it before the drop event ends. */
async function droppedIn(items: DataTransferItemList): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map(filesOf))).flat();
}

// Imported from `durations.ts`, the day would be one more file for the page to load.
const lifeMs = 24 * 3600_000;

const fingerprintPrefix = 'antinode';
/** Under which tus-js-client stores what it needs to resume the uploads of this site. */
const storedNames = 'tus::antinode';

/** The text by which tus-js-client recognises a file of this panel. */
export const fingerprintOf = (panelKey: string, { file, name }: ChosenFile) =>
  `${fingerprintPrefix} ${panelKey} ${name} ${file.size} ${file.lastModified}`;

/** The prefix under which it stores the upload of a file. */
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
    // Storage is blocked, or holds something that is not ours.
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

/** Removes the server's part, too, which would keep room on its disk for a day. */
function forget({ key, address }: InterruptedUpload): void {
  localStorage.removeItem(key);
  void fetch(address, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}

/** Lists the interrupted uploads that can be resumed, but for those under way, each with a button to forget it. */
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

/** Takes files that are dragged onto the panel. */
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
      // Emptied, so that the same files can be chosen again.
      input.value = '';
      if (chosen.length > 0) void add(chosen);
    };
    input.addEventListener('change', take);
    // Takes files that were chosen before this script was loaded.
    take();
  }
  takeDropped(panel, (files) => void add(files));
}
