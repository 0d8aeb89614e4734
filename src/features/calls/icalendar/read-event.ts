import type { CalendarRemarks } from '../host.table.ts';
import type { Span } from '#src/platform/calendar.ts';
import { dayMs } from '#src/platform/durations.ts';
import { readTimeText, utc, type Reading, type Zone } from './recurrence.ts';
import { contentLineOf, type ContentLine } from './calendar-lines.ts';
import { readRule, type Rule } from './recurrence.ts';
import type { Part } from './calendar-lines.ts';
import type { FindZone } from './calendar-zones.ts';

/** The length of an event: nominal days in local time, plus elapsed milliseconds. */
export type Length = { readonly days: number; readonly ms: number };

/** An event, or one changed occurrence of a recurring event. */
export type BusyEvent = {
  readonly uid: string;
  readonly start: Reading;
  readonly length: Length;
  readonly rules: readonly Rule[];
  readonly exceptRules: readonly Rule[];
  readonly more: readonly { readonly start: Reading; readonly length: Length | null }[];
  readonly except: readonly Reading[];
  /** The occurrence that this one replaces, and whether it also replaces all later ones. */
  readonly insteadOf: { readonly at: Reading; readonly andLater: boolean } | null;
  /** False if the event is cancelled or marked as free. */
  readonly isBusy: boolean;
};

/** A remark to the host about an event. */
export type Remark = Extract<keyof CalendarRemarks, 'floating' | 'noLength' | 'dayLeftOut'>;

/** Options for reading an event, with callbacks for what could not be read completely. */
export type Reader = {
  readonly findZone: FindZone;
  readonly hostZone: Zone;
  readonly onUnread: () => void;
  readonly onRemark: (remark: Remark) => void;
};

/** The well-formed properties of a component. */
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

/** Parses a duration such as P1DT2H. Throws if it is malformed. */
function readLength(text: string): Length {
  const [, sign, ...numbers] = durationText.exec(text.trim().toUpperCase()) ?? [];
  if (numbers.length === 0) throw new Error('Invalid duration');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((one) => Number(one ?? 0));
  const factor = sign === '-' ? -1 : 1;
  return {
    days: factor * (weeks * 7 + days),
    ms: factor * ((hours * 60 + minutes) * 60 + seconds) * 1000,
  };
}

/** Returns a length in milliseconds, counting a day as 24 hours. */
export const nominalMs = ({ days, ms }: Length) => days * dayMs + ms;

/** Returns the length from one time to another. A date as the end includes that whole day. */
function lengthUntil(start: Reading, end: Reading): Length {
  if (start.isDay) return { days: Math.ceil((end.readingMs - start.readingMs) / dayMs), ms: 0 };
  const endMs = end.readingMs + (end.isDay ? dayMs : 0);
  return { days: 0, ms: end.zone.momentOf(endMs) - start.zone.momentOf(start.readingMs) };
}

/** Rounds a length up to whole days, at least one. */
const wholeDays = (length: Length): Length => ({
  days: Math.max(1, Math.ceil(Math.abs(nominalMs(length)) / dayMs)) * (nominalMs(length) < 0 ? -1 : 1),
  ms: 0,
});

/** Returns the length of an event; if both its end and duration are given, the longer one. */
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

/** Parses each value of a property. Malformed values are reported and skipped. */
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

/** Parses a period: a start with an end or a length. */
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

/** Returns the occurrence that an event changes; null if it is an event of its own. */
function readInsteadOf(part: Properties, reader: Reader): BusyEvent['insteadOf'] {
  const [line] = linesOf(part, 'RECURRENCE-ID');
  if (!line) return null;
  const range = line.parameters.get('RANGE')?.toUpperCase();
  const isRepeated = ['RRULE', 'RDATE'].some((name) => linesOf(part, name).length > 0);
  // RANGE=THISANDPRIOR is obsolete, and a changed occurrence does not recur.
  if (isRepeated || (range !== undefined && range !== 'THISANDFUTURE')) reader.onUnread();
  return { at: readingOf(line.value, line, reader), andLater: range === 'THISANDFUTURE' };
}

const textOf = (part: Properties, name: string) => linesOf(part, name)[0]?.value.toUpperCase();

/** True unless an event is cancelled or marked as free. */
function isBusy(part: Properties): boolean {
  if (textOf(part, 'STATUS') === 'CANCELLED') return false;
  const transparency = textOf(part, 'TRANSP');
  const outlook = textOf(part, 'X-MICROSOFT-CDO-BUSYSTATUS');
  const isFree = transparency === 'TRANSPARENT' || outlook === 'FREE';
  const isContradicted = (transparency ?? 'TRANSPARENT') !== 'TRANSPARENT' || (outlook ?? 'FREE') !== 'FREE';
  return !isFree || isContradicted;
}

/** Parses an event. Throws if it has no start. */
export function readEvent(written: Part, reader: Reader): BusyEvent {
  const part = propertiesOf(written);
  const isTaken = isBusy(part);
  // Free events are not reported.
  const quiet: Reader = isTaken ? reader : { ...reader, onRemark: () => undefined };
  const [begin] = linesOf(part, 'DTSTART');
  if (!begin) throw new Error('Event without a start');
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

/** Returns the span of an occurrence. */
export const spanOf = ({ readingMs, zone }: Reading, { days, ms }: Length): Span => {
  const [from, to] = [zone.momentOf(readingMs), zone.momentOf(readingMs + days * dayMs) + ms];
  return [Math.min(from, to), Math.max(from, to)];
};

/** Returns the busy times of a VFREEBUSY component. */
export const readFreeBusy = (part: Part, reader: Reader): Span[] =>
  readEach(propertiesOf(part), 'FREEBUSY', reader, (text, line) => {
    const isFree = line.parameters.get('FBTYPE')?.toUpperCase() === 'FREE';
    const { start, length } = readPeriod(text, line, reader);
    return isFree ? [] : [spanOf(start, length)];
  }).flat();
