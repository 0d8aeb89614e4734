import words from '#content/desk-projects.yaml';
import type { ProjectFile } from '#src/features/recordings/files/list-project-files.ts';
import { recordingsIn } from '#src/features/recordings/files/recording-versions.ts';
import { fill } from '#src/platform/fill.ts';

const { versions: texts } = words;

/** The longest part of a name that stands in a choice. */
const longestName = 60;

export const shortNameOf = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…` : name;

/** The recordings of which a file can be a version, as choices: all but that which it is itself, alone. */
export function recordingOptionsFor(file: ProjectFile, files: readonly ProjectFile[]) {
  return recordingsIn(files).flatMap(({ id, name, versions }) => {
    if (id === file.recordingId && versions.length === 1) return [];
    const recording = shortNameOf(name);
    const [first, last] = [versions[0]?.version, versions.at(-1)?.version].map(String);
    const label = fill(texts.choice[versions.length > 1 ? 1 : 0], {
      recording,
      first: first ?? '',
      last: last ?? '',
    });
    return [{ value: id, label, recording }];
  });
}
