import words from '#content/desk.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { Empty } from '#src/ui/panel.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { fill } from '#src/platform/fill.ts';
import { postToWith } from '#src/workspace/page-action.ts';
import { FailedMailList, type NamedFailedMail } from './failed-mail-list.tsx';
import styles from './failed-mails-screen.module.css';

const { failed: text } = words;

/** Every mail of the product that could not be delivered for good. */
export function FailedMailsScreen({
  mails,
  withheldCount,
  refused,
}: {
  readonly mails: readonly NamedFailedMail[];
  /** How many confirmations were not sent in the last day because of the installation's limit. */
  readonly withheldCount: number;
  readonly refused: RefusedAction | null;
}) {
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={text.title} back={{ href: '/desk/leads', label: words.header.leads }} />
      <RefusedMessage refused={refused} />
      <div id="failed-mails" data-live>
        {withheldCount > 0 && (
          <Notice kind="error" role="status">
            {fill(text.withheld, { count: String(withheldCount) })}
          </Notice>
        )}
        {mails.length === 0 ? (
          <Empty>{text.none}</Empty>
        ) : (
          <div className={styles.list}>
            <FailedMailList mails={mails} postTo={postToWith('')} />
          </div>
        )}
      </div>
    </div>
  );
}
