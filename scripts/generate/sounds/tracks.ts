import { compressed } from './dynamics.ts';
import { bell, highPass, highShelf } from './filters.ts';
import { bow, noise, plate, pluck } from './instruments.ts';
import { atLoudness } from './level.ts';
import { roomOf } from './room.ts';
import { tracks, type Track, type Voice } from './track-scores.ts';
import { addMono, addStereo, eachChannel, faded, peakAt, silence, type Stereo } from './stereo.ts';

function soundOf({ plays }: Voice, key: number, seconds: number): Float32Array {
  if (plays === 'plate') return plate(key);
  if (plays === 'string') return pluck(key, { seconds: Math.max(1.2, seconds) });
  if (plays === 'brush') return highPass(noise(0.3, 0.03, key), 2500);
  return bow(key, { seconds: seconds + 0.6, attackS: Math.min(0.8, seconds / 3), releaseS: 0.7 });
}

/** Its voices in a room, not mastered. */
function mixOf({ seconds, beatS, voices, room }: Track): Stereo {
  const [mix, sent] = [silence(seconds), silence(seconds)];
  for (const voice of voices) {
    const roundS = voice.everyBeats * beatS;
    for (let round = 0; round * roundS < seconds; round++) {
      const shift = voice.shifts[round % voice.shifts.length] ?? 0;
      for (const [beat, key, beats] of voice.notes) {
        const atS = round * roundS + beat * beatS;
        if (atS > seconds - 0.2) continue;
        const sound = soundOf(voice, key + shift, beats * beatS);
        addMono(mix, sound, { atS, db: voice.db, pan: voice.pan });
        addMono(sent, sound, { atS, db: voice.db - 3, pan: voice.pan / 2 });
      }
    }
  }
  addStereo(
    mix,
    eachChannel(roomOf(sent, room), (side) => highPass(side, 160)),
    { db: room.db },
  );
  return faded(mix, 0.02, 1.8);
}

/** Dark, uneven and 8 dB quieter than the rest of the record. */
const unmastered = (mix: Stereo) =>
  peakAt(
    eachChannel(mix, (side) => highShelf(bell(side, 260, 4, 0.7), 2800, -7)),
    -9,
  );

/** The same mix, evened out in its tone and its level, at the −14 LUFS that streaming services play at. */
function mastered(mix: Stereo): Stereo {
  const even = eachChannel(mix, (side) => highShelf(bell(highPass(side, 28), 260, -4.5, 0.7), 2800, 7.5));
  const glued = compressed(even, { thresholdDb: -24, ratio: 2.2, attackS: 0.03, releaseS: 0.25 });
  return atLoudness(glued, -14);
}

/** A passage of a record, mastered. */
export const trackOf = (name: keyof typeof tracks): Stereo => mastered(mixOf(tracks[name]));

/** A track as it came from the mix, and as it is on the record. */
export function rooms(): { readonly before: Stereo; readonly after: Stereo } {
  const mix = mixOf(tracks['field-office']);
  return { before: unmastered(mix), after: mastered(unmastered(mix)) };
}
