import words from '#content/desk-projects.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { shortNameOf, type RecordingOptions } from './recording-options.ts';
import { RecordingSelect } from './recording-select.tsx';
import styles from './version-menu.module.css';

const { proposals: texts } = words.versions;

/** The longest name that stands in a question. */
const longestInQuestion = 80;

type Props = {
  readonly files: readonly ProjectFile[];
  readonly options: RecordingOptions;
  /** The file for which every recording can be chosen, where one is asked for. */
  readonly wholeOf: string | null;
};

function Proposal({ file, options, wholeOf }: Omit<Props, 'files'> & { readonly file: ProjectFile }) {
  const proposed = options.get(file.proposedFor ?? '');
  return (
    <RecordingSelect
      id={`recording-${file.id}`}
      name={`recording-${file.id}`}
      label={fill(texts.question, { file: shortNameOf(fileLabelOf(file), longestInQuestion) })}
      except={file.recordingId}
      likely={[
        ...(proposed ? [{ value: proposed.value, label: fill(texts.yes, proposed) }] : []),
        { value: 'own', label: texts.no },
      ]}
      other={texts.other}
      isWhole={wholeOf === file.id}
      {...{ file, options }}
    />
  );
}

/** Asks, after uploads, whether files whose names suggest it are versions of recordings that are there; none where none are. */
export function VersionProposals({ files, ...choice }: Props) {
  const ids = new Set(files.map(({ recordingId }) => recordingId));
  const undecided = files.filter(({ proposedFor }) => proposedFor !== null && ids.has(proposedFor));
  if (undecided.length === 0) return null;
  return (
    <form
      className={styles.proposals}
      method="post"
      action="?do=answer-proposals"
      aria-labelledby="version-proposals"
    >
      <h3 id="version-proposals">{texts.title}</h3>
      <p className="small">{texts.text}</p>
      {undecided.map((file) => (
        <Proposal key={file.id} file={file} {...choice} />
      ))}
      <div>
        <Button type="submit" label={texts.save} size="small" />
      </div>
    </form>
  );
}
