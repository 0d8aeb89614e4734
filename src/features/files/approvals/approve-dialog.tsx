import words from '#content/project.yaml';
import { Fragment } from 'react';
import { capitalised } from '#src/studio/locale.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from './approve-dialog.module.css';
import { FileHash } from '../file-hash.tsx';
import { fileLabelOf, FileName } from '../file-name.tsx';
import { fileSizeText } from '../file-size.ts';
import type { ProjectFile } from '../list-project-files.ts';
import { downloadNameOf } from '../recording-versions.ts';
import { formatsIn } from '../arrange/file-groups.ts';

const { approval } = words;

/** The id of the dialog in which a file is approved. */
export const approvalIdOf = (fileId: string) => `approve-${fileId}`;

/** The delivery report approved with a file: its hash and its warnings about the file. */
type ReportToShow = { readonly sha256: string; readonly notes: readonly string[] };

/** Asks a client to confirm the approval of a file, and shows the hash of its bytes. */
function ApproveDialog({
  file,
  formats,
  sheet,
  shownFileId,
}: {
  readonly file: ProjectFile;
  /** Its formats, which are approved with it. */
  readonly formats: readonly ProjectFile[];
  readonly sheet: ReportToShow | undefined;
  readonly shownFileId: string | null;
}) {
  const { id, kind, sizeBytes, sha256, openComments } = file;
  const unapproved = formats.filter(({ approvedAt }) => approvedAt === null);
  const hashes = unapproved.map((format) => format.sha256).toSorted();
  const { title, text, cancel, approve } = approval;
  const { sha256: sheetSha256 = '', notes = [] } = sheet ?? {};
  const shown = shownFileId === null ? {} : { shown: shownFileId };
  return (
    <ConfirmPopover
      id={approvalIdOf(id)}
      action="?do=approve-file"
      {...{ title, text, cancel }}
      confirm={approve}
      fields={{ fileId: id, sha256, formats: hashes.join(' '), sheet: sheetSha256, ...shown }}
    >
      <dl className={`small ${styles.facts}`}>
        <dt className="italic dim">{approval.file}</dt>
        <dd className={styles.name}>
          <FileName name={fileLabelOf(file)} />
        </dd>
        <dt className="italic dim">{approval.size}</dt>
        <dd className="num">{fileSizeText(sizeBytes)}</dd>
        <dt className="italic dim">{approval.hash}</dt>
        <dd>
          <FileHash template="{hash} …" sha256={sha256} />
        </dd>
        {unapproved.map((format) => (
          <Fragment key={format.id}>
            <dt className="italic dim">{approval.format}</dt>
            <dd className={styles.name}>
              <FileName name={downloadNameOf(format)} />
              <FileHash template="SHA-256 {hash} …" sha256={format.sha256} />
            </dd>
          </Fragment>
        ))}
        {sheetSha256 !== '' && (
          <>
            <dt className="italic dim">{approval.sheetHash}</dt>
            <dd>
              <FileHash template="{hash} …" sha256={sheetSha256} />
            </dd>
          </>
        )}
      </dl>
      {sheetSha256 === '' ? (
        kind === 'audio' && <p className="small">{approval.noSheet}</p>
      ) : (
        <p className="small">
          {approval.withSheet} <a href={`/portal/files/${id}/report`}>{approval.sheet}</a>
        </p>
      )}
      {notes.map((note) => (
        <Notice key={note} kind="error">
          {note}
        </Notice>
      ))}
      {openComments > 0 && (
        <Notice kind="error">{capitalised(severalOf(openComments, approval.openComments))}</Notice>
      )}
    </ConfirmPopover>
  );
}

/** A dialog for each file that waits for approval. */
export function ApproveDialogs({
  files,
  sheets,
  shownFileId,
}: {
  readonly files: readonly ProjectFile[];
  /** Delivery reports by file id, for measured files. */
  readonly sheets: ReadonlyMap<string, ReportToShow>;
  /** The recording in the player, which stays there after the approval. */
  readonly shownFileId: string | null;
}) {
  const waiting = files.filter(({ isWaiting }) => isWaiting);
  const formats = formatsIn(files);
  return (
    <div id="project-approvals" data-live>
      {waiting.map((file) => (
        <ApproveDialog
          key={file.id}
          sheet={sheets.get(file.id)}
          formats={formats.get(file.id) ?? []}
          {...{ file, shownFileId }}
        />
      ))}
    </div>
  );
}
