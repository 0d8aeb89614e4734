import words from '#content/desk-projects.yaml';
import type { ProjectFile } from '#src/features/recordings/files/list-project-files.ts';
import { recordingsIn } from '#src/features/recordings/files/recording-versions.ts';
import { fill } from '#src/platform/fill.ts';

const { versions: texts } = words;

/** A name of at most so many characters. What tells names apart, such as "v2.wav", often stands at their end. */
export function shortNameOf(name: string, longest: number): string {
  const characters = Array.from(name);
  if (characters.length <= longest) return name;
  const kept = Math.floor((longest - 1) / 2);
  return `${characters.slice(0, kept).join('')}…${characters.slice(-kept).join('')}`;
}

/** The longest name that stands in a choice: a select shows one line. */
const longestInChoice = 28;

/** The recordings of which a file can be a version, as choices: all but that which it is itself, alone. */
export function recordingOptionsFor(file: ProjectFile, files: readonly ProjectFile[]) {
  return recordingsIn(files).flatMap(({ id, name, versions }) => {
    if (id === file.recordingId && versions.length === 1) return [];
    const recording = shortNameOf(name, longestInChoice);
    const [first, last] = [versions[0]?.version, versions.at(-1)?.version].map(String);
    const label = fill(texts.choice[versions.length > 1 ? 1 : 0], {
      recording,
      first: first ?? '',
      last: last ?? '',
    });
    return [{ value: id, label, recording }];
  });
}
