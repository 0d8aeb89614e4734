import type { Content } from '#content/schemas.ts';
import { strikeOf } from '#src/features/cymatics/model/strike.ts';
import { noteOf, type NoteSlug } from '#src/features/site/notes.ts';

export const rateHz = 22_050;

const ringS = 3;
const releaseS = 0.2;
const gainOf = (db: number) => 10 ** (db / 20);

type Files = Content<'sample-files'>;
type Sound = Files['sounds'][string];

const rings = new Map<NoteSlug, Float32Array>();

/** A strike that has died away at its end, computed once a note. */
function ringOf(slug: NoteSlug): Float32Array {
  const known = rings.get(slug);
  if (known) return known;
  const ring = strikeOf(noteOf(slug), { seconds: ringS, rateHz });
  const release = releaseS * rateHz;
  const faded = ring.map((value, i) => value * Math.min(1, (ring.length - i) / release));
  rings.set(slug, faded);
  return faded;
}

function strike(mix: Float32Array, slug: NoteSlug, atS: number, gain: number): void {
  const start = Math.round(atS * rateHz);
  ringOf(slug)
    .subarray(0, Math.max(0, mix.length - start))
    .forEach((value, i) => {
      mix[start + i] = (mix[start + i] ?? 0) + value * gain;
    });
}

/** A machine in the background: a hum and two octaves of it, swelling in and out within half a second. */
function addHum(mix: Float32Array, { hz, from, to, db }: NonNullable<Sound['hum']>): void {
  const end = Math.min(mix.length, to * rateHz);
  for (let i = Math.round(from * rateHz); i < end; i++) {
    const t = i / rateHz;
    const fade = Math.min(1, 2 * (t - from), 2 * (to - t));
    const wave = [1, 2, 4].reduce((sum, octave) => sum + Math.sin(2 * Math.PI * hz * octave * t) / octave, 0);
    mix[i] = (mix[i] ?? 0) + gainOf(db) * fade * wave;
  }
}

/** One of the sample's sounds as samples between −1 and 1, at `rateHz`. */
export function mixSound(sound: Sound, parts: Files['parts']): Float32Array {
  const mix = new Float32Array(Math.round(sound.seconds * rateHz));
  for (const [name, db] of Object.entries(sound.parts)) {
    for (const [slug, atS, gain] of parts[name] ?? []) strike(mix, slug, atS, gain * gainOf(db));
  }
  if (sound.hum) addHum(mix, sound.hum);
  const peak = mix.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const levelled = mix.map((value) => (value * gainOf(sound.peakDb)) / peak);
  if (sound.click) {
    const frame = Math.round(sound.click.at * rateHz);
    levelled[frame] = (levelled[frame] ?? 0) + gainOf(sound.click.db);
  }
  return levelled;
}
