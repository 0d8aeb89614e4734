import words from '#content/desk-projects.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { fill } from '#src/platform/fill.ts';
import { SelectField, type Option } from '#src/ui/field.tsx';
import styles from './version-menu.module.css';
import { recordingsIn } from '#src/features/files/recording-versions.ts';

const { versions: recordingOptionsTexts } = words;

/** Shortens a name to at most `longest` characters, keeping its end, which often distinguishes names ("v2.wav"). */
export function shortNameOf(name: string, longest: number): string {
  const characters = Array.from(name);
  if (characters.length <= longest) return name;
  const kept = Math.floor((longest - 1) / 2);
  return `${characters.slice(0, kept).join('')}…${characters.slice(-kept).join('')}`;
}

/** The longest name in an option: a select shows one line. */
const longestInChoice = 28;

type RecordingOption = {
  readonly value: string;
  /** The recording's name with its versions. */
  readonly label: string;
  /** The recording's name. */
  readonly recording: string;
};

export type RecordingOptions = ReadonlyMap<string, RecordingOption>;

/** Returns the recordings of a project as options, by id. */
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

/** Renders all recordings of the page once; `drag-versions.client.ts` completes each select from them. */
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
 * Selects the recording that a file is a version of. Contains only the likely answers, since all recordings in every
 * row would be many; the others come from `RecordingList` at first use. Without scripts a link opens the page with all
 * of them (`isWhole`).
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
  /** The recording that contains only this file. */
  readonly except: string | null;
  readonly likely: readonly Option[];
  /** The label of the option for another recording, with `{recording}`. */
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
