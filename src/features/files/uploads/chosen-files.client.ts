/** A file that was chosen or dropped, under its name with the folders around it. */
export type ChosenFile = { readonly file: File; readonly name: string };

/** True for files that operating systems put into folders for themselves. */
const isOfSystem = (name: string) => /^(?:\.|Thumbs\.db$|desktop\.ini$)/.test(name);

/** The files chosen in a field for files, or in a folder. */
export function chosenIn(input: HTMLInputElement): ChosenFile[] {
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
export async function droppedIn(items: DataTransferItemList): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map(filesOf))).flat();
}
