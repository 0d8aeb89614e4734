import { notes } from '#src/studio/notes.ts';
import {
  kinds,
  leadMs,
  listenTo,
  noises,
  speakers,
  trialOf,
} from '#src/features/cymatics/listen/listening.fixture.ts';
import { createPitchTracker } from '#src/features/cymatics/listen/pitch.ts';
import { claps, speech } from '#src/features/cymatics/listen/speech.fixture.ts';
import { atLevel, pinkNoise, whiteNoise } from '#src/features/cymatics/listen/voices.fixture.ts';
import { report } from '../drills/report.ts';
import { median } from './quantile.ts';

/**
 * Navigating by voice: how many of twelve notes at −30, 0 and +30 cents activate at 3 dB signal to noise, how soon, and
 * whether speech, claps and noise do. All sounds are synthetic, from fixed seeds.
 */
const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[];

function held(kind: keyof typeof kinds, noise: keyof typeof noises, rateHz: number, levelDb: number) {
  const selectMs: number[] = [];
  const activateMs: number[] = [];
  const rightPerOctave = kinds[kind].octaves.map((octave) => {
    const trials = notes.flatMap((note) => [-30, 0, 30].map((cents) => ({ note, cents })));
    const right = trials.filter(({ note, cents }, i) => {
      const seed = 1000 * (octave + 3) + i + 1;
      const samples = trialOf({ kind, octave, note, cents, noise, levelDb, rateHz, seed });
      const { activated, selectedAtMs } = listenTo(samples, rateHz);
      const [first] = activated;
      if (activated.length !== 1 || first?.note !== note) return false;
      selectMs.push(selectedAtMs - leadMs);
      activateMs.push(first.atMs - leadMs);
      return true;
    });
    return `${right.length}/36`;
  });
  return {
    'held in noise': kind,
    noise,
    'rate, Hz': rateHz,
    'level, dBFS': levelDb,
    'right, by octave': rightPerOctave.join(' '),
    'select, ms': median(selectMs),
    'activate, ms': median(activateMs),
  };
}

const heldNotes = [
  { rateHz: 48_000, levelDb: -25 },
  { rateHz: 44_100, levelDb: -25 },
  { rateHz: 48_000, levelDb: -45 },
].flatMap(({ rateHz, levelDb }) =>
  keysOf(kinds).flatMap((kind) => keysOf(noises).map((noise) => held(kind, noise, rateHz, levelDb))),
);

const rateHz = 48_000;
const minutes = 3;

/** Counts activations in some minutes of sound, each from its own seed, and the peak fill level of the ring buffer. */
function refused(name: string, make: (seed: number) => Float32Array) {
  const results = Array.from({ length: minutes }, (_, i) => listenTo(atLevel(make(i + 1), -24), rateHz));
  return {
    'not a held note': name,
    minutes,
    activated: results.reduce((sum, { activated }) => sum + activated.length, 0),
    'ring at its fullest, %': Math.round(100 * Math.max(...results.map(({ closest }) => closest))),
  };
}

const others = [
  ...keysOf(speakers).map((name) => refused(name, (seed) => speech(speakers[name], 60, rateHz, seed))),
  refused('claps', (seed) => claps(60, rateHz, seed)),
  refused('white noise', (seed) => whiteNoise(60 * rateHz, seed)),
  refused('pink noise', (seed) => pinkNoise(60 * rateHz, seed)),
];

const minute = atLevel(speech(speakers['a woman'], 60, rateHz, 1), -24);
const tracker = createPitchTracker(rateHz, () => undefined);
const before = process.cpuUsage();
for (let i = 0; i < minute.length; i += 128) tracker.push(minute.subarray(i, i + 128));
const costMs = process.cpuUsage(before).user / 1000 / (minute.length / rateHz);
report({
  tables: [
    { caption: 'Held notes (to reach: 35 of 36)', rows: heldNotes },
    { caption: 'What is no held note (to reach: 0 activated)', rows: others },
    { rows: { 'pitch, per second of sound': { 'CPU, ms': Number(costMs.toFixed(1)) } } },
  ],
});
