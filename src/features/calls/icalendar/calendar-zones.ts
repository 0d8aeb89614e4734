import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { createOffset, type Span } from '#src/platform/calendar.ts';
import { dayMs } from '#src/platform/durations.ts';
import { fixedZone, readTimeText, zoneOf, type Zone } from './recurrence.ts';
import { contentLineOf, type ContentLine } from './calendar-lines.ts';
import { readRule, repeat } from './recurrence.ts';

/** IANA zones by Windows zone name, for the world ("001"). */
const windowsZones: ReadonlyMap<string, string | undefined> = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(({ windowsName, iana }) => [
    windowsName,
    iana[0],
  ]),
);

/** Returns the IANA zone of a name, or null. */
function createZone(name: string): Zone | null {
  try {
    return zoneOf(createOffset(name));
  } catch {
    return null;
  }
}

/** Returns the possible IANA names of a TZID: itself, its Windows equivalent, or the end of a path. */
function namesFor(tzid: string): string[] {
  const name = tzid.replaceAll('"', '').trim();
  const parts = name.split('/');
  return [
    name,
    windowsZones.get(name) ?? '',
    parts.slice(-3).join('/'),
    parts.slice(-2).join('/'),
    parts.at(-1) ?? '',
  ].filter((one) => one !== '');
}

const offsetText = /^([+-])(\d\d)(\d\d)(\d\d)?$/;

function offsetOf(lines: readonly ContentLine[], name: string): number {
  const text = lines.find((line) => line.name === name)?.value ?? '';
  const [, sign, ...numbers] = offsetText.exec(text) ?? [];
  if (sign === undefined) throw new Error('Invalid UTC offset');
  const [hours = 0, minutes = 0, seconds = 0] = numbers.map((one) => Number(one ?? 0));
  return (sign === '-' ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** A clock change: its instant and the UTC offsets before and after it. */
type Onset = { readonly ms: number; readonly beforeMs: number; readonly afterMs: number };

/** Returns the clock changes of one observance (standard or summer time) until an instant. */
function onsetsOf(lines: readonly ContentLine[], untilMs: number): Onset[] {
  const beforeMs = offsetOf(lines, 'TZOFFSETFROM');
  const afterMs = offsetOf(lines, 'TZOFFSETTO');
  const valuesOf = (name: string) => lines.filter((line) => line.name === name).map(({ value }) => value);
  const zone = fixedZone(beforeMs);
  const { readingMs } = readTimeText(valuesOf('DTSTART')[0] ?? '');
  const start = { readingMs, zone, isDay: false };
  const dates = valuesOf('RDATE').flatMap((value) => value.split(',').map(readTimeText));
  const rules = valuesOf('RRULE').flatMap((value) =>
    repeat(readRule(value), start, [readingMs, untilMs + dayMs]),
  );
  const readings = [readingMs, ...rules, ...dates.map((date) => date.readingMs)];
  return readings.map((reading) => ({ ms: zone.momentOf(reading), beforeMs, afterMs }));
}

/** Splits the lines of a zone definition by observance. */
function observancesIn(lines: readonly string[]): ContentLine[][] {
  const observances: ContentLine[][] = [];
  let open: ContentLine[] | null = null;
  for (const text of lines) {
    const line = contentLineOf(text);
    if (!line) continue;
    if (line.name === 'BEGIN') observances.push((open = []));
    else if (line.name === 'END') open = null;
    else open?.push(line);
  }
  return observances;
}

/** Returns the zone that a calendar defines, until an instant. Throws if the definition cannot be read. */
function definedZone(lines: readonly string[], untilMs: number): Zone {
  const onsets = observancesIn(lines)
    .flatMap((observance) => onsetsOf(observance, untilMs))
    .toSorted((one, other) => one.ms - other.ms);
  const [first] = onsets;
  if (!first) throw new Error('Zone definition without observances');
  return zoneOf((ms) => {
    let [from, to] = [0, onsets.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((onsets[middle]?.ms ?? Infinity) <= ms) from = middle + 1;
      else to = middle;
    }
    return onsets[from - 1]?.afterMs ?? first.beforeMs;
  });
}

export type FindZone = (tzid: string) => Zone | null;

/** Returns a calendar's own zone definitions: their lines by name. */
export function definitionsIn(zones: readonly (readonly string[])[]): Map<string, readonly string[]> {
  const definitions = new Map<string, readonly string[]>();
  for (const lines of zones) {
    const tzid = lines.map(contentLineOf).find((line) => line?.name === 'TZID')?.value;
    if (tzid !== undefined) definitions.set(tzid.replaceAll('"', ''), lines);
  }
  return definitions;
}

/**
 * Finds zones by the names in a calendar. Its own definitions take precedence over IANA zones. Calls `onUnreadZone`
 * for an unreadable definition, for which the IANA zone is used.
 */
export function createZones(
  definitions: ReadonlyMap<string, readonly string[]>,
  [, untilMs]: Span,
  onUnreadZone: () => void,
): FindZone {
  const known = new Map<string, Zone | null>();
  // Cached for all spellings of a name, to bound the memory of the thread.
  const listed = new Map<string, Zone | null>();
  const findListed = (name: string): Zone | null => {
    const key = name.toLowerCase();
    const zone = listed.get(key);
    if (zone !== undefined) return zone;
    const made = createZone(name);
    listed.set(key, made);
    return made;
  };
  const findDefined = (tzid: string): Zone | null => {
    const lines = definitions.get(tzid);
    if (!lines) return null;
    try {
      return definedZone(lines, untilMs);
    } catch {
      onUnreadZone();
      return null;
    }
  };
  const find = (tzid: string): Zone | null => {
    const defined = findDefined(tzid);
    if (defined) return defined;
    for (const name of namesFor(tzid)) {
      const zone = findListed(name);
      if (zone) return zone;
    }
    return null;
  };
  return (tzid) => {
    if (!known.has(tzid)) known.set(tzid, find(tzid));
    return known.get(tzid) ?? null;
  };
}
