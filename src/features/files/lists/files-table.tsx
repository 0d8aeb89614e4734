import delivery from '#content/delivery.yaml';
import portal from '#content/portal.yaml';
import words from '#content/project.yaml';
import sound from '#content/sound.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { RecordingCover } from '../covers/recording-cover.tsx';
import { approvalIdOf, changesIdOf, FileStateMark, RequestedChanges } from '../approvals/approve-dialog.tsx';
import { FileSections, type FileRow } from './file-sections.tsx';
import type { FileColumn } from './file-table.tsx';
import { ArchiveLinks, NoteAndFormats, SeveralFiles } from './several-files.tsx';
import { NameCell } from './name-cell.tsx';
import { ReceiptLink } from '../approvals/receipt-link.tsx';
import { FileHash } from '../file-hash.tsx';
import { fileLabelOf, FileName } from '../file-name.tsx';
import { isPlayed, lacksSound } from '../store/file-type.ts';
import { fileSizeText } from '../file-size.ts';
import styles from './files-table.module.css';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { canApprove, canRequestChanges, type ProjectFile } from '../list-project-files.ts';
import type { FileInTable } from '../recording-versions.ts';
import { VersionLine } from './version-line.tsx';
import { momentDayText, momentText } from '#src/workspace/time-text.ts';

const { files: texts } = words;

type Viewer = {
  /** The files that have dialogs to decide on them; others link to the page with theirs. */
  readonly toDecide: readonly ProjectFile[];
  /** True if this person may approve files. */
  readonly mayApprove: boolean;
  readonly personId: string;
  readonly now: Date;
  /** Revision rounds agreed for each recording of the project. */
  readonly agreedRounds: number | null;
};

/** Renders a file's approval: not needed, the button to approve it, or who approved it and when. */
function Approval({
  row: { file, newer },
  personId,
  toDecide,
  mayApprove,
  now,
}: Omit<Viewer, 'agreedRounds'> & { readonly row: FileInTable<ProjectFile> }) {
  const { id, needsApproval, state, approvedAt, approvedBy, approvedByName, sha256 } = file;
  if (approvedAt) {
    const isOwn = approvedBy === personId;
    const when = momentText(approvedAt, now, portal.today);
    return (
      <>
        <FileStateMark state="approved" />
        <p className={`italic dim num ${styles.by}`}>
          <FormattedText
            template={isOwn ? texts.approvedYou : texts.approvedBy}
            values={{ name: approvedByName, when }}
          />
        </p>
        <FileHash template={texts.hash} sha256={sha256} />
        <ReceiptLink file={file} />
      </>
    );
  }
  if (state === null && !needsApproval) return <span className="italic dim">{texts.notNeeded}</span>;
  if (state === null && newer)
    return (
      <span className="italic dim">
        <FormattedText template={texts.superseded} values={{ file: fileLabelOf(newer) }} />
      </span>
    );
  const hasDialogs = toDecide.some((each) => each.id === id);
  return (
    <>
      {state !== null && <FileStateMark state={state} />}
      <RequestedChanges file={file} now={now} />
      {mayApprove && canApprove(file) && !hasDialogs && (
        <ButtonLink
          href={`?decide=${id}#file-${id}`}
          label={texts.decide}
          variant="secondary"
          size="small"
          aria-label={fill(texts.decideOn, { file: fileLabelOf(file) })}
        />
      )}
      {hasDialogs && (
        <Button
          label={texts.approve}
          size="small"
          aria-label={fill(texts.approveFile, { file: fileLabelOf(file) })}
          popoverTarget={approvalIdOf(id)}
        />
      )}
      {hasDialogs && canRequestChanges(file) && (
        <Button
          label={words.changes.button}
          variant="secondary"
          size="small"
          aria-label={fill(words.changes.buttonName, { file: fileLabelOf(file) })}
          popoverTarget={changesIdOf(id)}
        />
      )}
    </>
  );
}

