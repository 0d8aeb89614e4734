import type { NoteSlug } from './notes.ts';

/** The note whose figure each home section and each page bears. White keys match where they lead. */
export const plates = {
  home: 'c4',
  about: 'cs4',
  services: 'gs4',
  brief: 'ds4',
  blog: 'fs4',
  testimonials: 'as4',
  'visibility-hub': 'a4',
  edutech: 'g4',
  records: 'f4',
  contact: 'b4',
  production: 'e4',
  post: 'fs4',
  'brand-sync': 'cs4',
  consulting: 'ds4',
  research: 'd4',
  'edutech-page': 'g4',
  musicraft: 'as4',
  'discovery-call': 'b4',
  'session-planner': 'gs4',
  cymatics: 'gs4',
  privacy: 'cs4',
  terms: 'ds4',
  accessibility: 'fs4',
  portal: 'a4',
  'not-found': 'c4',
} as const satisfies Record<string, NoteSlug>;

export type PlateId = keyof typeof plates;
