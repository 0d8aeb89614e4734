/** How its notes come again: in rounds of so many beats, each shifted in its turn. */
type Rounds = {
  readonly everyBeats: number;
  /** Added to each key in the order of the rounds. */
  readonly shifts: readonly number[];
};

export type Voice = Rounds & {
  readonly plays: 'plate' | 'string' | 'bow' | 'brush';
  readonly db: number;
  readonly pan: number;
  /** Beat, key, and how many beats it lasts. */
  readonly notes: readonly (readonly [beat: number, key: number, beats: number])[];
};

export type Track = {
  readonly seconds: number;
  readonly beatS: number;
  readonly voices: readonly Voice[];
  readonly room: {
    readonly size: number;
    readonly decayS: number;
    readonly bright: number;
    readonly db: number;
  };
};

const arpeggio = (keys: readonly number[], step: number) =>
  keys.map((key, index) => [index * step, key, 1] as const);

// What several voices of a track have in common.
const fiveBeats = { everyBeats: 5, shifts: [0, -4, 3, -2] } as const;
const fallingTide = { everyBeats: 4, shifts: [0, -2, -5, -3] } as const;
const lamps = { everyBeats: 6, shifts: [0, 5, -2] } as const;
const eightBeats = { everyBeats: 8, shifts: [0, 0, -3, 2] } as const;

/** What is played of the records that no piece is about. */
export const tracks = {
  // Five beats a bar; nobody owns the room.
  'field-office': {
    seconds: 18,
    beatS: 0.6,
    room: { size: 1.8, decayS: 2.8, bright: 0.5, db: 0 },
    voices: [
      {
        plays: 'string',
        db: -5,
        pan: 0,
        ...fiveBeats,
        notes: [
          [0, 45, 3],
          [3, 52, 2],
        ],
      },
      {
        plays: 'bow',
        db: -15,
        pan: -0.6,
        ...fiveBeats,
        notes: [
          [0, 64, 5],
          [0, 69, 5],
        ],
      },
      {
        plays: 'bow',
        db: -16,
        pan: 0.6,
        ...fiveBeats,
        notes: [
          [0, 60, 5],
          [0, 72, 5],
        ],
      },
      {
        plays: 'plate',
        db: -9,
        pan: 0.3,
        ...fiveBeats,
        notes: arpeggio([69, 72, 76, 72, 81, 79, 76, 72, 69, 71], 0.5),
      },
      { plays: 'brush', db: -20, pan: -0.3, everyBeats: 1, shifts: [1, 2, 3, 4, 5], notes: [[0.5, 60, 1]] },
    ],
  },
  // Low tide: long strings, one plate.
  'low-water': {
    seconds: 16,
    beatS: 0.9,
    room: { size: 2.2, decayS: 3.6, bright: 0.35, db: 2 },
    voices: [
      {
        plays: 'bow',
        db: -11,
        pan: -0.4,
        ...fallingTide,
        notes: [
          [0, 41, 4],
          [0, 53, 4],
        ],
      },
      {
        plays: 'bow',
        db: -15,
        pan: 0.5,
        ...fallingTide,
        notes: [
          [0, 60, 4],
          [1, 65, 3],
          [2, 68, 2],
        ],
      },
      {
        plays: 'plate',
        db: -7,
        pan: 0.1,
        ...fallingTide,
        notes: [
          [0.5, 65, 1],
          [1.75, 72, 1],
          [2.5, 68, 1],
        ],
      },
    ],
  },
  // A lighthouse turns: seven against four.
  'fixed-light': {
    seconds: 16,
    beatS: 0.5,
    room: { size: 1.2, decayS: 1.8, bright: 0.6, db: -1 },
    voices: [
      {
        plays: 'string',
        db: -6,
        pan: -0.5,
        everyBeats: 3.5,
        shifts: [0, 0, 5, 3],
        notes: arpeggio([53, 60, 65, 68, 72, 68, 65], 0.5),
      },
      {
        plays: 'plate',
        db: -8,
        pan: 0.4,
        everyBeats: 4,
        shifts: [0, 5, 3, 7],
        notes: [
          [0, 77, 1],
          [1.5, 72, 1],
          [3, 75, 1],
        ],
      },
      {
        plays: 'string',
        db: -4,
        pan: 0,
        everyBeats: 7,
        shifts: [0, 5],
        notes: [
          [0, 41, 4],
          [4, 41, 3],
        ],
      },
    ],
  },
  // On deck at night: an engine, two lamps.
  'night-ferry': {
    seconds: 16,
    beatS: 0.55,
    room: { size: 1.6, decayS: 2.4, bright: 0.4, db: 0 },
    voices: [
      { plays: 'string', db: -6, pan: 0, everyBeats: 1, shifts: [0, 0, 12, 0], notes: [[0, 38, 1]] },
      {
        plays: 'plate',
        db: -7,
        pan: -0.4,
        ...lamps,
        notes: [
          [0, 69, 1],
          [1, 74, 1],
          [2.5, 72, 1],
          [4, 65, 1],
        ],
      },
      {
        plays: 'bow',
        db: -16,
        pan: 0.5,
        ...lamps,
        notes: [
          [0, 62, 6],
          [0, 57, 6],
        ],
      },
      { plays: 'brush', db: -22, pan: 0.3, everyBeats: 0.5, shifts: [1, 2, 3], notes: [[0, 70, 1]] },
    ],
  },
  // One chord, its second partial, and what lies between.
  'second-partial': {
    seconds: 17,
    beatS: 0.42,
    room: { size: 1.4, decayS: 2.6, bright: 0.7, db: 1 },
    voices: [
      {
        plays: 'plate',
        db: -8,
        pan: -0.5,
        ...eightBeats,
        notes: arpeggio([67, 74, 79, 82, 86, 82, 79, 74], 1),
      },
      {
        plays: 'plate',
        db: -10,
        pan: 0.5,
        everyBeats: 6,
        shifts: [0, 0, 0, -3],
        notes: arpeggio([79, 86, 82, 91, 86, 82], 1),
      },
      {
        plays: 'string',
        db: -5,
        pan: 0,
        ...eightBeats,
        notes: [
          [0, 43, 4],
          [3, 55, 2],
          [6, 50, 2],
        ],
      },
    ],
  },
} as const satisfies Record<string, Track>;
