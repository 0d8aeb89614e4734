import { placeOfZone } from '#src/studio/clock-words.ts';
import { compareNames } from '#src/studio/locale.ts';

/** The time zones that a host can choose, with the one they have, which may be another name of one of these. */
export const listZones = (current: string): string[] => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current]),
];

const regionOf = (zone: string) => zone.slice(0, zone.lastIndexOf('/') + 1);

/** Lists the zones as options, named by the places' present names and sorted by them. */
export const zoneOptions = (current: string): { readonly value: string; readonly label: string }[] =>
  listZones(current)
    .map((zone) => ({ value: zone, label: `${regionOf(zone).replaceAll('_', ' ')}${placeOfZone(zone)}` }))
    .toSorted((one, other) => compareNames(one.label, other.label));
