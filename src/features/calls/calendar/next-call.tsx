import words from '#content/desk-calls.yaml';
import { createCalendar, daysAfter } from '#src/platform/calendar.ts';
import { dayMs, hourMs, minuteMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { dateFormatOf, relativeTimeText } from '#src/studio/locale.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { joinHrefOf } from './join-call.ts';
import type { NextCall } from './list-calls.ts';
import styles from './next-call.module.css';

const { next: text } = words;

/** Returns the day and time of a call, seen from now: "Today 10:00", "Tuesday 10:00", "Tuesday 12 January, 10:00". */
export function nextTimeText(startsAt: Date, now: Date, timeZone: string): string {
  const { dayOf } = createCalendar(timeZone);
  const [day, today] = [dayOf(startsAt), dayOf(now)];
  const { time } = clockWords(startsAt, timeZone);
  if (day === today) return fill(text.today, { time });
  if (day === daysAfter(today, 1)) return fill(text.tomorrow, { time });
  if (day < daysAfter(today, 7))
    return fill(text.day, { day: dateFormatOf({ weekday: 'long', timeZone }).format(startsAt), time });
  const date = dateFormatOf({ weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(startsAt);
  return fill(text.date, { day: date, time });
}

/** Returns how far away an upcoming call is: "in 20 minutes", "in 3 hours", "in 3 days". */
export function distanceText(startsAt: Date, now: Date, timeZone: string): string {
  const leftMs = startsAt.getTime() - now.getTime();
  if (leftMs < hourMs) return relativeTimeText(Math.ceil(leftMs / minuteMs), 'minute');
  const { dayOf } = createCalendar(timeZone);
  const days = Math.round((Date.parse(dayOf(startsAt)) - Date.parse(dayOf(now))) / dayMs);
  return days < 2 ? relativeTimeText(Math.round(leftMs / hourMs), 'hour') : relativeTimeText(days, 'day');
}

/** The next call in one sentence, with links to open and join it. */
export function NextCallLine({
  next,
  now,
  timeZone,
}: {
  readonly next: NextCall | null;
  readonly now: Date;
  readonly timeZone: string;
}) {
  if (!next) return <p className={`${styles.next} dim`}>{text.none}</p>;
  const { id, name, host, startsAt, place } = next;
  const joinHref = joinHrefOf(place);
  const when = (
    <time dateTime={startsAt.toISOString()}>
      <strong>{nextTimeText(startsAt, now, timeZone)}</strong>
    </time>
  );
  return (
    <div className={styles.next}>
      <p>
        <FormattedText
          template={startsAt > now ? text.line : text.current}
          values={{ when, name, host, distance: distanceText(startsAt, now, timeZone) }}
        />
      </p>
      <div className={styles.links}>
        <ButtonLink
          href={`/desk/calls/${id}`}
          label={text.open}
          variant={joinHref ? 'secondary' : 'primary'}
          size="small"
        />
        {joinHref && (
          <ButtonLink href={joinHref} label={words.call.join} size="small" target="_blank" rel="noopener" />
        )}
      </div>
      {!joinHref && place !== '' && (
        <p className="small dim">
          <bdi>{place}</bdi>
        </p>
      )}
    </div>
  );
}
