import words from '#content/receipts.yaml';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { fill } from '#src/platform/fill.ts';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from './receipt-page.module.css';

const { project: texts } = words.publishing;

/** Renders the desk's choice of publishing all receipts of a project. */
export function ReceiptsPanel({
  files,
  isPublishing,
}: {
  readonly files: readonly ProjectFile[];
  /** True if receipts of new approvals are published. */
  readonly isPublishing: boolean;
}) {
  const approved = files.filter(({ isReceiptPublished }) => isReceiptPublished !== null);
  const published = approved.filter(({ isReceiptPublished }) => isReceiptPublished).length;
  const isAll = isPublishing && published === approved.length;
  return (
    <Panel id="receipts" title={texts.title}>
      <div className={styles.panel} id="receipts-published" data-live>
        <p className="small">{isPublishing ? texts.published : texts.private}</p>
        {approved.length > 0 && (
          <p className="small dim">
            {fill(texts.some, { count: String(published), total: String(approved.length) })}
          </p>
        )}
        {!isAll && <PostButton action="?do=publish-receipts" label={texts.publish} />}
        {(isPublishing || published > 0) && (
          <PostButton action="?do=withdraw-receipts" label={texts.withdraw} />
        )}
      </div>
    </Panel>
  );
}
