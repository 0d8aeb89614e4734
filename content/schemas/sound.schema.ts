import { z } from 'zod';
import { template, text } from './text.schema.ts';

const row = z.strictObject({ label: text, about: text.optional() });

/** What was measured of a recording, below the player and on the delivery sheet. */
export const soundSchema = z.strictObject({
  sheet: z.strictObject({
    title: text,
    of: template('file'),
    about: text,
    back: text,
    data: text,
    print: text,
    file: text,
    sound: text,
    measured: text,
    curve: text,
    notMeasured: text,
  }),
  state: z.strictObject({
    waiting: z.tuple([text, template('count')]),
    measuring: template('percent'),
    ready: text,
  }),
  reasons: z.strictObject({
    'no-sound': text,
    unreadable: text,
    'too-long': text,
    'too-large': text,
    failed: text,
  }),
  notes: z.strictObject({ damaged: text, length: template('declared', 'held'), mono: text }),
  containers: z.strictObject({
    wav: text,
    aiff: text,
    caf: text,
    flac: text,
    ogg: text,
    mov: text,
    matroska: text,
    mp3: text,
    aac: text,
  }),
  channels: z.strictObject({
    one: text,
    two: text,
    more: template('count'),
    named: template('count', 'layout'),
  }),
  format: template('container', 'bits', 'rate', 'channels'),
  formatLossy: template('container', 'rate', 'channels'),
  units: z.strictObject({
    lufs: template('value'),
    lu: template('value'),
    dbtp: template('value'),
    dbfs: template('value'),
  }),
  nothing: text,
  summary: z.strictObject({
    loudness: template('value'),
    truePeak: template('value'),
    noiseFloor: template('value'),
  }),
  rows: z.strictObject({
    size: row,
    sha256: row,
    format: row,
    codec: row,
    length: row,
    samples: row,
    integrated: row,
    range: row,
    maxMomentary: row,
    maxShortTerm: row,
    truePeak: row,
    samplePeak: row,
    noiseFloor: row,
    measuredAt: row,
  }),
});
