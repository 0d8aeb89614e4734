import { createRandom } from '#src/features/cymatics/model/random.ts';
import { bandPass, highPass, lowPass } from './filters.ts';
import { noise, plate } from './instruments.ts';
import { roomOf } from './room.ts';
import { addMono, addStereo, peakAt, faded, silence, type Stereo } from './stereo.ts';

const seconds = 16;

/** What happens: second, what, and how far away it is in the picture (0 near, 1 two floors up). */
type Event = { readonly atS: number; readonly what: 'step' | 'keys' | 'door'; readonly far: number };

function story(): readonly Event[] {
  const random = createRandom(11);
  const events: Event[] = [
    { atS: 0.5, what: 'keys', far: 0 },
    { atS: 1.1, what: 'keys', far: 0.02 },
  ];
  for (let count = 0; count < 22; count++) {
    const turnS = count > 10 ? 0.7 : 0;
    events.push({ atS: 1.9 + turnS + count * 0.5 + 0.05 * random(), what: 'step', far: count / 24 });
  }
  return [...events, { atS: 13.4, what: 'keys', far: 0.93 }, { atS: 14.1, what: 'door', far: 0.97 }];
}

/** A heel and, a moment later, a sole on stone. */
function step(seed: number): Float32Array {
  const random = createRandom(seed);
  const sound = silence(0.4);
  const heel = bandPass(noise(0.2, 0.018, seed), 150 + 50 * random(), 1.4);
  const click = bandPass(noise(0.1, 0.006, seed + 1), 1900 + 900 * random(), 1.8);
  const sole = highPass(noise(0.25, 0.035, seed + 2), 1500);
  addMono(sound, heel, { db: 16, pan: -1 });
  addMono(sound, click, { db: 6 + 3 * random(), pan: -1 });
  addMono(sound, sole, { atS: 0.07 + 0.02 * random(), db: -14 + 3 * random(), pan: -1 });
  return sound.left;
}

/** Small plates on a ring. */
function keys(seed: number): Float32Array {
  const random = createRandom(seed);
  const sound = silence(1);
  for (let index = 0; index < 7; index++) {
    const key = 96 + Math.floor(18 * random());
    const ring = plate(key).map((value, at) => value * Math.exp(-at / 3400));
    addMono(sound, ring, { atS: 0.5 * random() ** 1.5, db: -14 - 6 * random(), pan: -1 });
  }
  return sound.left;
}

function door(): Float32Array {
  const sound = silence(1.4);
  addMono(sound, lowPass(noise(0.6, 0.09, 90), 260), { db: 8, pan: -1 });
  addMono(sound, bandPass(noise(0.2, 0.01, 91), 2400, 3), { atS: 0.16, db: 2, pan: -1 });
  return sound.left;
}

const soundOf = ({ what, atS }: Event) => {
  const seed = Math.round(atS * 100);
  return what === 'step' ? step(seed) : what === 'keys' ? keys(seed) : door();
};

/** Somebody walks up a stairwell: as it was performed before one microphone, and in the room and the distance of the picture. */
export function stairwell(): { readonly before: Stereo; readonly after: Stereo } {
  const [dry, mix, room] = [silence(seconds), silence(seconds), silence(seconds)];
  for (const event of story()) {
    const [sound, { atS, far, what }] = [soundOf(event), event];
    addMono(dry, sound, { atS, db: -6 });
    const darker = lowPass(sound, 14_000 * (1 - far) ** 2 + 1400);
    // Two landings: the way turns, and with it the side.
    const pan = (what === 'step' && atS > 7.6 ? -1 : 1) * (0.5 - 0.45 * far);
    addMono(mix, darker, { atS: atS + 0.012 * far, db: -6 - 17 * far, pan });
    addMono(room, darker, { atS: atS + 0.012 * far, db: -9 - 3 * far, pan: -pan * 0.4 });
  }
  addStereo(mix, roomOf(room, { size: 1.7, decayS: 2.3, bright: 0.6, preDelayMs: 18 }), { db: 0 });
  const air = lowPass(noise(seconds, Number.POSITIVE_INFINITY, 7), 300);
  addMono(mix, air, { db: -44 });
  return { before: faded(peakAt(dry, -2), 0.01, 0.4), after: faded(peakAt(mix, -2), 0.05, 0.8) };
}
