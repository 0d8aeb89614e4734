import words from '#content/desk-projects.yaml';
import project from '#content/project.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { versionStages } from '#src/features/files/store/file.table.ts';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import type { FileInTable } from '#src/features/files/recording-versions.ts';
import table from '#src/workspace/desk-table.module.css';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { answerMessages } from '#src/workspace/page-action.ts';
import { type RecordingOptions, RecordingSelect, shortNameOf } from './recording-select.tsx';
import styles from './version-menu.module.css';

const { proposals: versionProposalsTexts } = words.versions;

/** The longest name in a question. */
const longestInQuestion = 80;

type Props = {
  readonly files: readonly ProjectFile[];
  readonly options: RecordingOptions;
  /** The id of the file whose select has all recordings, if requested. */
  readonly wholeOf: string | null;
};

function Proposal({ file, options, wholeOf }: Omit<Props, 'files'> & { readonly file: ProjectFile }) {
  const proposed = options.get(file.proposedFor ?? '');
  return (
    <RecordingSelect
      id={`recording-${file.id}`}
      name={`recording-${file.id}`}
      label={fill(versionProposalsTexts.question, {
        file: shortNameOf(fileLabelOf(file), longestInQuestion),
      })}
      except={file.recordingId}
      likely={[
        ...(proposed ? [{ value: proposed.value, label: fill(versionProposalsTexts.yes, proposed) }] : []),
        { value: 'own', label: versionProposalsTexts.no },
      ]}
      other={versionProposalsTexts.other}
      isWhole={wholeOf === file.id}
      {...{ file, options }}
    />
  );
}

/**
 * Asks after uploads whether files with similar names are versions of existing recordings. Renders nothing if there are
 * none.
 */
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
      <h3 id="version-proposals">{versionProposalsTexts.title}</h3>
      <p className="small">{versionProposalsTexts.text}</p>
      {undecided.map((file) => (
        <Proposal key={file.id} file={file} {...choice} />
      ))}
      <div>
        <Button type="submit" label={versionProposalsTexts.save} size="small" />
      </div>
    </form>
  );
}

const { versions: texts } = words;

type Versions = Pick<FileInTable<ProjectFile>, 'file' | 'versions'>;

/** Renders the buttons that move or mark a version. */
function VersionButtons({ file, versions }: Versions) {
  const place = versions.indexOf(file);
  const isFree = (other: ProjectFile | undefined) =>
    other !== undefined && file.approvedAt === null && other.approvedAt === null;
  const acts = [
    isFree(versions[place + 1]) && (['newer-version', texts.newer, texts.newerName] as const),
    isFree(versions[place - 1]) && (['older-version', texts.older, texts.olderName] as const),
    versions.length > 1 && !file.isPinned && (['pin-version', texts.pin, texts.pinName] as const),
    file.isPinned && (['unpin-version', texts.unpin, texts.unpinName] as const),
  ].filter((act) => act !== false);
  return acts.map(([action, label, name]) => (
    <Button
      key={action}
      type="submit"
      formAction={`?do=${action}`}
      label={label}
      aria-label={fill(name, { file: fileLabelOf(file) })}
      variant="secondary"
      size="small"
    />
  ));
}

/**
 * Renders the form that sets a file's recording, position and label, and pins it. Dragging a row submits it, too. Of an
 * approved version only the label and the pin can be changed.
 */
export function VersionMenu({
  file,
  versions,
  options,
  isWhole,
}: Versions & {
  readonly options: RecordingOptions;
  /** True if it is open, with all recordings in its select. */
  readonly isWhole: boolean;
}) {
  const named = (template: string) => fill(template, { file: fileLabelOf(file) });
  const isAlone = versions.length === 1;
  const known = isAlone ? undefined : options.get(file.recordingId);
  return (
    <details id={`version-of-${file.id}`} className={table.sure} open={isWhole}>
      <summary aria-label={named(texts.menuName)}>{texts.menu}</summary>
      <form
        className={styles.form}
        method="post"
        action="?do=set-version"
        aria-label={named(texts.menuName)}
        data-version-form
      >
        <input type="hidden" name="fileId" value={file.id} />
        {file.approvedAt ? (
          <p className="small">{texts.isLocked}</p>
        ) : (
          <RecordingSelect
            id={`recording-of-${file.id}`}
            name="recordingId"
            label={texts.recording}
            defaultValue={isAlone ? 'own' : file.recordingId}
            except={isAlone ? file.recordingId : null}
            likely={[{ value: 'own', label: texts.own }, ...(known ? [known] : [])]}
            other="{recording}"
            {...{ file, options, isWhole }}
          />
        )}
        <SelectField
          id={`stage-of-${file.id}`}
          name="stage"
          label={texts.stage}
          defaultValue={file.stage ?? ''}
          options={[
            { value: '', label: texts.noStage },
            ...versionStages.map((value) => ({ value, label: project.versions.stages[value] })),
          ]}
        />
        <div className={styles.acts}>
          <Button type="submit" label={texts.save} aria-label={named(texts.saveName)} size="small" />
          <VersionButtons {...{ file, versions }} />
        </div>
        {!file.approvedAt && <p className="small dim">{texts.hint}</p>}
        {!isAlone && <p className="small dim">{texts.pinText}</p>}
      </form>
    </details>
  );
}

const { drag, moving, moved, ordered, unreachable } = words.versions;

/** Explains how to make a file a version of another. */
export const VersionDragHint = () => <p className={`small italic dim ${styles.hint}`}>{drag}</p>;

/** The status line of `drag-versions.client.ts`. It stays when the table is refreshed. */
export const VersionDragStatus = () => (
  <p
    className={`small ${styles.said}`}
    role="status"
    data-version-said
    data-words={JSON.stringify({ ...answerMessages, moving, moved, ordered, unreachable })}
  />
);
