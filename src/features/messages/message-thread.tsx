import portal from '#content/portal.yaml';
import { FileName } from '#src/features/files/file-name.tsx';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { Icon } from '#src/ui/icon.tsx';
import { LinkedText } from '#src/workspace/linked-text.tsx';
import { momentText } from '#src/workspace/time-text.ts';
import type { ThreadMessage } from './find-messages.ts';
import styles from './message-thread.module.css';

const { messages: words } = portal;

/** The files of a message, with their sizes. */
const Attachments = ({ files }: Pick<ThreadMessage, 'files'>) => (
  <ul className={styles.files} aria-label={words.attachments}>
    {files.map(({ id, name, sizeBytes, href }) => (
      <li key={id}>
        <Icon name="arrow-down" />
        <span>
          {href === null ? (
            <FileName name={name} />
          ) : (
            <a href={href} download>
              <FileName name={name} />
            </a>
          )}{' '}
          <span className="dim num">{href === null ? words.removed : fileSizeText(sizeBytes)}</span>
        </span>
      </li>
    ))}
  </ul>
);

/** Messages of a conversation, oldest first; those of the viewer's own side are on the right. */
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
      {messages.map(({ id, authorId, authorName, sender, content, sentAt, files }) => (
        <li key={id} id={`m-${id}`} className={styles.message} data-own={sender === viewer || undefined}>
          <p className={`italic ${styles.by}`}>
            <bdi>{authorId !== null && authorId === personId ? words.you : authorName}</bdi>,{' '}
            <time dateTime={sentAt.toISOString()}>{momentText(sentAt, now, portal.today)}</time>
          </p>
          {content.trim() !== '' && (
            <p className={styles.content} dir="auto">
              <LinkedText text={content} />
            </p>
          )}
          {files.length > 0 && <Attachments files={files} />}
        </li>
      ))}
    </ol>
  );
}
