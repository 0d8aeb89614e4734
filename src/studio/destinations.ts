import { destinations, keyDestinations } from '#content/system.yaml';
import { keyPlaces, type NoteSlug } from './notes.ts';

/**
 * Every link target of the site. A home section is `/#…`, so that it works from any page; the
 * names are the studio's (content/system.yaml).
 */
const places = {
  ...keyPlaces,
  about: { href: '/#about' },
  services: { href: '/#services' },
  'visibility-hub': { href: '/#visibility-hub', note: 'a4' },
  blog: { href: '/#blog' },
  post: { href: '/post' },
  consulting: { href: '/consulting' },
  research: { href: '/research' },
  musicraft: { href: '/musicraft' },
  brief: { href: '/#brief' },
  'brand-sync': { href: '/brand-sync' },
  'edutech-page': { href: '/edutech' },
  'discovery-call': { href: '/discovery-call' },
  'session-planner': { href: '/session-planner' },
  verify: { href: '/verify' },
  'sign-in': { href: '/sign-in' },
  privacy: { href: '/privacy' },
  terms: { href: '/terms' },
  accessibility: { href: '/accessibility' },
  cymatics: { href: '/cymatics' },
  rss: { href: '/rss.xml' },
} as const satisfies Record<string, { href: `/${string}`; note?: NoteSlug }>;

const names = { ...keyDestinations, ...destinations };

export type DestinationId = keyof typeof places;

export interface Destination {
  readonly id: DestinationId;
  readonly label: string;
  readonly href: `/${string}`;
  /** The key that reaches it. */
  readonly note?: NoteSlug;
}

/** Returns a destination's name and address. */
export function destinationOf(id: DestinationId): Destination {
  return { id, label: names[id], ...places[id] };
}

/** Every destination there is. */
export const listDestinations = (): readonly Destination[] =>
  Object.keys(places).map((id) => destinationOf(id as DestinationId));

/** The menu's thirteen entries in the specification's order. */
export const listMenuDestinations = (): readonly Destination[] =>
  (
    [
      'home',
      'about',
      'services',
      'visibility-hub',
      'edutech',
      'records',
      'blog',
      'contact',
      'production',
      'post',
      'consulting',
      'research',
      'musicraft',
    ] as const
  ).map(destinationOf);
