import words from '#content/desk-calls.yaml';
import { fieldRefusal, type RefusedAction } from '#src/features/accounts/access/action.ts';
import { createCalendar, createOffset } from '#src/platform/calendar.ts';
import { dayMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { Tick } from '#src/ui/choice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { mostOffered } from '../booking/offer-times.ts';
import { columnDayText, wholeDayText } from './calendar-view.ts';
import styles from './calls-panel.module.css';

const { panel: text, calendar, errors } = words;

/** Checkbox names contain the time in milliseconds since 1970. */
const timeBox = /^at-(\d{1,15})$/;
export const timeBoxOf = (startMs: number) => `at-${startMs}`;

/** Returns the ticked times of a form. */
export const offeredTimesOf = (entries: Readonly<Record<string, string>>): number[] =>
  Object.keys(entries).flatMap((name) => {
    const [, ms] = timeBox.exec(name) ?? [];
    return ms === undefined ? [] : [Number(ms)];
  });

/** Refuses too few or too many times; null if their number is right. */
export const wrongCount = (startsMs: readonly number[]) =>
  startsMs.length === 0 || startsMs.length > mostOffered
    ? fieldRefusal('times', fill(errors.choose, { most: String(mostOffered) }))
    : null;

/** Refuses an offer of which this time was taken, by name. */
export const takenTime = (startMs: number, timeZone: string) =>
  fieldRefusal('times', fill(errors.takenOffer, { time: clockWords(startMs, timeZone).all }), 409);

/**
 * Returns times to suggest after a missed call: one on each of the next days with free times, as close as possible to
 * the time of day of the call.
 */
export function suggestTimes(times: readonly number[], missedMs: number, timeZone: string): number[] {
  const { dayOf } = createCalendar(timeZone);
  const offsetMsAt = createOffset(timeZone);
  const timeOfDay = (ms: number) => (ms + offsetMsAt(ms)) % dayMs;
  const distance = (ms: number) => Math.abs(timeOfDay(ms) - timeOfDay(missedMs));
  return [...Map.groupBy(times, (startMs) => dayOf(new Date(startMs))).values()]
    .slice(0, mostOffered)
    .map((ofDay) => ofDay.reduce((best, one) => (distance(one) < distance(best) ? one : best)));
}

/** Returns the time by the clocks of the person it is offered to, with the day if it is another one there. */
function theirTime(startMs: number, timeZone: string, theirZone: string): string | null {
  const [ours, theirs] = [timeZone, theirZone].map((zone) => clockWords(startMs, zone));
  if (!ours || !theirs || (ours.day === theirs.day && ours.time === theirs.time)) return null;
  const day = columnDayText(createCalendar(theirZone).dayOf(new Date(startMs)));
  const time = ours.day === theirs.day ? theirs.time : `${day}, ${theirs.time}`;
  return fill(text.theirs, { time });
}

/** The most days whose times can be offered. */
const mostDays = 14;

/** Times by day, as checkboxes. With `isOpen` the first day is unfolded. */
function Days({
  times,
  timeZone,
  theirZone,
  isTicked,
  isOpen,
}: {
  readonly times: readonly number[];
  readonly timeZone: string;
  readonly theirZone: string;
  readonly isTicked: (startMs: number) => boolean;
  readonly isOpen: boolean;
}) {
  const { dayOf } = createCalendar(timeZone);
  const days = [...Map.groupBy(times, (startMs) => dayOf(new Date(startMs)))].slice(0, mostDays);
  return days.map(([day, ofDay], n) => (
    <details key={day} className={styles.day} open={(isOpen && n === 0) || ofDay.some(isTicked)}>
      <summary>{fill(text.free, { day: wholeDayText(day), count: String(ofDay.length) })}</summary>
      <div className={styles.times}>
        {ofDay.map((startMs) => (
          <Tick
            key={startMs}
            name={timeBoxOf(startMs)}
            label={clockWords(startMs, timeZone).time}
            hint={theirTime(startMs, timeZone, theirZone)}
            isChosen={isTicked(startMs)}
          />
        ))}
      </div>
    </details>
  ));
}

/** The free times as checkboxes: the suggested ones first, the others by day. */
export function OfferedTimes({
  times,
  timeZone,
  theirZone,
  suggested = [],
  refused,
}: {
  /** The free start times, earliest first. */
  readonly times: readonly number[];
  readonly timeZone: string;
  /** The zone of the person they are offered to. */
  readonly theirZone: string;
  /** The times that are shown first and ticked. */
  readonly suggested?: readonly number[];
  readonly refused: RefusedAction | null;
}) {
  if (times.length === 0) return <p className="small dim">{text.noTimes}</p>;
  const isTicked = (startMs: number) =>
    refused ? refused.entries[timeBoxOf(startMs)] === 'yes' : suggested.includes(startMs);
  const others = times.filter((startMs) => !suggested.includes(startMs));
  const days = <Days {...{ timeZone, theirZone, isTicked }} times={others} isOpen={suggested.length === 0} />;
  return (
    <>
      <p className="small dim">
        {fill(text.offerHint, { most: String(mostOffered) })}{' '}
        {fill(calendar.zone, { zone: clockWords(times[0] ?? 0, timeZone).zone })}
      </p>
      {refused?.errors['times'] && (
        <Notice kind="error" id="times">
          {refused.errors['times']}
        </Notice>
      )}
      {suggested.length === 0 ? (
        days
      ) : (
        <>
          <div>
            {suggested.map((startMs) => (
              <Tick
                key={startMs}
                name={timeBoxOf(startMs)}
                label={`${clockWords(startMs, timeZone).day}, ${clockWords(startMs, timeZone).time}`}
                hint={theirTime(startMs, timeZone, theirZone)}
                isChosen={isTicked(startMs)}
              />
            ))}
          </div>
          {others.length > 0 && (
            <details className={styles.day} open={others.some(isTicked)}>
              <summary>{text.others}</summary>
              <div className={styles.others}>{days}</div>
            </details>
          )}
        </>
      )}
    </>
  );
}
