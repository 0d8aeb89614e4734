import ICAL from 'ical.js';
import { createOffset } from '#src/platform/calendar.ts';
import { dayMs } from '#src/platform/durations.ts';
import { windowsZones } from './windows-zones.ts';

/** The clocks of a zone: which moment they show a reading at, and the reverse. A reading is written as if it were UTC. */
export type Zone = {
  readonly momentOf: (readingMs: number) => number;
  readonly readingOf: (momentMs: number) => number;
};

export const utc: Zone = { momentOf: (ms) => ms, readingOf: (ms) => ms };

/** A zone of the IANA list; null where there is none of this name. */
function createZone(name: string): Zone | null {
  let offsetAt: (ms: number) => number;
  try {
    offsetAt = createOffset(name);
  } catch {
    return null;
  }
  return {
    readingOf: (ms) => ms + offsetAt(ms),
    momentOf(readingMs) {
      // RFC 5545, 3.3.5: the first of two, and in a gap what the clocks showed before it.
      const before = readingMs - offsetAt(readingMs - dayMs);
      const after = readingMs - offsetAt(readingMs + dayMs);
      const isShown = (ms: number) => ms + offsetAt(ms) === readingMs;
      if (isShown(before)) return before;
      return isShown(after) ? after : before;
    },
  };
}

/** Names under which a zone of the IANA list may be meant: itself, what Windows calls it, or the end of a path. */
function namesFor(tzid: string): string[] {
  const name = tzid.replaceAll('"', '').trim();
  const parts = name.split('/');
  return [
    name,
    windowsZones[name] ?? '',
    parts.slice(-3).join('/'),
    parts.slice(-2).join('/'),
    parts.at(-1) ?? '',
  ].filter((one) => one !== '');
}

const timeOf = (readingMs: number, zone: ICAL.Timezone): ICAL.Time => {
  const at = new Date(readingMs);
  const data = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate: false,
  };
  return new ICAL.Time(data, zone);
};

/** A zone that the calendar itself defines. */
function definedZone(component: ICAL.Component): Zone {
  const zone = new ICAL.Timezone(component);
  const momentOf = (readingMs: number) => readingMs - zone.utcOffset(timeOf(readingMs, zone)) * 1000;
  return {
    momentOf,
    readingOf(momentMs) {
      const shown = timeOf(momentMs, ICAL.Timezone.utcTimezone).convertToZone(zone);
      return Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
    },
  };
}

export type FindZone = (tzid: string) => Zone | null;

/** Finds zones by the names that a calendar uses, also those that only it defines. */
export function createZones(definitions: ReadonlyMap<string, ICAL.Component>): FindZone {
  const known = new Map<string, Zone | null>();
  // One for all spellings of a name, however many a calendar has: what each takes is no part of what its thread may take.
  const listed = new Map<string, Zone | null>();
  const findListed = (name: string): Zone | null => {
    const key = name.toLowerCase();
    const zone = listed.get(key);
    if (zone !== undefined) return zone;
    const made = createZone(name);
    listed.set(key, made);
    return made;
  };
  const find = (tzid: string): Zone | null => {
    for (const name of namesFor(tzid)) {
      const zone = findListed(name);
      if (zone) return zone;
    }
    const definition = definitions.get(tzid);
    return definition ? definedZone(definition) : null;
  };
  return (tzid) => {
    if (!known.has(tzid)) known.set(tzid, find(tzid));
    return known.get(tzid) ?? null;
  };
}
