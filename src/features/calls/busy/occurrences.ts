import { RRuleTemporal } from 'rrule-temporal';
import type { Span } from '#src/platform/calendar.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#src/platform/durations.ts';
import type { BusyEvent, Length, Reading } from './read-event.ts';
import { utc } from './zones.ts';

/** A reading as rules write it: 20261123T100000Z */
const written = (readingMs: number) => new Date(readingMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** The end of a rule by the clocks of its event: a day holds as a whole, and UTC is another reading there. */
function untilOf(text: string, { zone }: Reading): number {
  const [, year, month, day, hour, minute, second, isUtc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text) ?? [];
  if (year === undefined) throw new Error('A rule ends at no time');
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (hour === undefined) return midnight + dayMs - 1000;
  const ms = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return isUtc === undefined ? ms : zone.readingOf(ms);
}

/** Readings of a rule between two others, the first of the event aside. Throws where the rule is none, or never comes to an end. */
function repeat(rule: string, start: Reading, [fromMs, toMs]: Span): number[] {
  const parts = rule.split(';').filter((part) => part !== '' && !part.startsWith('UNTIL='));
  const until = /(?:^|;)UNTIL=([^;]+)/.exec(rule)?.[1];
  if (until !== undefined) parts.push(`UNTIL=${written(untilOf(until, start))}`);
  const recurrence = new RRuleTemporal({
    rruleString: `DTSTART:${written(start.readingMs)}\nRRULE:${parts.join(';')}`,
    tzid: 'UTC',
    // Enough for rules of a day or longer in practice; a rule that takes too long is ended with its thread.
    maxIterations: 1_000_000,
  });
  if (toMs < start.readingMs) return [];
  return recurrence
    .between(new Date(Math.max(fromMs, start.readingMs)), new Date(toMs), true)
    .map(({ epochMilliseconds }) => epochMilliseconds);
}

const stepsMs: Readonly<Record<string, number>> = { HOURLY: hourMs, MINUTELY: minuteMs, SECONDLY: secondMs };

/** Moments of a rule that only counts hours, minutes or seconds: these pass by no clock. Null for any other rule. */
function step(rule: string, start: Reading, [fromMs, toMs]: Span): number[] | null {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const unitMs = stepsMs[parts.get('FREQ') ?? ''];
  if (unitMs === undefined || /(?:^|;)BY/.test(rule)) return null;
  const stepMs = unitMs * Math.max(1, Number(parts.get('INTERVAL') ?? 1));
  const firstMs = start.zone.momentOf(start.readingMs);
  const until = parts.get('UNTIL');
  const untilMs = until === undefined ? Infinity : start.zone.momentOf(untilOf(until, start));
  const count = Number(parts.get('COUNT') ?? Infinity);
  const lastMs = Math.min(toMs, untilMs, firstMs + (count - 1) * stepMs);
  const moments: number[] = [];
  const skipped = Math.max(0, Math.ceil((fromMs - firstMs) / stepMs));
  for (let ms = firstMs + skipped * stepMs; ms <= lastMs; ms += stepMs) moments.push(ms);
  return moments;
}

const endOf = ({ readingMs, zone }: Reading, { days, ms }: Length) =>
  zone.momentOf(readingMs + days * dayMs) + ms;

/** Returns when an occurrence begins and ends. */
const spanOf = (at: Reading, length: Length): Span => [at.zone.momentOf(at.readingMs), endOf(at, length)];

/** True if a time that is taken out, or changed, is this occurrence; a day matches all of its occurrences. */
const isSameOccurrence = (one: Reading, at: Reading) => {
  if (one.isDay && !at.isDay) return Math.floor(at.readingMs / dayMs) * dayMs === one.readingMs;
  if (one.isDay || at.isDay) return one.readingMs === Math.floor(at.readingMs / dayMs) * dayMs;
  return one.zone.momentOf(one.readingMs) === at.zone.momentOf(at.readingMs);
};

type Occurrence = { readonly at: Reading; readonly length: Length };

/** When an event is, also again, between two moments, before anything is taken out. */
function occurrencesOf(event: BusyEvent, span: Span): Occurrence[] {
  const { start, length, rules, more } = event;
  const reachMs = Math.max(0, length.days * dayMs + length.ms) + 2 * dayMs;
  const window: Span = [span[0] - reachMs, span[1] + 2 * dayMs];
  const steps = rules.flatMap((rule) => step(rule, start, window) ?? []);
  const repeated = rules
    .filter((rule) => step(rule, start, [0, 0]) === null)
    .flatMap((rule) => repeat(rule, start, window));
  const left = new Set(event.exceptRules.flatMap((rule) => repeat(rule, start, window)));
  const readings = new Set([start.readingMs, ...repeated].filter((readingMs) => !left.has(readingMs)));
  return [
    ...[...readings].map((readingMs) => ({ at: { ...start, readingMs }, length })),
    ...steps.map((readingMs) => ({ at: { readingMs, zone: utc, isDay: false }, length })),
    ...more.map((one) => ({ at: one.start, length: one.length ?? length })),
  ];
}

const momentOf = ({ zone, readingMs }: Reading) => zone.momentOf(readingMs);

/** Returns when an occurrence is, after the last change to it and all later ones; null if its owner is not busy then. */
function applyLastChange(
  { at, length }: Occurrence,
  event: BusyEvent,
  changes: readonly BusyEvent[],
): Span | null {
  const change = changes.findLast(
    ({ insteadOf }) => insteadOf?.andLater && momentOf(insteadOf.at) <= momentOf(at),
  );
  if (!change?.insteadOf) return event.isBusy ? spanOf(at, length) : null;
  if (!change.isBusy) return null;
  const shift = change.start.readingMs - change.insteadOf.at.readingMs;
  return spanOf({ ...at, readingMs: at.readingMs + shift }, change.length);
}

/**
 * Returns when an event makes its host busy, within a span and around it. `changes` are occurrences that were changed, each an
 * event of its own. Throws if the recurrence rule is not supported.
 */
export function busySpansOf(event: BusyEvent, changes: readonly BusyEvent[], span: Span): Span[] {
  const ordered = changes.toSorted(
    (one, other) => (one.insteadOf?.at.readingMs ?? 0) - (other.insteadOf?.at.readingMs ?? 0),
  );
  const gone = [...event.except, ...ordered.flatMap(({ insteadOf }) => (insteadOf ? [insteadOf.at] : []))];
  return occurrencesOf(event, span).flatMap((occurrence) => {
    if (gone.some((one) => isSameOccurrence(one, occurrence.at))) return [];
    const busy = applyLastChange(occurrence, event, ordered);
    return busy ? [busy] : [];
  });
}

/** Returns when a changed occurrence begins and ends. */
export const spanOfChange = ({ start, length }: BusyEvent): Span => spanOf(start, length);
