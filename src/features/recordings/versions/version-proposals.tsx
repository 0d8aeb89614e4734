import words from '#content/desk-projects.yaml';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import type { ProjectFile } from '#src/features/recordings/files/list-project-files.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { recordingOptionsFor, shortNameOf } from './recording-options.ts';
import styles from './version-menu.module.css';

const { proposals: texts } = words.versions;

/** The longest name that stands in a question. */
const longestInQuestion = 80;

function Proposal({ file, files }: { readonly file: ProjectFile; readonly files: readonly ProjectFile[] }) {
  const options = recordingOptionsFor(file, files);
  const proposed = options.filter(({ value }) => value === file.proposedFor);
  const others = options.filter(({ value }) => value !== file.proposedFor);
  return (
    <SelectField
      id={`recording-${file.id}`}
      name={`recording-${file.id}`}
      label={fill(texts.question, { file: shortNameOf(fileLabelOf(file), longestInQuestion) })}
      options={[
        ...proposed.map(({ value, recording }) => ({ value, label: fill(texts.yes, { recording }) })),
        { value: 'own', label: texts.no },
        ...others.map(({ value, label }) => ({ value, label: fill(texts.other, { recording: label }) })),
      ]}
    />
  );
}

/** Asks, after uploads, whether files whose names suggest it are versions of recordings that are there; none where none are. */
export function VersionProposals({ files }: { readonly files: readonly ProjectFile[] }) {
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
        <Proposal key={file.id} file={file} files={files} />
      ))}
      <div>
        <Button type="submit" label={texts.save} size="small" />
      </div>
    </form>
  );
}
