import type { ReactNode } from 'react';
import words from '#content/desk-projects.yaml';
import portal from '#content/portal.yaml';
import sound from '#content/sound.yaml';
import { FileName, fileLabelOf } from '../file-name.tsx';
import { fileSizeText } from '../file-size.ts';
import { momentDayText, momentText } from '#src/workspace/time-text.ts';
import { ActionButton, FoldedForm } from '#src/workspace/action-forms.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Empty } from '#src/ui/panel.tsx';
import { FileStateMark, RequestedChanges } from '../approvals/approve-dialog.tsx';
import styles from '#src/workspace/desk-table.module.css';
import { RecordingCover } from '../covers/recording-cover.tsx';
import { NameCell } from './name-cell.tsx';
import { ReceiptLink } from '../approvals/receipt-link.tsx';
import { FileHash } from '../file-hash.tsx';
import { isPlayed, lacksSound } from '../store/file-type.ts';
import type { ProjectFile } from '../list-project-files.ts';
import { filesInTable, type FileInTable } from '../recording-versions.ts';
import { VersionLine } from './version-line.tsx';

const { files: texts } = words;

type Row = FileInTable<ProjectFile>;

function Approval({ row: { file, newer }, now }: { readonly row: Row; readonly now: Date }) {
  if (file.approvedAt) {
    const by = fill(texts.approvedBy, {
      name: file.approvedByName ?? '',
      moment: momentText(file.approvedAt, now, portal.today),
    });
    return (
      <>
        <FileStateMark state="approved" />
        <p className="italic dim">{by}</p>
        <FileHash template={texts.hash} sha256={file.sha256} />
        <ReceiptLink file={file} />
      </>
    );
  }
  if (file.state)
    return (
      <>
        <FileStateMark state={file.state} />
        <RequestedChanges file={file} now={now} />
      </>
    );
  return (
    <span className="italic dim">
      {file.needsApproval && newer ? (
        <FormattedText template={texts.superseded} values={{ file: fileLabelOf(newer) }} />
      ) : (
        texts.notNeeded
      )}
    </span>
  );
}

function FileButtons({ file }: { readonly file: ProjectFile }) {
  const named = (template: string) => fill(template, { file: fileLabelOf(file) });
  return (
    <>
      {file.isWaiting ? (
        <ActionButton
          field="fileId"
          id={file.id}
          action="waive-approval"
          label={texts.waive}
          name={named(texts.waiveName)}
        />
      ) : (
        <ActionButton
          field="fileId"
          id={file.id}
          action="require-approval"
          label={texts.require}
          name={named(texts.requireName)}
        />
      )}
      <FoldedForm
        label={texts.remove}
        name={named(texts.removeName)}
        action="?do=remove-file"
        fields={{ fileId: file.id }}
        submit={texts.removeSure}
        submitName={named(texts.removeSureName)}
        variant="danger"
      >
        <p>{texts.removeText}</p>
      </FoldedForm>
    </>
  );
}

type RowProps = {
  readonly files: readonly ProjectFile[];
  readonly now: Date;
  /** The revision rounds agreed per recording of the project. */
  readonly agreedRounds: number | null;
  /** Renders the menu that sets the version of a row's file. */
  readonly menuOf: (row: Row) => ReactNode;
};

function FileRow({ row, files, now, agreedRounds, menuOf }: RowProps & { readonly row: Row }) {
  const { file } = row;
  const label = fileLabelOf(file);
  return (
    <tr data-version={file.recordingId} data-name={label} draggable={file.approvedAt === null}>
      <th scope="row" className={styles.main}>
        <NameCell
          file={file}
          of={files}
          cover={<RecordingCover file={`/portal/files/${file.id}`} figureKey={file.figureKey} isHeld />}
          link={
            <a href={`/portal/files/${file.id}`} dir="auto" className={styles.name}>
              <FileName name={label} />
            </a>
          }
          beside={
            isPlayed(file) && (
              <a
                href={`/desk/projects/${file.projectId}?file=${file.id}#player`}
                className={styles.name}
                aria-label={fill(file.kind === 'video' ? texts.watchName : texts.listenName, { file: label })}
              >
                {file.kind === 'video' ? texts.watch : texts.listen}
              </a>
            )
          }
        >
          <p className="italic dim">
            {texts.kinds[file.kind]}, {fileSizeText(file.sizeBytes)}
          </p>
          {lacksSound(file) && <p className="small dim">{sound.reasons['no-sound']}</p>}
          <VersionLine {...{ row, agreedRounds }} />
        </NameCell>
      </th>
      <td>{fill(texts.by, { day: momentDayText(file.uploadedAt), name: file.uploadedByName })}</td>
      <td>
        <Approval {...{ row, now }} />
      </td>
      <td className={styles.end}>
        <div className={styles.acts}>
          {!file.approvedAt && <FileButtons file={file} />}
          {menuOf(row)}
        </div>
      </td>
    </tr>
  );
}

/**
 * Renders the desk's table of a project's files with their types, approvals and actions. The rows of recordings are
 * dragged by `drag-versions.client.ts`.
 */
export function DeskFilesTable(props: RowProps) {
  if (props.files.length === 0)
    return (
      <div className={styles.empty}>
        <Empty>{texts.empty}</Empty>
      </div>
    );
  return (
    <table className={styles.table} data-of="files">
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.uploaded}</th>
          <th scope="col">{texts.approval}</th>
          <th scope="col">
            <span className="sr-only">{texts.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {filesInTable(props.files).map((row) => (
          <FileRow key={row.file.id} row={row} {...props} />
        ))}
      </tbody>
    </table>
  );
}
