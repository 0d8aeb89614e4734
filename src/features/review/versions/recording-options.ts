import words from '#content/desk-projects.yaml';
import { recordingsIn } from '#src/features/files/recording-versions.ts';
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

type RecordingOption = {
  readonly value: string;
  /** The recording's name with its versions. */
  readonly label: string;
  /** The recording's name only. */
  readonly recording: string;
};

export type RecordingOptions = ReadonlyMap<string, RecordingOption>;

/** The recordings of a project as choices, by their ids. */
export function recordingOptionsOf(files: Parameters<typeof recordingsIn>[0]): RecordingOptions {
  const options = recordingsIn(files).map(({ id, name, versions }) => {
    const recording = shortNameOf(name, longestInChoice);
    const [first, last] = [versions[0]?.version, versions.at(-1)?.version].map(String);
    const label = fill(texts.choice[versions.length > 1 ? 1 : 0], {
      recording,
      first: first ?? '',
      last: last ?? '',
    });
    return [id, { value: id, label, recording }] as const;
  });
  return new Map(options);
}
