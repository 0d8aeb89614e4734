import { isTimeZone, canonicalZoneOf } from '#src/platform/time-zone.ts';
import { placeOfZone } from './clock-words.ts';
import { compareNames, locale } from './locale.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns the country names by time zone. */
function listCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const countries = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const place = new Intl.Locale(`und-${code}`);
    const name = names.of(code);
    // A country that has another code today is listed under that.
    if (place.region !== code || name === undefined) continue;
    for (const zone of place.getTimeZones?.() ?? []) if (!countries.has(zone)) countries.set(zone, name);
  }
  return countries;
}

/** Normalises search text: case, accents and surrounding spaces are ignored. */
const searched = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ').trim().toLowerCase();

type ZoneNames = {
  readonly countries: ReadonlyMap<string, string>;
  readonly zones: ReadonlyMap<string, string>;
  readonly labels: readonly string[];
};

let known: ZoneNames | undefined;

const labelIn = (countries: ZoneNames['countries'], zone: string) =>
  [placeOfZone(zone), countries.get(zone) ?? countries.get(canonicalZoneOf(zone))].filter(Boolean).join(', ');

/** Built at first use, which takes a few milliseconds. */
function zoneNames(): ZoneNames {
  if (known) return known;
  const countries = listCountries();
  const all = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const byCountry = Map.groupBy(all, (zone) => countries.get(zone) ?? '');
  const alone = [...byCountry].flatMap(([country, [zone, ...others]]) =>
    country !== '' && zone !== undefined && others.length === 0 ? [[searched(country), zone] as const] : [],
  );
  const named = all.flatMap((zone) =>
    [placeOfZone(zone), labelIn(countries, zone)].map((name) => [searched(name), zone] as const),
  );
  const labels = [...new Set(all.map((zone) => labelIn(countries, zone)))].toSorted(compareNames);
  return (known = { countries, zones: new Map([...alone, ...named]), labels });
}

/** Returns the display name of a zone: "Lisbon, Portugal" for Europe/Lisbon. Throws if there is no such zone. */
export const zoneLabel = (zone: string): string => labelIn(zoneNames().countries, zone);

/** Returns the display names of all zones in alphabetical order. */
export const listZoneLabels = (): readonly string[] => zoneNames().labels;

/**
 * Finds a zone by its label, its place ("lisbon"), a country that has only one ("Nepal"), or its IANA name. Returns
 * null if there is none.
 */
export function findZone(text: string): string | null {
  if (isTimeZone(text) && text.includes('/')) return text;
  return zoneNames().zones.get(searched(text)) ?? (isTimeZone(text) ? text : null);
}
