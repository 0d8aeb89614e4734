import { createRandom } from '#src/features/cymatics/model/random.ts';
import { highPass, lowPass } from './filters.ts';
import { bow, pluck } from './instruments.ts';
import { withoutClicks } from './repair.ts';
import { roomOf } from './room.ts';
import { addMono, addStereo, eachChannel, faded, framesOf, peakAt, silence, type Stereo } from './stereo.ts';

const seconds = 18;
const beatS = 60 / 132;
const barS = 3 * beatS;
/** A waltz in A minor: bass, and the two notes above it. */
const bars = [
  [45, 64, 69],
  [45, 64, 69],
  [50, 65, 69],
  [50, 65, 69],
  [43, 62, 67],
  [43, 62, 65],
  [48, 64, 67],
  [52, 64, 68],
  [45, 64, 69],
  [41, 65, 69],
  [50, 65, 69],
  [52, 64, 68],
] as const;
const melody = [
  [0, 76, 3],
  [1, 74, 1],
  [1.333, 72, 2],
  [2, 77, 3],
  [3, 76, 1],
  [3.333, 74, 2],
  [4, 74, 2],
  [4.667, 71, 1],
  [5, 67, 3],
  [6, 72, 2],
  [6.667, 76, 1],
  [7, 76, 3],
  [8, 81, 2],
  [8.667, 80, 1],
  [9, 77, 3],
  [10, 74, 2],
  [10.667, 76, 1],
  [11, 71, 1],
  [11.333, 68, 2],
] as const;

function waltz(): Stereo {
  const [mix, room] = [silence(seconds), silence(seconds)];
  for (const [bar, [bass, low, high]] of bars.entries()) {
    addMono(mix, pluck(bass, { decayS: 1 }), { atS: bar * barS, db: -8 });
    for (const beat of [1, 2])
      for (const key of [low, high])
        addMono(mix, pluck(key, { seconds: 0.7, decayS: 0.35 }), { atS: bar * barS + beat * beatS, db: -15 });
  }
  for (const [bar, key, beats] of melody)
    addMono(mix, bow(key, { seconds: beats * beatS + 0.12, attackS: 0.09, releaseS: 0.16 }), {
      atS: bar * barS,
      db: -13,
    });
  addMono(room, mix.left, { db: -3 });
  addStereo(mix, roomOf(room, { size: 0.9, decayS: 1.1, bright: 0.5 }), { db: -6 });
  return mix;
}

/** What a stylus and eighty years leave of it: one channel, from 90 Hz to 6 kHz. */
function onLacquer(mix: Stereo): Float32Array {
  const mono = mix.left.map((value, index) => (value + (mix.right[index] ?? 0)) / 2);
  return lowPass(lowPass(highPass(highPass(mono, 90), 90), 6000), 6000);
}

/** A scratch comes once a turn at 78 turns a minute; dust lies anywhere. */
function worn(clean: Float32Array): Float32Array {
  const samples = Float32Array.from(clean);
  const random = createRandom(78);
  const click = (atS: number, size: number) => {
    const at = framesOf(atS);
    const length = 3 + Math.floor(5 * random());
    const sign = random() < 0.5 ? -1 : 1;
    for (let index = 0; index < length && at + index < samples.length; index++)
      samples[at + index] =
        (samples[at + index] as number) +
        (sign * size * (index % 2 === 0 ? 1 : -0.6) * (length - index)) / length;
  };
  const turnS = 60 / 78;
  for (let atS = 0.31; atS < seconds; atS += turnS) {
    click(atS, 0.55 + 0.3 * random());
    click(atS + 0.021, 0.25);
  }
  for (let atS = 0.05; atS < seconds; atS += 0.02 + 0.16 * random()) click(atS, 0.06 + 0.22 * random() ** 3);
  return samples;
}

/** A dance on a worn lacquer: as the stylus heard it, and with every click replaced by a curve between its neighbours. */
export function sideTwo(): { readonly before: Stereo; readonly after: Stereo; readonly clicks: number } {
  const played = onLacquer(peakAt(waltz(), -9));
  const transfer = worn(played);
  const { clean, clicks } = withoutClicks(transfer, 9);
  const whole = (samples: Float32Array) => ({ left: samples, right: Float32Array.from(samples) });
  const before = faded(
    eachChannel(whole(transfer), (side) => side),
    0.02,
    1.2,
  );
  return { before, after: faded(whole(clean), 0.02, 1.2), clicks };
}
