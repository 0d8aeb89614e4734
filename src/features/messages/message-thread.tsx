import portal from '#content/portal.yaml';
import { momentText } from '#src/features/workspace/moment-text.ts';
import styles from './message-thread.module.css';

const { messages: words } = portal;

export type ThreadMessage = {
  readonly id: string;
  readonly authorName: string;
  readonly sender: 'team' | 'client';
  readonly content: string;
  readonly sentAt: Date;
};

/** Messages of one project, oldest first; the viewer's own side stands apart on the right. */
export function MessageThread({
  messages,
  viewer,
  now,
  empty = words.empty,
}: {
  readonly messages: readonly ThreadMessage[];
  readonly viewer: 'client' | 'team';
  readonly now: Date;
  /** What stands where nobody has written yet. */
  readonly empty?: string;
}) {
  if (messages.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ol className={styles.thread}>
      {messages.map(({ id, authorName, sender, content, sentAt }) => (
        <li key={id} className={styles.message} data-own={sender === viewer || undefined}>
          <p className={`italic ${styles.by}`}>
            <bdi>{viewer === 'client' && sender === 'client' ? words.you : authorName}</bdi>,{' '}
            <time dateTime={sentAt.toISOString()}>{momentText(sentAt, now, portal.today)}</time>
          </p>
          <p className={styles.content} dir="auto">
            {content}
          </p>
        </li>
      ))}
    </ol>
  );
}
