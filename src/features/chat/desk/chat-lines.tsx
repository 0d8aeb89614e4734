import words from '#content/conversations.yaml';
import type { Line } from '../conversation.table.ts';
import { wordsFor } from '#src/platform/fill.ts';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import styles from './chat-lines.module.css';

const { desk: text } = words;

/** The lines of a conversation and the events between them, oldest first; the team's lines are on the right. */
export function ChatLines({
  lines,
  visitor,
  now,
}: {
  readonly lines: readonly Line[];
  /** The visitor's name; null while they have given none. */
  readonly visitor: string | null;
  readonly now: Date;
}) {
  if (lines.length === 0) return <p className={styles.none}>{text.nothingSaid}</p>;
  return (
    <ol className={styles.lines}>
      {lines.map(({ seq, kind, sender, authorName, content, at }) => {
        const who = <bdi>{authorName ?? visitor ?? text.visitor}</bdi>;
        const time = <DeskTime at={at} now={now} />;
        return kind === 'text' ? (
          <li key={seq} className={styles.said} data-seq={seq} data-sender={sender}>
            <p className={`italic ${styles.by}`}>
              {who}, {time}
            </p>
            <p className={styles.content} dir="auto">
              {content}
            </p>
          </li>
        ) : (
          <li key={seq} className={`italic dim ${styles.event}`} data-seq={seq}>
            {who} {wordsFor(text.events, kind, text.something)} <span className={styles.time}>{time}</span>
          </li>
        );
      })}
    </ol>
  );
}
