import words from '#content/conversations.yaml';
import type { Conversation } from '../conversation.table.ts';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { Filled } from '#src/workspace/filled.tsx';
import { hoursText } from '#src/workspace/hours-text.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import { StateMark } from '#src/ui/state-mark.tsx';

const { desk: text } = words;

const shapes = {
  waiting: 'signal',
  live: 'half',
  'handed-back': 'empty',
  ended: 'full',
  mailed: 'full',
} as const;

/** How long a visitor has waited: "4 min", "2 h 05 m". */
export function waitText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / minuteMs);
  if (minutes === 0) return text.moment;
  return minutes < 60 ? fill(text.minutes, { count: String(minutes) }) : hoursText(ms);
}

/** A conversation's state as words and a shape, and since when its visitor waits. */
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
          <Filled
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
