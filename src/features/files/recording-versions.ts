import type { FileKind } from './store/file.table.ts';

type Named = { readonly name: string; readonly folder: string; readonly kind: FileKind };

/** The fields of a file that determine its recording. */
type Known = Named & {
  readonly recordingId: string;
  readonly proposedFor: string | null;
  readonly uploadedAt: Date;
};

/** The version at the end of a name: v3, version 3, rev. 3, (3), copy, final. */
const versionMark =
  /(?:(?<![\s_.-])[\s_.-]*\((\d{1,4})\)|(?:^|(?<![\s_.-])[\s_.-]+|(?<=\d))(?:(?:v|ver|version|rev|revision)[\s_.-]*(\d{1,4})|copy|final))$/i;

/** Returns the extension of a name with its dot, in lower case; empty if it has none. */
export const extensionOf = (name: string) => (/\.[^.\s]{1,8}$/.exec(name)?.[0] ?? '').toLowerCase();

/** Returns a name without extension and version suffix, and the version number. */
function partsOf(name: string): { readonly stem: string; readonly number: number | null } {
  let stem = name.slice(0, name.length - extensionOf(name).length).trim();
  let number: number | null = null;
  for (let found = versionMark.exec(stem); found && found.index > 0; found = versionMark.exec(stem)) {
    const digits = found[1] ?? found[2];
    number ??= digits === undefined ? null : Number(digits);
    stem = stem.slice(0, found.index);
  }
  return { stem, number };
}

/** Returns the name of a recording: its first file's name without extension and version. */
export const recordingNameOf = (name: string): string => partsOf(name).stem || name;

/** Returns the name of a download: the display name, with the extension that the file was uploaded with. */
export function downloadNameOf({
  name,
  originalName,
}: {
  name: string;
  originalName: string | null;
}): string {
  const extension = extensionOf(originalName ?? '');
  return name.toLowerCase().endsWith(extension) ? name : name + extension;
}

/** Returns the number of a new version: the one in its name if it is free, else the next. */
export function versionNumberFor(name: string, taken: readonly number[]): number {
  const { number } = partsOf(name);
  if (number !== null && !taken.includes(number)) return number;
  return Math.max(0, ...taken) + 1;
}

/**
 * Returns the existing recording that a file looks like a newer version of; null for none. Only a suggestion: names
 * match regardless of case, word separators and version suffixes, but not between two folders.
 */
export function suggestRecording({ name, folder, kind }: Named, known: readonly Known[]): string | null {
  const keyOf = (stem: string) => stem.toLowerCase().replaceAll(/[\s_.-]+/g, ' ');
  const { stem, number } = partsOf(name);
  const isSameFolder = (other: string) => folder === '' || other === '' || other === folder;
  const alike = known.filter(
    (file) =>
      file.kind === kind && isSameFolder(file.folder) && keyOf(partsOf(file.name).stem) === keyOf(stem),
  );
  // A copy is the same version in another format.
  const isCopy = alike.some(
    (file) => partsOf(file.name).number === number && extensionOf(file.name) !== extensionOf(name),
  );
  const [newest] = alike.toSorted((a, b) => b.uploadedAt.getTime() - a.uploadedAt.getTime());
  return isCopy || !newest ? null : (newest.proposedFor ?? newest.recordingId);
}

/** A file as a version of a recording. */
type Version = {
  readonly id: string;
  readonly name: string;
  readonly recordingId: string;
  readonly version: number;
};

const byVersion = (one: Version, other: Version) => one.version - other.version;

/** Returns the versions of a recording among these files, oldest first. */
export const versionsOf = <File extends Version>(files: readonly File[], recordingId: string): File[] =>
  files.filter((file) => file.recordingId === recordingId).toSorted(byVersion);

/** The name of a recording, after the first of its versions. */
export const nameOfRecording = (versions: readonly Pick<Version, 'name'>[]): string =>
  recordingNameOf(versions[0]?.name ?? '');

/** Returns the recordings of these files in order, each with its name and versions, oldest first. Linear time. */
export function recordingsIn<File extends Version>(files: readonly File[]) {
  const groups = Map.groupBy(files, ({ recordingId }) => recordingId);
  return Array.from(groups, ([id, group]) => {
    const versions = group.toSorted(byVersion);
    return { id, name: nameOfRecording(versions), versions };
  });
}

/** A file with the related data for its table row. */
export type FileInTable<File> = {
  readonly file: File;
  /** All versions of its recording, including itself, oldest first. */
  readonly versions: readonly File[];
  /** True for the first file of its recording in the table. */
  readonly isFirst: boolean;
  /** The newer version that took over its request for approval. */
  readonly newer: File | undefined;
};

/** Returns the files of a table in order; those of a recording are adjacent. Linear time. */
export function filesInTable<File extends Version & { readonly supersededBy: string | null }>(
  files: readonly File[],
): FileInTable<File>[] {
  const versionsOfEach = new Map(recordingsIn(files).map(({ id, versions }) => [id, versions]));
  const filesById = new Map(files.map((file) => [file.id, file]));
  return files.map((file, index) => ({
    file,
    versions: versionsOfEach.get(file.recordingId) ?? [],
    isFirst: files[index - 1]?.recordingId !== file.recordingId,
    newer: filesById.get(file.supersededBy ?? ''),
  }));
}

/**
 * Returns the revision rounds of a recording, whose versions are sorted oldest first: its versions, after the first,
 * that the client was asked to approve, and the round that a request for changes to the latest of these began. Null if
 * the client was asked to approve none.
 */
export function roundsOf(
  versions: readonly { readonly needsApproval: boolean; readonly changesRequestedAt: Date | null }[],
): number | null {
  const asked = versions.filter(({ needsApproval }) => needsApproval);
  const latest = asked.at(-1);
  return latest ? asked.length - 1 + (latest.changesRequestedAt ? 1 : 0) : null;
}
