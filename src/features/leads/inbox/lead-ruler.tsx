import words from '#content/desk.yaml';
import { StateMark } from '#src/ui/state-mark.tsx';
import { Ticks } from '#src/ui/ticks.tsx';
import styles from './lead-ruler.module.css';
import { answerWithinMs, leadWaitOf } from '../lead-status.ts';
import { hoursText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';

const { states, late, waiting, over } = words.inbox;

const shapes = { new: 'signal', open: 'half', due: 'diamond', answered: 'full' } as const;

type Waits = { readonly waitingSince: Date | null; readonly openedAt: Date | null };

/** Renders a lead's wait as a label and a shape. */
export function LeadMark({ lead, now }: { readonly lead: Waits; readonly now: Date }) {
  const wait = leadWaitOf(lead, now);
  const isLate = lead.waitingSince !== null && now.getTime() - lead.waitingSince.getTime() >= answerWithinMs;
  return <StateMark shape={shapes[wait]} label={isLate ? late : states[wait]} />;
}

/** Renders the 24 hours within which a person answers, filled by elapsed time; red from hour twenty. */
export function LeadRuler({ lead, now }: { readonly lead: Waits; readonly now: Date }) {
  const { waitingSince } = lead;
  if (waitingSince === null) return null;
  const waitedMs = Math.max(0, now.getTime() - waitingSince.getTime());
  const overMs = waitedMs - answerWithinMs;
  const text = fill(overMs < 0 ? waiting : over, { time: hoursText(waitedMs), over: hoursText(overMs) });
  return (
    <div className={styles.wait} data-due={leadWaitOf(lead, now) === 'due' || undefined}>
      <div className={styles.ruler}>
        <svg className={styles.gone} aria-hidden="true">
          <rect width={`${Math.min(100, (waitedMs / answerWithinMs) * 100).toFixed(2)}%`} height="6" />
        </svg>
        <Ticks parts={24} className={styles.hours} />
      </div>
      <p className="italic small dim num">{text}</p>
    </div>
  );
}
