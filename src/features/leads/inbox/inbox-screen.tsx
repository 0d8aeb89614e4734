import words from '#content/desk.yaml';
import { ButtonLink } from '#src/ui/button.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { Inbox } from './find-inbox.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import styles from './inbox-screen.module.css';

const { inbox: text, failed } = words;

/** The three panes of the inbox: filters, leads, and one of them. */
export function InboxScreen({
  inbox,
  selectedId = null,
  calls,
  children,
}: {
  readonly inbox: Inbox;
  /** When each lead that has one has its next call. */
  readonly calls: ReadonlyMap<string, Date>;
  readonly selectedId?: string | null;
  /** The lead that is read; without one the page is the inbox itself. */
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.desk}>
      <InboxFilters inbox={inbox} />
      <InboxList inbox={inbox} calls={calls} selectedId={selectedId} isTitle={selectedId === null} />
      <div className={styles.detail}>{children}</div>
    </div>
  );
}

/** The column beside the inbox: failed mails, the longest wait and the exports. */
export function InboxMargin({
  failedCount,
  isErased,
  isWaitedFor,
  children,
}: {
  readonly failedCount: number;
  readonly isErased: boolean;
  readonly isWaitedFor: boolean;
  /** The lead that waits longest, for where there is room. */
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.margin}>
      {isErased && (
        <Notice kind="success" role="status">
          {text.erased}
        </Notice>
      )}
      <div id="inbox-failed" data-live>
        {failedCount > 0 && (
          <Panel
            id="failed"
            title={failed.title}
            isUrgent
            aside={
              <ButtonLink href="/desk/mails" label={String(failedCount)} variant="secondary" size="small" />
            }
          >
            {null}
          </Panel>
        )}
      </div>
      <div className="only-wide" id="longest-wait" data-live>
        {isWaitedFor ? children : <Empty>{text.choose}</Empty>}
      </div>
      <Panel id="exports" title={text.exports}>
        <div className={styles.exports}>
          <p className="small dim">{text.exportsHint}</p>
          <div className={styles.row}>
            <ButtonLink href="/desk/leads.csv" label={text.csv} variant="secondary" size="small" download />
            <ButtonLink href="/desk/leads.json" label={text.json} variant="secondary" size="small" />
          </div>
        </div>
      </Panel>
    </div>
  );
}
