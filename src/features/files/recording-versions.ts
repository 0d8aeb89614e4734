import { recordingNameOf } from './suggest-recording.ts';

/** A file as a version of a recording. */
type Version = {
  readonly id: string;
  readonly name: string;
  readonly recordingId: string;
  readonly version: number;
};

const byVersion = (one: Version, other: Version) => one.version - other.version;

/** The versions of a recording among these files, the oldest first. */
export const versionsOf = <File extends Version>(files: readonly File[], recordingId: string): File[] =>
  files.filter((file) => file.recordingId === recordingId).toSorted(byVersion);

/** The name of a recording, after the first of its versions. */
export const nameOfRecording = (versions: readonly Pick<Version, 'name'>[]): string =>
  recordingNameOf(versions[0]?.name ?? '');

/** The recordings of these files in their order, each with its name and its versions, the oldest first. Looks at each file once. */
export function recordingsIn<File extends Version>(files: readonly File[]) {
  const groups = Map.groupBy(files, ({ recordingId }) => recordingId);
  return Array.from(groups, ([id, group]) => {
    const versions = group.toSorted(byVersion);
    return { id, name: nameOfRecording(versions), versions };
  });
}

/** A file with what its row in a table says of others. */
export type FileInTable<File> = {
  readonly file: File;
  /** All versions of its recording, itself included, the oldest first. */
  readonly versions: readonly File[];
  /** Whether it is the first of its recording in the table. */
  readonly isFirst: boolean;
  /** The newer version that took over its request for approval. */
  readonly newer: File | undefined;
};

/** The files of a table in their order, in which those of a recording follow each other. Looks at each file once. */
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
 * How many revision rounds a recording has had: its versions after the first that the client was asked to approve. Null where
 * the client was asked to approve none.
 */
export function roundsOf(versions: readonly { readonly needsApproval: boolean }[]): number | null {
  const asked = versions.filter(({ needsApproval }) => needsApproval).length;
  return asked === 0 ? null : asked - 1;
}
