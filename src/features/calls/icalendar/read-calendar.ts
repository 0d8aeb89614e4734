import type { CalendarRemarks } from '../host.table.ts';
import type { Span } from '#src/platform/calendar.ts';
import {
  readEvent,
  readFreeBusy,
  spanOf,
  type BusyEvent,
  type Reader,
  type Remark,
  nominalMs,
  type Length,
} from './read-event.ts';
import { splitCalendar } from './calendar-lines.ts';
import { createZones, definitionsIn } from './calendar-zones.ts';
import { dayMs } from '#src/platform/durations.ts';
import { utc, type Reading, isStep, repeat, step, type Rule } from './recurrence.ts';

/** The busy times in a calendar, sorted and without overlaps. */
export type BusyTimes = {
  readonly busy: readonly Span[];
  /** The number of events that could not be read completely. */
  readonly leftOut: number;
  readonly remarks: CalendarRemarks;
};

/** The most busy times of one calendar, since every search for free times reads them all. */
const mostTimes = 5000;

/** A calendar's text and the options for reading it. */
export type ReadTask = {
  readonly text: string;
  /** The IANA zone used for whole days and for times without a zone. */
  readonly timeZone: string;
  readonly span: Span;
  /** The UIDs of our own calls, which already count as calls. */
  readonly ownUids: RegExp;
};

