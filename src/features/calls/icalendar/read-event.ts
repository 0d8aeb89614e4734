import type { CalendarRemarks } from '../host.table.ts';
import type { Span } from '#src/platform/calendar.ts';
import { dayMs } from '#src/platform/durations.ts';
import { readTimeText, utc, type Reading, type Zone } from './recurrence.ts';
import { contentLineOf, type ContentLine } from './calendar-lines.ts';
import { readRule, type Rule } from './recurrence.ts';
import type { Part } from './calendar-lines.ts';
import type { FindZone } from './calendar-zones.ts';

/** How long an event takes: nominal days by the clocks, then milliseconds that pass. */
export type Length = { readonly days: number; readonly ms: number };

/** An event, or one changed occurrence of a repeated one. */
export type BusyEvent = {
  readonly uid: string;
  readonly start: Reading;
  readonly length: Length;
  readonly rules: readonly Rule[];
  readonly exceptRules: readonly Rule[];
  readonly more: readonly { readonly start: Reading; readonly length: Length | null }[];
  readonly except: readonly Reading[];
  /** The occurrence that this one stands in for, and whether it does for all later ones, too. */
  readonly insteadOf: { readonly at: Reading; readonly andLater: boolean } | null;
  /** Free where the event is cancelled, or its owner is not busy during it. */
  readonly isBusy: boolean;
};

/** What is to be said to the host about an event. */
export type Remark = Extract<keyof CalendarRemarks, 'floating' | 'noLength' | 'dayLeftOut'>;

/** What is needed to read an event. What could not be read, or only in part, is reported. */
export type Reader = {
  readonly findZone: FindZone;
  readonly hostZone: Zone;
  readonly onUnread: () => void;
  readonly onRemark: (remark: Remark) => void;
};

/** The properties of a component that are well written. */
type Properties = readonly ContentLine[];

const propertiesOf = ({ lines }: Part): Properties =>
  lines.map(contentLineOf).filter((line) => line !== null);

const linesOf = (part: Properties, name: string) => part.filter((line) => line.name === name);

function readingOf(text: string, { parameters }: ContentLine, reader: Reader): Reading {
  const { readingMs, isDay, isUtc } = readTimeText(text);
  if (isDay || parameters.get('VALUE')?.toUpperCase() === 'DATE')
    return { readingMs: Math.floor(readingMs / dayMs) * dayMs, zone: reader.hostZone, isDay: true };
  if (isUtc) return { readingMs, zone: utc, isDay: false };
  const tzid = parameters.get('TZID');
  if (tzid === undefined) reader.onRemark('floating');
  const zone = tzid === undefined ? reader.hostZone : reader.findZone(tzid);
  if (!zone) reader.onUnread();
  return { readingMs, zone: zone ?? reader.hostZone, isDay: false };
}

const durationText = /^([+-])?P(?=\w)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Reads a duration such as P1DT2H. Throws if it is badly written. */
function readLength(text: string): Length {
  const [, sign, ...numbers] = durationText.exec(text.trim().toUpperCase()) ?? [];
  if (numbers.length === 0) throw new Error('No such duration');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((one) => Number(one ?? 0));
  const factor = sign === '-' ? -1 : 1;
  return {
    days: factor * (weeks * 7 + days),
    ms: factor * ((hours * 60 + minutes) * 60 + seconds) * 1000,
  };
}

/** Returns a length in milliseconds, a day taken as 24 hours. */
export const nominalMs = ({ days, ms }: Length) => days * dayMs + ms;

/** Returns how long it is from one time to another. One that ends on a day, without a time, lasts until the end of that day. */
function lengthUntil(start: Reading, end: Reading): Length {
  if (start.isDay) return { days: Math.ceil((end.readingMs - start.readingMs) / dayMs), ms: 0 };
  const endMs = end.readingMs + (end.isDay ? dayMs : 0);
  return { days: 0, ms: end.zone.momentOf(endMs) - start.zone.momentOf(start.readingMs) };
}

/** Returns at least a day, in whole days. */
const wholeDays = (length: Length): Length => ({
  days: Math.max(1, Math.ceil(Math.abs(nominalMs(length)) / dayMs)) * (nominalMs(length) < 0 ? -1 : 1),
  ms: 0,
});

/** Returns how long an event takes. Where both its end and its duration are given, the longer one counts. */
function findLength(part: Properties, start: Reading, reader: Reader): Length {
  const ends = linesOf(part, 'DTEND').map((line) => lengthUntil(start, readingOf(line.value, line, reader)));
  const durations = linesOf(part, 'DURATION').map(({ value }) => readLength(value));
  const [length = { days: 0, ms: 0 }] = [...ends, ...durations].toSorted(
    (one, other) => Math.abs(nominalMs(other)) - Math.abs(nominalMs(one)),
  );
  if (start.isDay) return wholeDays(length);
  if (nominalMs(length) === 0) reader.onRemark('noLength');
  return length;
}