/** Returns the columns of a client's table. */
const columnsFor = (
  files: readonly ProjectFile[],
  projectId: string,
  { agreedRounds, ...viewer }: Viewer,
): FileColumn<FileRow>[] => [
  {
    key: 'name',
    heading: texts.columns.name,
    of: 'name',
    cell(row) {
      const { file, formats } = row;
      const { id, kind, sizeBytes } = file;
      return (
        <NameCell
          file={file}
          of={files}
          cover={<RecordingCover file={`/portal/files/${id}`} figureKey={file.figureKey} isHeld />}
          link={
            <a className={styles.name} href={`/portal/files/${id}`} download>
              <span className="sr-only">{texts.download} </span>
              <span className={styles.cut}>
                <FileName name={fileLabelOf(file)} />
              </span>
              <Icon name="download" />
            </a>
          }
          beside={
            isPlayed(file) && (
              <a className={styles.listen} href={`/portal/projects/${projectId}?file=${id}#player`}>
                {kind === 'video' ? texts.watch : texts.listen}
                <span className="sr-only">
                  {' '}
                  <FormattedText
                    template={kind === 'video' ? texts.watched : texts.listenTo}
                    values={{ file: fileLabelOf(file) }}
                  />
                </span>
              </a>
            )
          }
        >
          <p className={`dim ${styles.meta}`}>{`${texts.kinds[kind]}, ${fileSizeText(sizeBytes)}`}</p>
          {lacksSound(file) && <p className="small dim">{sound.reasons['no-sound']}</p>}
          <VersionLine {...{ row, agreedRounds }} />
          <NoteAndFormats {...{ file, formats }} />
        </NameCell>
      );
    },
  },
  {
    key: 'uploaded',
    heading: texts.columns.uploaded,
    cell: ({ file: { uploadedAt } }) => (
      <time className={`dim num ${styles.short}`} dateTime={uploadedAt.toISOString()}>
        {momentDayText(uploadedAt)}
      </time>
    ),
  },
  {
    key: 'approval',
    heading: texts.columns.approval,
    cell: (row) => (
      <>
        <Approval row={row} {...viewer} />
        {row.formats
          .filter(({ isWaiting }) => isWaiting)
          .map((file) => (
            <Approval key={file.id} row={{ ...row, file }} {...viewer} />
          ))}
      </>
    ),
  },
];

/** Renders a client's table of a project's files, by group and folder, to download, play and approve. */
export function FilesTable({
  files,
  error,
  projectId,
  openFor = null,
  ...viewer
}: Viewer & {
  readonly files: readonly ProjectFile[];
  readonly projectId: string;
  /** The file that the page is about; its group begins open. */
  readonly openFor?: string | null;
  /** Why an approval was refused. */
  readonly error: string | undefined;
}) {
  return (
    <div id="project-files" data-live>
      <Panel
        id="files"
        title={texts.title}
        aside={
          files.some(({ kind }) => kind === 'audio') && (
            <a className="small" href={`/portal/projects/${projectId}/delivery`}>
              {delivery.words.delivery.open}
            </a>
          )
        }
      >
        {error && (
          <div className={styles.notice}>
            <Notice kind="error" role="alert">
              {error}
            </Notice>
          </div>
        )}
        {files.length === 0 ? (
          <div className={styles.notice}>
            <Empty>{texts.empty}</Empty>
          </div>
        ) : (
          <>
            <SeveralFiles projectId={projectId} files={files} viewer="client" mayShare={viewer.mayApprove} />
            <FileSections
              files={files}
              columns={columnsFor(files, projectId, viewer)}
              attributesOf={({ file: { id } }) => ({ key: id, id: `file-${id}`, tabIndex: -1 })}
              openFor={openFor}
            />
          </>
        )}
        <ArchiveLinks projectId={projectId} files={files} />
      </Panel>
    </div>
  );
}