/** Returns the spans clipped to a span, sorted, with touching or overlapping ones merged. */
function mergeWithin(spans: readonly Span[], [fromMs, toMs]: Span): Span[] {
  const merged: [number, number][] = [];
  const ordered = spans
    .map(([from, to]): Span => [Math.max(from, fromMs), Math.min(to, toMs)])
    .filter(([from, to]) => from < to)
    .toSorted((one, other) => one[0] - other[0]);
  for (const [from, to] of ordered) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/**
 * Reads the busy times within a span from a calendar (RFC 5545). Returns null if the text is not a calendar. Skips
 * and counts components that cannot be read. Throws if there are more than `mostTimes` busy times.
 */
export function readCalendar({ text, timeZone, span, ownUids }: ReadTask): BusyTimes | null {
  const split = splitCalendar(text);
  if (!split) return null;
  const remarks = new Map<keyof CalendarRemarks, number>();
  const remark = (kind: keyof CalendarRemarks) => remarks.set(kind, (remarks.get(kind) ?? 0) + 1);
  const zones = split.parts.filter(({ kind }) => kind === 'VTIMEZONE').map(({ lines }) => lines);
  const findZone = createZones(definitionsIn(zones), span, () => remark('zoneDefinition'));
  const hostZone = createZones(new Map(), span, () => undefined)(timeZone);
  if (!hostZone) throw new Error(`Unknown time zone ${timeZone}`);
  let leftOut = split.broken;
  if (split.others > 0) remarks.set('otherEntries', split.others);
  const spans: Span[] = [];
  const events: BusyEvent[] = [];
  /**
   * Runs `read` for a component. An unreadable component and each kind of remark are counted once per component.
   */
  const attempt = (read: (reader: Reader) => void) => {
    let isWhole = true;
    const found = new Set<Remark>();
    const onUnread = () => (isWhole = false);
    try {
      read({ findZone, hostZone, onUnread, onRemark: (kind) => found.add(kind) });
    } catch {
      isWhole = false;
    }
    if (!isWhole) leftOut += 1;
    found.forEach(remark);
  };
  for (const part of split.parts) {
    if (part.kind === 'VEVENT')
      attempt((reader) => {
        const event = readEvent(part, reader);
        if (!ownUids.test(event.uid)) events.push(event);
      });
    if (part.kind === 'VFREEBUSY') attempt((reader) => spans.push(...readFreeBusy(part, reader)));
  }
  const changes = Map.groupBy(
    // Without a UID, the changed event is unknown.
    events.filter(({ insteadOf, uid }) => insteadOf && uid !== ''),
    ({ uid }) => uid,
  );
  for (const event of events) {
    if (event.insteadOf === null)
      attempt(({ onUnread }) =>
        spans.push(...busySpansOf(event, changes.get(event.uid) ?? [], span, onUnread)),
      );
    else if (event.isBusy) attempt(() => spans.push(spanOf(event.start, event.length)));
  }
  const busy = mergeWithin(spans, span);
  if (busy.length > mostTimes) throw new Error('Too many busy times');
  return { busy, leftOut, remarks: Object.fromEntries(remarks) };
}

/** True if an excluded or changed time is this occurrence; a date matches all occurrences of that day. */
const isSameOccurrence = (one: Reading, at: Reading) => {
  if (one.isDay && !at.isDay) return Math.floor(at.readingMs / dayMs) * dayMs === one.readingMs;
  if (one.isDay || at.isDay) return one.readingMs === Math.floor(at.readingMs / dayMs) * dayMs;
  return momentOf(one) === momentOf(at);
};

type Occurrence = { readonly at: Reading; readonly length: Length };

const momentOf = ({ zone, readingMs }: Reading) => zone.momentOf(readingMs);

/** Returns the difference between a changed occurrence's time and its original time, in the event's zone. */
const shiftOf = ({ start, insteadOf }: BusyEvent, zone: Reading['zone']) => {
  if (!insteadOf) return 0;
  const { at } = insteadOf;
  return start.readingMs - (at.isDay ? at.readingMs : zone.readingOf(momentOf(at)));
};

/**
 * Returns the span of readings to search, extended for long events and for occurrences moved into the span.
 */
function windowOf(event: BusyEvent, changes: readonly BusyEvent[], [fromMs, toMs]: Span): Span {
  const later = changes.filter(({ insteadOf }) => insteadOf?.andLater);
  const lengths = [event, ...later].map(({ length }) => Math.abs(nominalMs(length)));
  const shifts = later.map((change) => Math.abs(shiftOf(change, event.start.zone)));
  const reachMs = Math.max(...lengths) + Math.max(0, ...shifts) + 2 * dayMs;
  return [fromMs - reachMs, toMs + reachMs];
}

/**
 * Returns all occurrences of an event within a span of readings, before exclusions. Reports unsupported rules.
 */
function occurrencesOf(event: BusyEvent, window: Span, onUnread: () => void): Occurrence[] {
  const { start, length, more } = event;
  const followed = (rules: readonly Rule[], follow: typeof repeat) =>
    rules.flatMap((rule) => {
      try {
        return follow(rule, start, window);
      } catch {
        onUnread();
        return [];
      }
    });
  const steps = followed(event.rules.filter(isStep), step);
  const repeated = followed(
    event.rules.filter((rule) => !isStep(rule)),
    repeat,
  );
  const left = new Set(followed(event.exceptRules, repeat));
  const readings = new Set([start.readingMs, ...repeated].filter((readingMs) => !left.has(readingMs)));
  return [
    ...[...readings].map((readingMs) => ({ at: { ...start, readingMs }, length })),
    ...steps.map((readingMs) => ({ at: { readingMs, zone: utc, isDay: false }, length })),
    ...more.map((one) => ({ at: one.start, length: one.length ?? length })),
  ];
}

/**
 * Returns an occurrence's time after the last change to it and all later ones; null if its owner is not busy then.
 */
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
  const moved = { ...change.start, readingMs: at.readingMs + shiftOf(change, at.zone) };
  return spanOf(moved, change.length);
}

/**
 * Returns the busy times of an event within and around a span. `changes` are changed occurrences, each an event of
 * its own. Unsupported rules are reported; the first occurrence still counts.
 */
function busySpansOf(
  event: BusyEvent,
  changes: readonly BusyEvent[],
  span: Span,
  onUnread: () => void,
): Span[] {
  const placeOf = ({ insteadOf }: BusyEvent) => (insteadOf ? momentOf(insteadOf.at) : 0);
  const ordered = changes.toSorted((one, other) => placeOf(one) - placeOf(other));
  const gone = [...event.except, ...ordered.flatMap(({ insteadOf }) => (insteadOf ? [insteadOf.at] : []))];
  return occurrencesOf(event, windowOf(event, ordered, span), onUnread).flatMap((occurrence) => {
    if (gone.some((one) => isSameOccurrence(one, occurrence.at))) return [];
    const busy = applyLastChange(occurrence, event, ordered);
    return busy ? [busy] : [];
  });
}
