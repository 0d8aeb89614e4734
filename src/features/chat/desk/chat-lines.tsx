import words from '#content/conversations.yaml';
import type { Line, Conversation } from '../conversation.table.ts';
import { wordsFor, fill } from '#src/platform/fill.ts';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import styles from './chat-lines.module.css';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { hoursText } from '#src/workspace/time-text.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { StateMark } from '#src/ui/state-mark.tsx';

const { desk: text } = words;

/** The lines and events of a conversation, oldest first, with the team's lines on the right. */
export function ChatLines({
  lines,
  visitor,
  now,
}: {
  readonly lines: readonly Line[];
  /** The visitor's name; null if unknown. */
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

const shapes = {
  waiting: 'signal',
  live: 'half',
  'handed-back': 'empty',
  ended: 'full',
  mailed: 'full',
} as const;

/** Formats a waiting time: "4 min", "2 h 05 m". */
export function waitText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / minuteMs);
  if (minutes === 0) return text.moment;
  return minutes < 60 ? fill(text.minutes, { count: String(minutes) }) : hoursText(ms);
}

/** A conversation's state as text and a mark, with the waiting time. */
export function ChatState({
  chat: { state, takenBy, takenByName, waitingSince },
  personId,
  now,
}: {
  readonly chat: Pick<Conversation, 'state' | 'takenBy' | 'takenByName' | 'waitingSince'>;
  /** The team member who views the page. */
  readonly personId: string;
  readonly now: Date;
}) {
  const label =
    takenBy !== null && takenBy === personId
      ? text.mine
      : fill(text.states[state], { member: takenByName ?? '' });
  return (
    <>
      <StateMark shape={shapes[state]} label={label} wraps />
      {waitingSince && (
        <span className="small num">
          <FormattedText
            template={text.since}
            values={{
              time: <DeskTime at={waitingSince} now={now} />,
              wait: waitText(now.getTime() - waitingSince.getTime()),
            }}
          />
        </span>
      )}
    </>
  );
}
