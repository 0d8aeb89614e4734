import { dateFormatOf } from './locale.ts';

/** The date and time in a zone at a moment, in words. */
export type ClockWords = {
  /** Monday, 23 November 2026 */
  readonly day: string;
  /** 14:45 */
  readonly time: string;
  /** Kathmandu, UTC+5:45 */
  readonly zone: string;
  /** Monday, 23 November 2026, 14:45 (Kathmandu, UTC+5:45) */
  readonly all: string;
};

/** Zones whose place has another name today; JavaScript engines still use the old names. */
const placesToday: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** The place that a zone of the IANA list is named after: "Buenos Aires" for America/Argentina/Buenos_Aires. */
export const placeOfZone = (timeZone: string): string =>
  placesToday[timeZone] ?? timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Caches one format per zone, since creating one is slow. The key ignores case, which limits the cache to the zones of
 * the IANA list.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = formats.get(key);
  if (known) return known;
  const format = dateFormatOf({
    timeZone,
    hourCycle: 'h23',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  formats.set(key, format);
  return format;
}

/**
 * Returns the date and time in a zone at a moment, in words. Emails, pages and the desk all use it, so that
 * they cannot differ. Throws if there is no such zone.
 */
export function clockWords(moment: Date | number, timeZone: string): ClockWords {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const { weekday, day, month, year, hour, minute, timeZoneName = '' } = parts;
  const offset = timeZoneName.replace('GMT', 'UTC').replace(/UTC$/, 'UTC+0');
  const place = placeOfZone(timeZone);
  const zone = place === 'UTC' ? place : `${place}, ${offset}`;
  const date = `${weekday}, ${day} ${month} ${year}`;
  const time = `${hour}:${minute}`;
  return { day: date, time, zone, all: `${date}, ${time} (${zone})` };
}

/** Returns the time of a call in its visitor's and its host's zone, and whether both read the same. */
export const callClocks = (
  { startsAt, visitorZone }: { readonly startsAt: Date; readonly visitorZone: string },
  hostZone: string,
): { readonly visitor: ClockWords; readonly host: ClockWords; readonly isSame: boolean } => {
  const visitor = clockWords(startsAt, visitorZone);
  const host = clockWords(startsAt, hostZone);
  return { visitor, host, isSame: visitor.day === host.day && visitor.time === host.time };
};
