import words from '#content/handover.yaml';
import { fill } from '#src/platform/fill.ts';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { ActionButton, FoldedForm } from '#src/workspace/action-forms.tsx';
import styles from '#src/workspace/desk-table.module.css';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { momentDayText } from '#src/workspace/time-text.ts';
import { FileName } from '../file-name.tsx';
import { fileSizeText } from '../file-size.ts';
import { deletedAfter, removedForDays, type RemovedFile } from './removed-files.ts';
import fold from '#src/workspace/fold.module.css';
import own from './removed-files.module.css';

const { removed: texts } = words;

/** Further files are collapsed. */
const mostShown = 20;

function Row({
  file: { id, name, version, sizeBytes, removedAt, removedByName },
}: {
  readonly file: RemovedFile;
}) {
  const named = (template: string) => fill(template, { file: name });
  return (
    <tr>
      <th scope="row" className={styles.main}>
        <FileName name={name} />
        <p className="italic dim">
          {fill(texts.version, { version: String(version) })}, {fileSizeText(sizeBytes)}
        </p>
      </th>
      <td>
        <FormattedText
          template={texts.by}
          values={{ day: momentDayText(removedAt), name: removedByName ?? '' }}
        />
      </td>
      <td>
        <span className={own.label}>{texts.deleted} </span>
        {momentDayText(deletedAfter(removedAt))}
      </td>
      <td className={styles.end}>
        <div className={styles.acts}>
          <ActionButton
            field="fileId"
            id={id}
            action="restore-file"
            label={texts.restore}
            name={named(texts.restoreName)}
          />
          <FoldedForm
            label={texts.delete}
            name={named(texts.deleteName)}
            action="?do=delete-removed-file"
            fields={{ fileId: id }}
            submit={texts.deleteSure}
            submitName={named(texts.deleteSureName)}
            variant="danger"
          >
            <p>{texts.deleteText}</p>
          </FoldedForm>
        </div>
      </td>
    </tr>
  );
}

function Rows({ files }: { readonly files: readonly RemovedFile[] }) {
  return (
    <table className={styles.table} data-of="files">
      <caption className="sr-only">{texts.title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.removed}</th>
          <th scope="col">{texts.deleted}</th>
          <th scope="col">
            <span className="sr-only">{texts.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <Row key={file.id} file={file} />
        ))}
      </tbody>
    </table>
  );
}

/** Renders the actions on all removed files. */
const AllButtons = () => (
  <div className={own.all}>
    <PostButton action="?do=restore-file" fields={{ fileId: 'all' }} label={texts.restoreAll} />
    <FoldedForm
      label={texts.deleteAll}
      name={texts.deleteAll}
      action="?do=delete-removed-file"
      fields={{ fileId: 'all' }}
      submit={texts.deleteAllSure}
      variant="danger"
    >
      <p>{texts.deleteAllText}</p>
    </FoldedForm>
  </div>
);

/** Renders the removed files of a project with the space that they take, closed until opened; nothing if there are none. */
export function RemovedFilesPanel({ files }: { readonly files: readonly RemovedFile[] }) {
  if (files.length === 0) return null;
  const [one, several] = texts.summary;
  const size = fileSizeText(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const more = files.slice(mostShown);
  return (
    <Panel id="removed-files" title={texts.title}>
      <details className={fold.fold}>
        <summary>{fill(files.length === 1 ? one : several, { count: String(files.length), size })}</summary>
        <p className={`small dim ${own.box}`}>{fill(texts.text, { days: String(removedForDays) })}</p>
        <Rows files={files.slice(0, mostShown)} />
        {more.length > 0 && (
          <details className={fold.fold}>
            <summary>{fill(texts.more, { count: String(more.length) })}</summary>
            <Rows files={more} />
          </details>
        )}
        {files.length > 1 && <AllButtons />}
      </details>
    </Panel>
  );
}
