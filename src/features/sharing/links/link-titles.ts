import { fileLabelOf, fileNameOf } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { nameOfRecording, versionsOf } from '#src/features/files/recording-versions.ts';
import type { LinkEntry } from './create-link.ts';

/** Returns the file that an entry covers now; undefined if there is none. */
export const fileOfEntry = <File extends Pick<ProjectFile, 'id' | 'recordingId' | 'version' | 'name'>>(
  files: readonly File[],
  { fileId, recordingId }: Pick<LinkEntry, 'fileId' | 'recordingId'>,
): File | undefined =>
  fileId === null ? versionsOf(files, recordingId ?? '').at(-1) : files.find(({ id }) => id === fileId);

/** Returns the title of a file for guests, if the link gives it none: its name without its extension. */
export function usualTitleOf(
  files: readonly ProjectFile[],
  { fileId, recordingId }: Pick<LinkEntry, 'fileId' | 'recordingId'>,
): string {
  if (fileId === null) return fileNameOf(nameOfRecording(versionsOf(files, recordingId ?? '')));
  const file = files.find(({ id }) => id === fileId);
  // What follows the last dot of “Mix v1.2” is no extension.
  return file ? fileLabelOf(file).replace(/\.[a-z][a-z\d]{1,4}$/i, '') : '';
}

/** Returns the title of an entry. */
export const titleOfEntry = (files: readonly ProjectFile[], entry: LinkEntry): string =>
  entry.title ?? usualTitleOf(files, entry);
