import type { CalendarRemarks } from '../host.table.ts';
import type { Span } from '#src/platform/calendar.ts';
import { busySpansOf } from './occurrences.ts';
import { readEvent, readFreeBusy, spanOf, type BusyEvent, type Reader, type Remark } from './read-event.ts';
import { splitCalendar } from './split-calendar.ts';
import { createZones, definitionsIn } from './zones.ts';

/** The busy times in a calendar, in order and without overlaps. */
export type BusyTimes = {
  readonly busy: readonly Span[];
  /** How many of its events could not be understood, or not wholly. */
  readonly leftOut: number;
  readonly remarks: CalendarRemarks;
};

/** The most busy times that one calendar may yield, since every search for free times reads them all. */
const mostTimes = 5000;

/** A calendar's text and what is needed to read it. */
export type ReadTask = {
  readonly text: string;
  /** The IANA zone used for whole days and for times without a zone. */
  readonly timeZone: string;
  readonly span: Span;
  /** The UIDs of our own calls: they count already, and would stand in the way of being moved. */
  readonly ownUids: RegExp;
};

/** Spans in order, cut to those between two moments, those that touch or overlap as one. */
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
 * Reads the busy times within a span from a calendar (RFC 5545). Returns null if the text is no calendar. Components that cannot be
 * read are counted and skipped. Throws if there are more busy times than a person can have.
 */
export function readCalendar({ text, timeZone, span, ownUids }: ReadTask): BusyTimes | null {
  const split = splitCalendar(text);
  if (!split) return null;
  const remarks = new Map<keyof CalendarRemarks, number>();
  const remark = (kind: keyof CalendarRemarks) => remarks.set(kind, (remarks.get(kind) ?? 0) + 1);
  const zones = split.parts.filter(({ kind }) => kind === 'VTIMEZONE').map(({ lines }) => lines);
  const findZone = createZones(definitionsIn(zones), span, () => remark('zoneDefinition'));
  const hostZone = createZones(new Map(), span, () => undefined)(timeZone);
  if (!hostZone) throw new Error(`There is no zone ${timeZone}`);
  let leftOut = split.broken;
  if (split.others > 0) remarks.set('otherEntries', split.others);
  const spans: Span[] = [];
  const events: BusyEvent[] = [];
  /** Runs `read` for a component. One that cannot be read, or not wholly, is counted once, and each remark about it, too. */
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
    // Without a name, nothing says which event is changed.
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
  if (busy.length > mostTimes) throw new Error('More busy times than anybody has');
  return { busy, leftOut, remarks: Object.fromEntries(remarks) };
}
