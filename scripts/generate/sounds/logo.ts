import { bandPass, bell, highPass, lowPass } from './filters.ts';
import { bow, noise, plate, pluck } from './instruments.ts';
import { roomOf } from './room.ts';
import {
  addMono,
  addStereo,
  eachChannel,
  faded,
  framesOf,
  louderBy,
  peakAt,
  silence,
  type Stereo,
} from './stereo.ts';

type Note = readonly [beat: number, key: number, db: number];

/** The idea: a fifth up, a step, and home; written for the full version, four bars. */
const idea: readonly Note[] = [
  [0, 67, 0],
  [1, 74, -1],
  [2, 76, -1],
  [3, 71, -3],
  [4, 72, 0],
  [5, 79, -1],
  [6, 78, -2],
  [7, 74, -3],
  [8, 79, 0],
];
const beatS = 0.5;

type Version = {
  readonly notes: readonly Note[];
  readonly bass: readonly Note[];
  readonly ringS: number;
  readonly beatS?: number;
};

/** A version with everything it has: low strings, plates, a bowed chord and a room. */
function full({ notes, bass, ringS, beatS: beat = beatS }: Version): Stereo {
  const last = notes.at(-1) ?? idea[0];
  const seconds = (last?.[0] ?? 0) * beat + ringS;
  const [mix, sent] = [silence(seconds), silence(seconds)];
  for (const [at, key, db] of notes) {
    addMono(mix, plate(key), { atS: at * beat, db: db - 6, pan: at % 2 === 0 ? -0.2 : 0.2 });
    addMono(sent, plate(key + 12), { atS: at * beat, db: db - 16 });
  }
  for (const [at, key, db] of bass) {
    addMono(mix, pluck(key, { seconds: 2, decayS: 1.8, place: 0.3 }), { atS: at * beat, db: db - 5 });
    addMono(mix, bow(key + 24, { seconds: 1.4, attackS: 0.2 }), { atS: at * beat, db: db - 20, pan: 0.4 });
  }
  addStereo(mix, roomOf(sent, { size: 1.2, decayS: 1.6, bright: 0.6 }), { db: -2 });
  return faded(mix, 0.003, 0.35);
}

const whole: Version = {
  notes: idea,
  bass: [
    [0, 31, 0],
    [2, 36, -2],
    [4, 33, -1],
    [6, 38, -2],
    [8, 31, 0],
  ],
  ringS: 2.2,
};

/** Each shorter version is written anew and ends on the last note. */
const written: readonly Version[] = [
  whole,
  {
    notes: [
      [0, 67, 0],
      [1, 74, -1],
      [2, 76, -1],
      [3, 78, -2],
      [4, 79, 0],
    ],
    bass: [
      [0, 31, 0],
      [2, 38, -2],
      [4, 31, 0],
    ],
    ringS: 1.4,
    beatS: 0.42,
  },
  {
    notes: [
      [0, 67, -1],
      [1, 74, -1],
      [2, 79, 0],
    ],
    bass: [
      [0, 38, -2],
      [2, 31, 0],
    ],
    ringS: 1.1,
    beatS: 0.3,
  },
  {
    notes: [
      [0, 74, -1],
      [0.6, 79, 0],
    ],
    bass: [[0.6, 31, 0]],
    ringS: 0.85,
    beatS: 0.25,
  },
];
const gapS = 0.9;

const cut = (sound: Stereo, seconds: number): Stereo =>
  faded(
    eachChannel(sound, (side) => side.slice(0, framesOf(seconds))),
    0.003,
    Math.min(0.5, seconds / 2),
  );

/** One logo in four lengths: the long one faded out early, and each length written to end. */
export function lengths(): { readonly before: Stereo; readonly after: Stereo } {
  const versions = written.map(full);
  const long = versions[0] as Stereo;
  const starts: number[] = [];
  let seconds = 0.2;
  for (const version of versions) {
    starts.push(seconds);
    seconds += version.left.length / framesOf(1) + gapS;
  }
  const [before, after] = [silence(seconds), silence(seconds)];
  for (const [index, version] of versions.entries()) {
    addStereo(before, cut(long, version.left.length / framesOf(1)), { atS: starts[index] ?? 0 });
    addStereo(after, version, { atS: starts[index] ?? 0 });
  }
  return { before: peakAt(before, -3), after: peakAt(after, -3) };
}

/** A telephone's loudspeaker: nothing below 500 Hz, a resonance, and little above 9 kHz. */
const throughPhone = (sound: Stereo): Stereo => {
  const mono = sound.left.map((value, index) => (value + (sound.right[index] ?? 0)) / 2);
  let heard: Float32Array = mono;
  for (let order = 0; order < 3; order++) heard = highPass(heard, 620);
  heard = lowPass(bell(heard, 2100, 5, 1.4), 9000);
  return { left: heard, right: Float32Array.from(heard) };
};

/** The same idea for a small loudspeaker: an octave up, with an attack that it can play, and a bass that is heard by its overtones. */
function small({ notes, bass, ringS }: Version): Stereo {
  const seconds = (notes.at(-1)?.[0] ?? 0) * beatS + ringS;
  const mix = silence(seconds);
  for (const [at, key, db] of notes) {
    addMono(mix, plate(key + 12), { atS: at * beatS, db: db - 5 });
    addMono(mix, pluck(key + 12, { seconds: 0.9, decayS: 0.5, place: 0.09 }), {
      atS: at * beatS,
      db: db - 9,
    });
    addMono(mix, bandPass(noise(0.05, 0.004, key), 3400, 1.2), { atS: at * beatS, db: db - 5 });
  }
  for (const [at, key, db] of bass) {
    const string = pluck(key + 12, { seconds: 1.6, decayS: 1.5, place: 0.07 });
    addMono(
      mix,
      highPass(
        string.map((value) => Math.tanh(5 * value)),
        400,
      ),
      { atS: at * beatS, db: db - 15 },
    );
  }
  return faded(mix, 0.003, 0.35);
}

const times = 3;
/** What the telephone's resonance would add to the peaks. */
const marginDb = -3;

/** A sound logo through a telephone, three times: the full version, and the one that was arranged for it. */
export function phone(): { readonly before: Stereo; readonly after: Stereo } {
  // Both come to the telephone at the same peak, so that what differs is what it makes of them.
  const [one, other] = [full(whole), small(whole)].map((each) =>
    louderBy(throughPhone(peakAt(each, -1)), marginDb),
  );
  if (!one || !other) throw new Error('Nothing was played');
  const roundS = 5.6;
  const [before, after] = [silence(times * roundS), silence(times * roundS)];
  for (let round = 0; round < times; round++) {
    addStereo(before, one, { atS: 0.2 + round * roundS });
    addStereo(after, other, { atS: 0.2 + round * roundS });
  }
  return { before, after };
}
