import type { ReactNode } from 'react';
import desk from '#content/desk-projects.yaml';
import words from '#content/file-lists.yaml';
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
import type { FileInTable } from '../recording-versions.ts';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { DescribeMenu } from '../arrange/describe-menu.tsx';
import { FileSections, type FileRow } from './file-sections.tsx';
import lists from './file-sections.module.css';
import type { FileColumn } from './file-table.tsx';
import { NoteAndFormats } from './several-files.tsx';
import { VersionLine } from './version-line.tsx';

const { files: texts } = desk;

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

type Props = {
  readonly files: readonly ProjectFile[];
  readonly now: Date;
  /** The revision rounds agreed per recording of the project. */
  readonly agreedRounds: number | null;
  /** Renders the menu that sets the version of a row's file. */
  readonly menuOf: (row: Row) => ReactNode;
  /** The file whose menu is open, and whose group begins open. */
  readonly openFor: string | null;
  /** The refused form of a file, if there is one. */
  readonly refused: RefusedAction | null;
  /** The files that were selected in a refused form. */
  readonly chosen?: ReadonlySet<string> | undefined;
};

/** Longer lists show the menus of one row at a time, which keeps the page small and quick. */
const mostWithMenus = 40;

function NameOfFile({
  row,
  files,
  agreedRounds,
  chosen,
}: { readonly row: FileRow } & Pick<Props, 'files' | 'agreedRounds' | 'chosen'>) {
  const { file, formats } = row;
  const label = fileLabelOf(file);
  return (
    <NameCell
      file={file}
      of={files}
      isChosen={chosen?.has(file.id) ?? false}
      cover={<RecordingCover file={`/portal/files/${file.id}`} figureKey={file.figureKey} isHeld />}
      link={
        <>
          <span className={lists.grip} draggable data-order-grip aria-hidden="true" />
          <a href={`/portal/files/${file.id}`} dir="auto" className={styles.name}>
            <FileName name={label} />
          </a>
        </>
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
      <NoteAndFormats {...{ file, formats }} />
    </NameCell>
  );
}

function Menus({ row, menuOf, refused }: { readonly row: FileRow } & Pick<Props, 'menuOf' | 'refused'>) {
  const { file, formats } = row;
  return (
    <>
      {!file.approvedAt && <FileButtons file={file} />}
      {menuOf(row)}
      <DescribeMenu {...{ file, formats, refused }} isOrderable={row.isFirst} />
    </>
  );
}

/** Returns the columns of the desk's table. */
const columnsOf = (props: Props): FileColumn<FileRow>[] => [
  {
    key: 'name',
    heading: texts.name,
    of: 'name',
    cell: (row) => (
      <NameOfFile row={row} files={props.files} agreedRounds={props.agreedRounds} chosen={props.chosen} />
    ),
  },
  {
    key: 'uploaded',
    heading: texts.uploaded,
    cell: ({ file }) => fill(texts.by, { day: momentDayText(file.uploadedAt), name: file.uploadedByName }),
  },
  {
    key: 'approval',
    heading: texts.approval,
    cell: (row) => <Approval row={row} now={props.now} />,
  },
  {
    key: 'actions',
    heading: texts.actions,
    isQuiet: true,
    of: 'actions',
    cell: (row) =>
      props.files.length <= mostWithMenus || props.openFor === row.file.id ? (
        <Menus row={row} menuOf={props.menuOf} refused={props.refused} />
      ) : (
        <a
          href={`?menu=${row.file.id}#file-${row.file.id}`}
          className={styles.name}
          aria-label={fill(words.describe.editName, { file: fileLabelOf(row.file) })}
          data-row-menu
        >
          {words.describe.edit}
        </a>
      ),
  },
];

/**
 * Renders the desk's table of a project's files, by group and folder, with their types, approvals and actions. The rows
 * of recordings are dragged by `drag-versions.client.ts`.
 */
export function DeskFilesTable(props: Props) {
  if (props.files.length === 0)
    return (
      <div className={styles.empty}>
        <Empty>{texts.empty}</Empty>
      </div>
    );
  return (
    <FileSections
      files={props.files}
      columns={columnsOf(props)}
      attributesOf={({ file }) => ({
        key: file.id,
        id: `file-${file.id}`,
        tabIndex: -1,
        draggable: file.approvedAt === null,
        ...rowData(file),
      })}
      openFor={props.openFor}
    />
  );
}

/** The data that the scripts for dragging read. */
const rowData = (file: ProjectFile) => ({
  'data-version': file.recordingId,
  'data-name': fileLabelOf(file),
  'data-file': file.id,
});
