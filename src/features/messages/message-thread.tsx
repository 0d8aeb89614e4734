import portal from '#content/portal.yaml';
import { momentText } from '#src/workspace/time-text.ts';
import type { ThreadMessage } from './find-messages.ts';
import styles from './message-thread.module.css';

const { messages: words } = portal;

/** Messages of a project, oldest first; those of the viewer's own side are on the right. */
export function MessageThread({
  messages,
  viewer,
  personId,
  now,
  empty = words.empty,
}: {
  readonly messages: readonly ThreadMessage[];
  readonly viewer: 'client' | 'team';
  /** The id of the person whose messages are shown as “you”; the desk has none, and shows every name. */
  readonly personId?: string;
  readonly now: Date;
  /** Shown where there is no message yet. */
  readonly empty?: string;
}) {
  if (messages.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ol className={styles.thread}>
      {messages.map(({ id, authorId, authorName, sender, content, sentAt }) => (
        <li key={id} className={styles.message} data-own={sender === viewer || undefined}>
          <p className={`italic ${styles.by}`}>
            <bdi>{authorId !== null && authorId === personId ? words.you : authorName}</bdi>,{' '}
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
