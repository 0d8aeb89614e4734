import ICAL from 'ical.js';
import { dayMs } from '#src/platform/durations.ts';
import type { Part } from './split-calendar.ts';
import { utc, type FindZone, type Zone } from './zones.ts';

/** A time as a calendar writes it: what clocks show there, as if it were UTC, and whose clocks these are. */
export type Reading = { readonly readingMs: number; readonly zone: Zone; readonly isDay: boolean };

/** How long an event takes: nominal days by the clocks, then milliseconds that pass. */
export type Length = { readonly days: number; readonly ms: number };

/** An event, or one changed occurrence of a repeated one. */
export type BusyEvent = {
  readonly uid: string;
  readonly start: Reading;
  readonly length: Length;
  /** Rules as they are written, without their name. */
  readonly rules: readonly string[];
  readonly exceptRules: readonly string[];
  readonly more: readonly { readonly start: Reading; readonly length: Length | null }[];
  readonly except: readonly Reading[];
  /** The occurrence that this one stands in for, and whether it does for all later ones, too. */
  readonly insteadOf: { readonly at: Reading; readonly andLater: boolean } | null;
  /** Free where the event is cancelled, or its owner is not busy during it. */
  readonly isBusy: boolean;
};

/** Thrown where a zone is unknown: the event is read by the host's clocks, and counted. */
export type Reader = {
  readonly findZone: FindZone;
  readonly hostZone: Zone;
  readonly onUnknownZone: () => void;
};

function readingOf(time: ICAL.Time, tzid: string | undefined, reader: Reader): Reading {
  const { year, month, day, hour, minute, second, isDate } = time;
  const readingMs = Date.UTC(
    year,
    month - 1,
    day,
    isDate ? 0 : hour,
    isDate ? 0 : minute,
    isDate ? 0 : second,
  );
  if (!Number.isFinite(readingMs) || month < 1 || month > 12 || day < 1 || day > 31)
    throw new Error('No such day');
  if (isDate) return { readingMs, zone: reader.hostZone, isDay: true };
  if (time.zone === ICAL.Timezone.utcTimezone) return { readingMs, zone: utc, isDay: false };
  const zone = tzid === undefined ? reader.hostZone : reader.findZone(tzid);
  if (!zone) reader.onUnknownZone();
  return { readingMs, zone: zone ?? reader.hostZone, isDay: false };
}

const lengthOf = (duration: ICAL.Duration): Length => {
  const sign = duration.isNegative ? -1 : 1;
  return {
    days: sign * (duration.weeks * 7 + duration.days),
    ms: sign * ((duration.hours * 60 + duration.minutes) * 60 + duration.seconds) * 1000,
  };
};

const parameterOf = (property: ICAL.Property, name: string): string | undefined => {
  const value = property.getParameter(name) as string | string[] | undefined;
  return Array.isArray(value) ? value[0] : value;
};

const readAll = (property: ICAL.Property, reader: Reader) =>
  property.getValues().map((value: ICAL.Time | ICAL.Period) => {
    const tzid = parameterOf(property, 'tzid');
    if (!(value instanceof ICAL.Period)) return { start: readingOf(value, tzid, reader), length: null };
    const start = readingOf(value.start, tzid, reader);
    const ms = value.getDuration().toSeconds() * 1000;
    return { start, length: { days: 0, ms } };
  });

/** The rules of a name as they are written. */
const rulesOf = (lines: readonly string[], name: string) =>
  lines.flatMap((line) => {
    const [, rule] = new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'i').exec(line) ?? [];
    return rule === undefined ? [] : [rule.trim().toUpperCase()];
  });

function findLength(component: ICAL.Component, start: Reading, reader: Reader): Length {
  const end = component.getFirstProperty('dtend');
  if (end) {
    const read = readingOf(end.getFirstValue() as ICAL.Time, parameterOf(end, 'tzid'), reader);
    if (start.isDay && read.isDay) return { days: (read.readingMs - start.readingMs) / dayMs, ms: 0 };
    return { days: 0, ms: read.zone.momentOf(read.readingMs) - start.zone.momentOf(start.readingMs) };
  }
  const duration = component.getFirstProperty('duration');
  if (duration) return lengthOf(duration.getFirstValue() as ICAL.Duration);
  return { days: start.isDay ? 1 : 0, ms: 0 };
}

const textOf = (component: ICAL.Component, name: string) =>
  String(component.getFirstPropertyValue(name) ?? '').toUpperCase();

const isBusy = (component: ICAL.Component) =>
  textOf(component, 'status') !== 'CANCELLED' &&
  textOf(component, 'transp') !== 'TRANSPARENT' &&
  textOf(component, 'x-microsoft-cdo-busystatus') !== 'FREE';

export function parsePart({ kind, lines }: Part): ICAL.Component {
  const parsed = ICAL.parse([`BEGIN:${kind}`, ...lines, `END:${kind}`].join('\r\n')) as unknown[];
  return new ICAL.Component(parsed);
}

/** Reads an event. Throws where it does not say when it is. */
export function readEvent(part: Part, reader: Reader): BusyEvent {
  const component = parsePart(part);
  const begin = component.getFirstProperty('dtstart');
  if (!begin) throw new Error('An event has no beginning');
  const start = readingOf(begin.getFirstValue() as ICAL.Time, parameterOf(begin, 'tzid'), reader);
  const instead = component.getFirstProperty('recurrence-id');
  return {
    uid: String(component.getFirstPropertyValue('uid') ?? ''),
    start,
    length: findLength(component, start, reader),
    rules: rulesOf(part.lines, 'RRULE'),
    exceptRules: rulesOf(part.lines, 'EXRULE'),
    more: component.getAllProperties('rdate').flatMap((property) => readAll(property, reader)),
    except: component
      .getAllProperties('exdate')
      .flatMap((property) => readAll(property, reader).map((one) => one.start)),
    insteadOf: instead
      ? {
          at: readingOf(instead.getFirstValue() as ICAL.Time, parameterOf(instead, 'tzid'), reader),
          andLater: parameterOf(instead, 'range')?.toUpperCase() === 'THISANDFUTURE',
        }
      : null,
    isBusy: isBusy(component),
  };
}

/** The times at which a VFREEBUSY says that its owner is busy. */
export function readFreeBusy(part: Part, reader: Reader): (readonly [number, number])[] {
  return parsePart(part)
    .getAllProperties('freebusy')
    .filter((property) => parameterOf(property, 'fbtype')?.toUpperCase() !== 'FREE')
    .flatMap((property) =>
      property.getValues().map((period: ICAL.Period) => {
        const { readingMs, zone } = readingOf(period.start, undefined, reader);
        const startMs = zone.momentOf(readingMs);
        return [startMs, startMs + period.getDuration().toSeconds() * 1000] as const;
      }),
    );
}
