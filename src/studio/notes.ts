/** The destinations of the white keys. */
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

/** The note whose figure each home section and each page shows. White keys match where they lead. */
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
  verify: 'e4',
  cymatics: 'gs4',
  privacy: 'cs4',
  terms: 'ds4',
  accessibility: 'fs4',
  portal: 'a4',
  'not-found': 'c4',
} as const satisfies Record<string, NoteSlug>;

export type PlateId = keyof typeof plates;

export type NoteSlug = 'c4' | 'cs4' | 'd4' | 'ds4' | 'e4' | 'f4' | 'fs4' | 'g4' | 'gs4' | 'a4' | 'as4' | 'b4';

/** One mode of a clamped round membrane: `m` nodal diameters, `n` − 1 nodal circles besides the rim. */
export interface Mode {
  readonly m: number;
  readonly n: number;
}

export interface Note {
  readonly id: string;
  /** Name of the note's figure in the sprite and in file names. */
  readonly slug: NoteSlug;
  readonly hz: number;
  readonly isWhite: boolean;
  /** Engraved on the key. It is not where the key leads. */
  readonly label: string;
  /** The key's destination in Navigate mode; black keys have none and only sound. */
  readonly destination?: KeyDestinationId;
  readonly primary: Mode;
  readonly secondary: Mode;
  /** Weight of the secondary mode, 0.25 to 0.5. */
  readonly amplitude: number;
}

/** The octave C4 to B4. Frequencies, labels and destinations are the specification's tables. */
export const notes: readonly Note[] = [
  {
    id: 'C4',
    slug: 'c4',
    hz: 261.63,
    isWhite: true,
    label: 'Home',
    destination: 'home',
    primary: { m: 7, n: 2 },
    secondary: { m: 0, n: 5 },
    amplitude: 0.5,
  },
  {
    id: 'C#4',
    slug: 'cs4',
    hz: 277.18,
    isWhite: false,
    label: 'Research & Consultations',
    primary: { m: 8, n: 2 },
    secondary: { m: 0, n: 6 },
    amplitude: 0.35,
  },
  {
    id: 'D4',
    slug: 'd4',
    hz: 293.66,
    isWhite: true,
    label: 'Productions Lab',
    destination: 'research-lab',
    primary: { m: 6, n: 3 },
    secondary: { m: 12, n: 1 },
    amplitude: 0.45,
  },
  {
    id: 'D#4',
    slug: 'ds4',
    hz: 311.13,
    isWhite: false,
    label: 'EduTech Lab',
    primary: { m: 2, n: 5 },
    secondary: { m: 6, n: 3 },
    amplitude: 0.4,
  },
  {
    id: 'E4',
    slug: 'e4',
    hz: 329.63,
    isWhite: true,
    label: 'Records',
    destination: 'production',
    primary: { m: 5, n: 4 },
    secondary: { m: 10, n: 2 },
    amplitude: 0.35,
  },
  {
    id: 'F4',
    slug: 'f4',
    hz: 349.23,
    isWhite: true,
    label: 'Project Visibility Hub',
    destination: 'records',
    primary: { m: 6, n: 4 },
    secondary: { m: 0, n: 7 },
    amplitude: 0.35,
  },
  {
    id: 'F#4',
    slug: 'fs4',
    hz: 369.99,
    isWhite: false,
    label: 'Contact',
    primary: { m: 2, n: 6 },
    secondary: { m: 12, n: 2 },
    amplitude: 0.45,
  },
  {
    id: 'G4',
    slug: 'g4',
    hz: 392,
    isWhite: true,
    label: 'About',
    destination: 'edutech',
    primary: { m: 3, n: 6 },
    secondary: { m: 9, n: 4 },
    amplitude: 0.25,
  },
  {
    id: 'G#4',
    slug: 'gs4',
    hz: 415.3,
    isWhite: false,
    label: 'Services',
    primary: { m: 4, n: 6 },
    secondary: { m: 12, n: 3 },
    amplitude: 0.45,
  },
  {
    id: 'A4',
    slug: 'a4',
    hz: 440,
    isWhite: true,
    label: 'Blog',
    destination: 'portal',
    primary: { m: 5, n: 6 },
    secondary: { m: 20, n: 1 },
    amplitude: 0.35,
  },
  {
    id: 'A#4',
    slug: 'as4',
    hz: 466.16,
    isWhite: false,
    label: 'Testimonials',
    primary: { m: 6, n: 6 },
    secondary: { m: 12, n: 4 },
    amplitude: 0.3,
  },
  {
    id: 'B4',
    slug: 'b4',
    hz: 493.88,
    isWhite: true,
    label: 'Footer',
    destination: 'contact',
    primary: { m: 7, n: 6 },
    secondary: { m: 14, n: 3 },
    amplitude: 0.35,
  },
];

/** Returns the note named in a URL (`A4`, `C#4`, `cs4`, in any case), or undefined. */
export function findNote(name: string | null): Note | undefined {
  const slug = name?.toLowerCase().replace('#', 's');
  return notes.find((candidate) => candidate.slug === slug);
}

/** Returns the page for a query such as `/cymatics?note=A4`, or null if there is no such note or path. */
export function notePageOf(path: string, query: URLSearchParams): string | null {
  const note = path === '/cymatics' ? findNote(query.get('note')) : undefined;
  return note ? `${path}/${note.slug}` : null;
}

/** The note whose figure has this name. */
export function noteOf(slug: NoteSlug): Note {
  const note = notes.find((candidate) => candidate.slug === slug);
  if (!note) throw new Error(`No note is called ${slug}`);
  return note;
}

const pairOf = ({ m, n }: Mode) => `(${m},${n})`;

/** Formats the note's two modes and the weight of the second: "(5,6) + 0.35 × (20,1)". */
export const modesTextOf = ({ primary, secondary, amplitude }: Note) =>
  `${pairOf(primary)} + ${amplitude} × ${pairOf(secondary)}`;
