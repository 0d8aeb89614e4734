import { keyDestinations as names } from '#content/system.yaml';
import type { NoteSlug } from './notes.ts';

/** The destinations of the white keys, apart from the other destinations, which the overlay does not need. */
export const keyPlaces = {
  home: { href: '/#home', note: 'c4' },
  'research-lab': { href: '/#research', note: 'd4' },
  production: { href: '/production', note: 'e4' },
  records: { href: '/#records', note: 'f4' },
  edutech: { href: '/#edutech', note: 'g4' },
  portal: { href: '/portal', note: 'a4' },
  contact: { href: '/#contact', note: 'b4' },
} as const satisfies Record<string, { href: `/${string}`; note: NoteSlug }>;

export type KeyDestinationId = keyof typeof keyPlaces;

/** Returns the name and address of a key's destination. */
export const keyDestinationOf = (id: KeyDestinationId) => ({ label: names[id], href: keyPlaces[id].href });