/** Reads each of the values of a property. Those that are badly written are reported and skipped. */
const readEach = <T>(
  part: Properties,
  name: string,
  reader: Reader,
  read: (value: string, line: ContentLine) => T,
): T[] =>
  linesOf(part, name).flatMap((line) =>
    (name.endsWith('RULE') ? [line.value] : line.value.split(',')).flatMap((value) => {
      try {
        return [read(value, line)];
      } catch {
        reader.onUnread();
        return [];
      }
    }),
  );

/** Reads a period: its beginning, and its end or its length. */
function readPeriod(text: string, line: ContentLine, reader: Reader) {
  const [from = '', to = ''] = text.split('/');
  const start = readingOf(from, line, reader);
  const isLength = /^\s*[+-]?P/i.test(to);
  return { start, length: isLength ? readLength(to) : lengthUntil(start, readingOf(to, line, reader)) };
}

const readRules = (part: Properties, name: string, reader: Reader) =>
  readEach(part, name, reader, (text) => {
    const rule = readRule(text);
    if (!rule.isWhole) reader.onUnread();
    return rule;
  });

const readMore = (part: Properties, start: Reading, reader: Reader) =>
  readEach(part, 'RDATE', reader, (text, line) => {
    if (text.includes('/')) return readPeriod(text, line, reader);
    const one = readingOf(text, line, reader);
    return { start: one, length: one.isDay && !start.isDay ? { days: 1, ms: 0 } : null };
  });

/** Reads which occurrence an event changes; null where it is an event of its own. */
function readInsteadOf(part: Properties, reader: Reader): BusyEvent['insteadOf'] {
  const [line] = linesOf(part, 'RECURRENCE-ID');
  if (!line) return null;
  const range = line.parameters.get('RANGE')?.toUpperCase();
  const isRepeated = ['RRULE', 'RDATE'].some((name) => linesOf(part, name).length > 0);
  // A change to all earlier occurrences has been abolished, and a changed occurrence does not repeat.
  if (isRepeated || (range !== undefined && range !== 'THISANDFUTURE')) reader.onUnread();
  return { at: readingOf(line.value, line, reader), andLater: range === 'THISANDFUTURE' };
}

const textOf = (part: Properties, name: string) => linesOf(part, name)[0]?.value.toUpperCase();

/** True unless an event is cancelled, or all that is said of its owner's time is that they are free. */
function isBusy(part: Properties): boolean {
  if (textOf(part, 'STATUS') === 'CANCELLED') return false;
  const transparency = textOf(part, 'TRANSP');
  const outlook = textOf(part, 'X-MICROSOFT-CDO-BUSYSTATUS');
  const isFree = transparency === 'TRANSPARENT' || outlook === 'FREE';
  const isContradicted = (transparency ?? 'TRANSPARENT') !== 'TRANSPARENT' || (outlook ?? 'FREE') !== 'FREE';
  return !isFree || isContradicted;
}

/** Reads an event. Throws where it does not say when it is. */
export function readEvent(written: Part, reader: Reader): BusyEvent {
  const part = propertiesOf(written);
  const isTaken = isBusy(part);
  // Nothing is to be reported of an event during which its owner is free.
  const quiet: Reader = isTaken ? reader : { ...reader, onRemark: () => undefined };
  const [begin] = linesOf(part, 'DTSTART');
  if (!begin) throw new Error('An event has no beginning');
  const start = readingOf(begin.value, begin, quiet);
  const except = readEach(part, 'EXDATE', quiet, (text, line) => readingOf(text, line, quiet));
  if (!start.isDay && except.some(({ isDay }) => isDay)) quiet.onRemark('dayLeftOut');
  return {
    uid: linesOf(part, 'UID')[0]?.value ?? '',
    start,
    length: findLength(part, start, quiet),
    rules: readRules(part, 'RRULE', quiet),
    exceptRules: readRules(part, 'EXRULE', quiet),
    more: readMore(part, start, quiet),
    except,
    insteadOf: readInsteadOf(part, quiet),
    isBusy: isTaken,
  };
}

/** Returns from when to when: between both, whichever comes first. */
export const spanOf = ({ readingMs, zone }: Reading, { days, ms }: Length): Span => {
  const [from, to] = [zone.momentOf(readingMs), zone.momentOf(readingMs + days * dayMs) + ms];
  return [Math.min(from, to), Math.max(from, to)];
};

/** The times at which a VFREEBUSY says that its owner is busy. */
export const readFreeBusy = (part: Part, reader: Reader): Span[] =>
  readEach(propertiesOf(part), 'FREEBUSY', reader, (text, line) => {
    const isFree = line.parameters.get('FBTYPE')?.toUpperCase() === 'FREE';
    const { start, length } = readPeriod(text, line, reader);
    return isFree ? [] : [spanOf(start, length)];
  }).flat();
