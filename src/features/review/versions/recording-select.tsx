import words from '#content/desk-projects.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { fill } from '#src/platform/fill.ts';
import { SelectField, type Option } from '#src/ui/field.tsx';
import styles from './version-menu.module.css';
import { recordingsIn } from '#src/features/files/recording-versions.ts';

const { versions: recordingOptionsTexts } = words;

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
    const label = fill(recordingOptionsTexts.choice[versions.length > 1 ? 1 : 0], {
      recording,
      first: first ?? '',
      last: last ?? '',
    });
    return [id, { value: id, label, recording }] as const;
  });
  return new Map(options);
}

const { versions: texts } = words;

/** All recordings of the page once, from which `recording-select.client.ts` completes each select. */
export const RecordingList = ({ options }: { readonly options: RecordingOptions }) => (
  <datalist id="recordings">
    {Array.from(options.values(), ({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </datalist>
);

/**
 * Chooses the recording that a file is a version of. It holds only the likely answers, since all recordings in every row would be
 * many; the others come from `RecordingList` when it is first used. Without scripts a link leads to the page with all of them
 * (`isWhole`).
 */
export function RecordingSelect({
  file,
  options,
  except,
  likely,
  other,
  isWhole,
  ...field
}: {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly defaultValue?: string;
  readonly file: ProjectFile;
  readonly options: RecordingOptions;
  /** The recording that the file already is, alone. */
  readonly except: string | null;
  readonly likely: readonly Option[];
  /** The option for another recording, with `{recording}`. */
  readonly other: string;
  readonly isWhole: boolean;
}) {
  const shown = new Set([except, ...likely.map(({ value }) => value)]);
  const hasMore = !isWhole && options.size > [...shown].filter((id) => id !== null && options.has(id)).length;
  const others = (isWhole ? [...options.values()] : [])
    .filter(({ value }) => !shown.has(value))
    .map(({ value, label }) => ({ value, label: fill(other, { recording: label }) }));
  return (
    <div>
      <SelectField
        {...field}
        options={[...likely, ...others]}
        data-more={hasMore ? other : undefined}
        data-except={except ?? undefined}
      />
      {hasMore && (
        <a
          className={`small ${styles.all}`}
          href={`?menu=${file.id}#${field.id}`}
          aria-label={fill(texts.allName, { file: fileLabelOf(file) })}
        >
          {texts.all}
        </a>
      )}
    </div>
  );
}
