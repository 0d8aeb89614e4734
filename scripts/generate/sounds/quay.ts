import { createRandom } from '#src/features/cymatics/model/random.ts';
import { bandPass, highPass, lowPass } from './filters.ts';
import { noise, plate, steadyNoise } from './instruments.ts';
import { withoutHum, withoutNoise } from './repair.ts';
import { roomOf } from './room.ts';
import { addMono, addStereo, eachChannel, faded, peakAt, rateHz, silence, type Stereo } from './stereo.ts';

const seconds = 19;
const mainsHz = 50;
/** Nothing but the hum and the hiss is heard until then. */
const startS = 1.2;
/** Bells of five boats: second, key, how loud, where. */
const bells = [
  [1.4, 50, 0, -0.5],
  [3.1, 57, -3, 0.4],
  [4.0, 50, -5, -0.5],
  [5.7, 62, -4, 0.1],
  [6.6, 57, -2, 0.4],
  [8.2, 53, 0, -0.1],
  [9.4, 50, -3, -0.5],
  [10.9, 65, -5, 0.6],
  [11.6, 57, -3, 0.4],
  [13.2, 62, -3, 0.1],
  [14.1, 53, -2, -0.1],
  [15.6, 50, -1, -0.5],
] as const;

/** Water against the wall: slow swells of low noise. */
function water(): Float32Array {
  const swell = lowPass(bandPass(steadyNoise(seconds, 41), 420, 0.5), 1400);
  return swell.map((value, index) => {
    const t = index / rateHz - startS;
    if (t < 0) return 0;
    const wave = Math.sin((Math.PI * t) / 3.7) ** 2 * (0.6 + 0.4 * Math.sin(t * 0.9) ** 2);
    return value * wave * Math.min(1, t);
  });
}

/** Ropes knocking on a mast, never quite in time. */
function ropes(mix: Stereo): void {
  const random = createRandom(17);
  for (let atS = startS + 0.9; atS < seconds - 1; atS += 0.55 + 1.3 * random()) {
    const knock = bandPass(noise(0.12, 0.012, Math.round(atS * 1000)), 900 + 700 * random(), 4);
    addMono(mix, knock, { atS, db: -6 - 8 * random(), pan: 0.3 + 0.5 * random() });
  }
}

function scene(): Stereo {
  const [near, far] = [silence(seconds), silence(seconds)];
  for (const [atS, key, db, pan] of bells) {
    addMono(near, highPass(plate(key + 12), 180), { atS, db: db - 10, pan });
    addMono(far, highPass(plate(key + 12), 180), { atS, db: db - 7, pan });
  }
  const swells = water();
  addMono(near, swells, { db: -8, pan: -0.3 });
  addMono(near, swells, { db: -10, pan: 0.6, atS: 0.4 });
  ropes(near);
  addStereo(near, roomOf(far, { size: 2.4, decayS: 3.2, bright: 0.4, preDelayMs: 45 }), { db: 2 });
  return near;
}

/** The mains and some of its multiples: one period. */
const hum = Float32Array.from({ length: rateHz / mainsHz }, (_, index) =>
  [1, 0.55, 0.7, 0.25, 0.4, 0.18, 0.25, 0, 0.16, 0, 0.1].reduce(
    (sum, gain, n) => sum + gain * Math.sin((2 * Math.PI * mainsHz * (n + 1) * index) / rateHz + n),
    0,
  ),
);

/** A poor cable beside a generator: the hum of the mains, and the recorder's own hiss. */
function addNoise(mix: Stereo): void {
  for (const [side, seed] of [
    ['left', 5],
    ['right', 6],
  ] as const) {
    const hiss = highPass(steadyNoise(seconds, seed), 500);
    for (let index = 0; index < hiss.length; index++)
      mix[side][index] =
        (mix[side][index] as number) +
        0.03 * (hum[index % hum.length] as number) +
        0.02 * (hiss[index] as number);
  }
}

/** Five in the morning at a quay: as the recorder heard it, and with the hum and the hiss taken out of that recording. */
export function quay(): { readonly before: Stereo; readonly after: Stereo } {
  const mix = peakAt(scene(), -8);
  addNoise(mix);
  const before = peakAt(mix, -3);
  const after = eachChannel(before, (side) => withoutNoise(withoutHum(side, mainsHz, 12), startS, 24));
  return { before: faded(before, 0.05, 1), after: faded(after, 0.05, 1) };
}
