import { z } from 'zod';
import { template, text, titled } from './text.schema.ts';

const counted = z.strictObject({ one: template('count'), several: template('count') });

/** Cymatics Navigation: the texts of the overlay and its keys, and of features that are missing or refused. */
export const cymaticsSchema = z.strictObject({
  title: text,
  subtitle: text,
  close: text,
  info: titled.extend({ frequency: titled, pattern: titled, resonance: titled }),
  selection: z.strictObject({
    title: text,
    leadsTo: text,
    soundsOnly: text,
    frequency: text,
    label: text,
    modes: text,
  }),
  mode: z.strictObject({ name: text, navigate: text, play: text }),
  demo: z.strictObject({ name: text, start: text, stop: text }),
  sound: z.strictObject({ name: text, on: text, off: text, volume: text, test: text }),
  piano: z.strictObject({
    name: text,
    leads: template('note', 'destination'),
    soundsOnly: template('note'),
    /** Each must be part of the destination's full name, which is the accessible name of the key. */
    engraved: z.strictObject({ c4: text, d4: text, e4: text, f4: text, g4: text, a4: text, b4: text }),
  }),
  spoken: z.strictObject({
    leads: template('note', 'label', 'destination', 'hz'),
    soundsOnly: template('note', 'label', 'hz'),
  }),
  hints: z.array(text).length(2),
  listen: z.strictObject({ name: text, button: text, privacy: text, asking: text, listening: text }),
  keys: z.strictObject({
    name: text,
    midi: text,
    letters: text,
    lettersOn: template('letters'),
    connected: template('names'),
    asking: text,
    noDevice: text,
  }),
  figure: z.strictObject({
    sentence: template('fold', 'lines', 'others'),
    lines: template('rings', 'diameters'),
    rings: counted,
    diameters: counted,
    withRim: template('rings'),
    modes: template('modes'),
    numbers: z.array(text).length(21),
  }),
  still: text,
  mark: z.strictObject({ name: text, note: text, svg: text, png: text }),
  dismiss: text,
  problems: z.strictObject({
    audio: z.strictObject({ blocked: text, unavailable: text }),
    microphone: z.strictObject({ unsupported: text, refused: text, 'no-microphone': text, failed: text }),
    midi: z.strictObject({ unsupported: text, refused: text, failed: text }),
    saving: text,
  }),
});
