import words from '#content/project.yaml';
import { capitalised, severalOf } from '#src/features/workspace/count-words.ts';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from './approve-dialog.module.css';
import { FileHash } from './file-hash.tsx';
import { fileLabelOf } from './file-label.ts';
import { FileName } from './file-name.tsx';
import { fileSizeText } from './file-size.ts';
import type { ProjectFile } from './list-project-files.ts';

const { approval } = words;

/** The id of the dialog in which a file is approved. */
export const approvalIdOf = (fileId: string) => `approve-${fileId}`;

/** Asks a client to confirm the approval of a file, and shows the hash of its bytes. */
function ApproveDialog({
  file,
  shownFileId,
}: {
  readonly file: ProjectFile;
  readonly shownFileId: string | null;
}) {
  const { id, sizeBytes, sha256, openComments } = file;
  const { title, text, cancel, approve } = approval;
  const shown = shownFileId === null ? {} : { shown: shownFileId };
  return (
    <ConfirmPopover
      id={approvalIdOf(id)}
      action="?do=approve-file"
      {...{ title, text, cancel }}
      confirm={approve}
      fields={{ fileId: id, sha256, ...shown }}
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
      </dl>
      {openComments > 0 && (
        <Notice kind="error">{capitalised(severalOf(openComments, approval.openComments))}</Notice>
      )}
    </ConfirmPopover>
  );
}

/** A dialog for each file that waits for approval. */
export function ApproveDialogs({
  files,
  shownFileId,
}: {
  readonly files: readonly ProjectFile[];
  /** The recording in the player, which stays there after the approval. */
  readonly shownFileId: string | null;
}) {
  const waiting = files.filter(({ isWaiting }) => isWaiting);
  return (
    <div id="project-approvals" data-live>
      {waiting.map((file) => (
        <ApproveDialog key={file.id} {...{ file, shownFileId }} />
      ))}
    </div>
  );
}
