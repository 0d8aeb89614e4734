import { bell, bandPass, highPass, highShelf, lowPass } from './filters.ts';
import { compressed } from './dynamics.ts';
import { bow, noise, plate, pluck } from './instruments.ts';
import { atLoudness } from './level.ts';
import { roomOf } from './room.ts';
import { addMono, addStereo, eachChannel, faded, silence, type Stereo } from './stereo.ts';

const seconds = 20;
const beatS = 60 / 104;
const barS = 4 * beatS;
/** D minor, B flat, F, C: the lowest note of each, and what is above it. */
const chords = [
  { bass: 38, keys: [62, 65, 69] },
  { bass: 34, keys: [62, 65, 70] },
  { bass: 41, keys: [60, 65, 69] },
  { bass: 36, keys: [60, 64, 67] },
] as const;
const bars = 8;
/** The melody: bar, beat, key, how loud. */
const melody = [
  [0, 0, 74, 0],
  [0, 1.5, 77, -2],
  [0, 2.5, 76, -4],
  [0, 3, 74, -3],
  [1, 0, 70, -1],
  [1, 1.5, 74, -3],
  [1, 3, 77, -2],
  [2, 0, 81, 0],
  [2, 1.5, 79, -2],
  [2, 2.5, 77, -4],
  [2, 3, 76, -3],
  [3, 0, 76, -1],
  [3, 2, 72, -3],
  [3, 3, 74, -3],
  [4, 0, 77, 0],
  [4, 1.5, 81, -1],
  [4, 2.5, 79, -3],
  [4, 3, 77, -3],
  [5, 0, 82, 0],
  [5, 1.5, 81, -2],
  [5, 3, 77, -2],
  [6, 0, 81, 0],
  [6, 1, 79, -2],
  [6, 2, 77, -2],
  [6, 3, 76, -3],
  [7, 0, 74, 0],
  [7, 1.5, 69, -4],
  [7, 2.5, 74, -6],
] as const;

type Parts = Readonly<Record<'bass' | 'strings' | 'ostinato' | 'melody' | 'brush', Float32Array>>;

const chordOf = (bar: number) => chords[bar % chords.length] ?? chords[0];

/** One channel with all of these sounds, each at its second. */
function lineOf(sounds: readonly (readonly [atS: number, db: number, sound: Float32Array])[]): Float32Array {
  const line = silence(seconds);
  for (const [atS, db, sound] of sounds) addMono(line, sound, { atS, db: db + 3, pan: -1 });
  return line.left;
}

/** The five parts as they were recorded, each in one channel. */
function play(): Parts {
  const each = Array.from({ length: bars }, (_, bar) => bar);
  return {
    bass: lineOf(
      each.flatMap((bar) =>
        [0, 1.5, 2, 3.5].map((beat, index) => {
          const key = chordOf(bar).bass + (index === 3 ? 12 : 0);
          return [
            bar * barS + beat * beatS,
            index === 0 ? 0 : -3,
            pluck(key, { seconds: 1.6, decayS: 1.4, place: 0.12 }),
          ] as const;
        }),
      ),
    ),
    strings: lineOf(
      each.flatMap((bar) =>
        chordOf(bar).keys.flatMap((key, voice) =>
          [-5, 6].map((cents) => {
            const sound = bow(key - (voice === 0 ? 12 : 0), {
              seconds: barS + 0.4,
              cents,
              seed: bar * 10 + voice + cents,
            });
            return [bar * barS, -9, sound] as const;
          }),
        ),
      ),
    ),
    ostinato: lineOf(
      each.flatMap((bar) =>
        Array.from({ length: 8 }, (_, step) => {
          const key = (chordOf(bar).keys[[0, 1, 2, 1, 0, 2, 1, 2][step] ?? 0] ?? 62) - 12;
          return [bar * barS + (step * beatS) / 2, step % 2 === 0 ? -2 : -6, plate(key)] as const;
        }),
      ),
    ),
    melody: lineOf(melody.map(([bar, beat, key, db]) => [bar * barS + beat * beatS, db, plate(key)])),
    brush: lineOf(
      each.flatMap((bar) =>
        Array.from({ length: 8 }, (_, step) => {
          const isOff = step % 4 === 2;
          const sound = highPass(noise(0.25, isOff ? 0.05 : 0.018, bar * 8 + step), 3500);
          return [bar * barS + (step * beatS) / 2, isOff ? -6 : -14, sound] as const;
        }),
      ),
    ),
  };
}

/** The faders as they stood after the recording: everything in the middle, the strings and the bass on top of the rest. */
function roughMix(parts: Parts): Stereo {
  const mix = silence(seconds);
  addMono(mix, bell(parts.bass, 140, 7, 0.8), { db: 0 });
  addMono(mix, bell(parts.strings, 420, 5, 0.7), { db: 1 });
  addMono(mix, parts.ostinato, { db: -4 });
  addMono(mix, parts.melody, { db: -11 });
  addMono(mix, parts.brush, { db: -10 });
  return mix;
}

/** The same parts, each with a place: side, register and depth. */
function finishedMix(parts: Parts): Stereo {
  const [mix, room] = [silence(seconds), silence(seconds)];
  const bass = lowPass(bell(highPass(parts.bass, 45), 240, -5, 0.9), 2600);
  const strings = highShelf(bell(highPass(parts.strings, 210), 420, -6, 0.8), 3000, 3);
  const ostinato = bell(highPass(parts.ostinato, 160), 330, -3, 1);
  const voice = highShelf(bell(parts.melody, 1100, 3, 0.8), 4000, 4);
  addMono(mix, bass, { db: -3 });
  // The same strings a moment later on the other side: wide, and still there in mono.
  addMono(mix, strings, { db: -10, pan: -0.85 });
  addMono(mix, strings, { db: -10, pan: 0.85, atS: 0.013 });
  addMono(mix, ostinato, { db: -7, pan: -0.45 });
  addMono(mix, bandPass(ostinato, 1400, 0.6), { db: -9, pan: 0.5, atS: beatS * 0.75 });
  addMono(mix, voice, { db: -1.5, pan: 0.08 });
  addMono(mix, parts.brush, { db: -11, pan: 0.35 });
  addMono(room, strings, { db: -11 });
  addMono(room, voice, { db: -6, pan: -0.2 });
  addMono(room, ostinato, { db: -13, pan: 0.3 });
  addStereo(
    mix,
    eachChannel(roomOf(room, { size: 1.3, decayS: 2.1, bright: 0.55, preDelayMs: 22 }), (side) =>
      highPass(side, 220),
    ),
    { db: 1 },
  );
  return compressed(mix, { thresholdDb: -14, ratio: 1.8, attackS: 0.02, releaseS: 0.2 });
}

const ended = (mix: Stereo) => faded(mix, 0.01, 1.6);

/** The last chorus of "Salt Line": as the faders stood, and mixed. */
export function saltLine(): { readonly before: Stereo; readonly after: Stereo } {
  const parts = play();
  return {
    before: atLoudness(ended(roughMix(parts)), -19),
    after: atLoudness(ended(finishedMix(parts)), -15.5),
  };
}
