import words from '#content/project.yaml';
import { capitalised, severalOf } from '#src/features/workspace/count-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from './approve-dialog.module.css';
import { fileLabelOf } from './file-label.ts';
import { FileName } from './file-name.tsx';
import { fileSizeText } from './file-size.ts';
import type { ProjectFile } from './list-project-files.ts';

const { approval } = words;

/** The id of the dialog in which a file is approved. */
export const approvalIdOf = (fileId: string) => `approve-${fileId}`;

/**
 * Asks a client to confirm the approval of a file, and shows the hash of its bytes. A popover, so that it opens, closes on
 * Escape and gives the focus back without a script.
 */
function ApproveDialog({
  file,
  shownFileId,
}: {
  readonly file: ProjectFile;
  readonly shownFileId: string | null;
}) {
  const { id, sizeBytes, sha256, openComments } = file;
  const dialogId = approvalIdOf(id);
  return (
    <dialog className={styles.dialog} id={dialogId} popover="auto" aria-labelledby={`${dialogId}-title`}>
      <form method="post" action="?do=approve-file">
        <h2 className="title-3" id={`${dialogId}-title`}>
          {approval.title}
        </h2>
        <p className="small">{approval.text}</p>
        <dl className={`small ${styles.facts}`}>
          <dt className="italic dim">{approval.file}</dt>
          <dd className={styles.name}>
            <FileName name={fileLabelOf(file)} />
          </dd>
          <dt className="italic dim">{approval.size}</dt>
          <dd className="num">{fileSizeText(sizeBytes)}</dd>
          <dt className="italic dim">{approval.hash}</dt>
          <dd className={`num ${styles.hash}`}>{sha256}</dd>
        </dl>
        {openComments > 0 && (
          <Notice kind="error">{capitalised(severalOf(openComments, approval.openComments))}</Notice>
        )}
        <input type="hidden" name="fileId" value={id} />
        <input type="hidden" name="sha256" value={sha256} />
        {shownFileId && <input type="hidden" name="shown" value={shownFileId} />}
        <div className={styles.actions}>
          <Button
            label={approval.cancel}
            variant="secondary"
            size="small"
            popoverTarget={dialogId}
            popoverTargetAction="hide"
          />
          <Button type="submit" label={approval.approve} size="small" />
        </div>
      </form>
    </dialog>
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
