import words from '#content/handover.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { asksForApproval, sectionsOf, type FileEntry } from '#src/features/files/arrange/file-groups.ts';
import { fill } from '#src/platform/fill.ts';
import { namesText } from '#src/workspace/count-words.ts';

const { delivered: texts } = words;

type Entry = FileEntry<ProjectFile>;

/** Returns the entries of the file list with masters, mixes and videos, except what the client sent. */
export const deliverables = (files: readonly ProjectFile[]): Entry[] =>
  sectionsOf(files.filter(({ isFromClient, needsApproval }) => !isFromClient || needsApproval))
    .toSorted((one, other) => Number(other.group === 'masters') - Number(one.group === 'masters'))
    .flatMap(({ group, entries }) => (asksForApproval(group) ? entries : []));

/** A final file, and the same recording in other formats. */
export type FinalFile = { readonly file: ProjectFile; readonly formats: readonly ProjectFile[] };

/**
 * Returns the final files of a project, masters first: of each master, mix and video the last approved version, else
 * the one shown first.
 */
export function finalsOf(files: readonly ProjectFile[]): FinalFile[] {
  return deliverables(files).map(({ file: shown, versions, formats }) => {
    const [approved] = versions
      .filter(({ approvedAt }) => approvedAt !== null)
      .toSorted((one, other) => other.version - one.version);
    const file = approved ?? shown;
    return { file, formats: formats.get(file.id) ?? [] };
  });
}

/** Names the final files in one of these sentences; '' if there are none. */
export function finalsText(
  finals: readonly FinalFile[],
  [one, several]: readonly [string, string] = texts.finals,
): string {
  if (finals.length === 0) return '';
  const files = namesText(finals.map(({ file }) => fileLabelOf(file)));
  return fill(finals.length === 1 ? one : several, { count: String(finals.length), files });
}
