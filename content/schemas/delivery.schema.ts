import { z } from 'zod';
import { template, text } from './text.schema.ts';

const measured = z.strictObject({
  measure: z.enum([
    'integrated',
    'maxShortTerm',
    'loudnessRange',
    'truePeak',
    'samplePeak',
    'rms',
    'noiseFloor',
    'rateHz',
    'headS',
    'tailS',
  ]),
  /** The lowest value that passes. */
  from: z.number().optional(),
  /** The highest value that passes. */
  to: z.number().optional(),
});

const unmeasured = z.strictObject({ label: text, /** Why it cannot be measured. */ cannot: text });

const rule = z.union([
  measured.refine(({ from, to }) => from !== undefined || to !== undefined, 'needs from, to, or both'),
  unmeasured,
]);

const specification = z.strictObject({
  /** Part of a URL. */
  key: z.string().regex(/^[a-z\d]+(-[a-z\d]+)*$/),
  name: text,
  source: text,
  isAdvice: z.boolean().default(false),
  rules: z.array(rule).min(1),
});

/** The specifications against which delivery reports check recordings. */
export const deliverySchema = z.strictObject({
  specifications: z
    .array(specification)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key stands twice'),
  words: z.strictObject({
    title: text,
    current: template('name'),
    source: template('source'),
    advice: text,
    columns: z.strictObject({ rule: text, asked: text, measured: text, verdict: text }),
    verdicts: z.strictObject({ pass: text, fail: text, unknown: text }),
    choose: text,
    submit: text,
    ready: template('name'),
    notReady: template('name', 'failures'),
    failure: template('rule', 'measured', 'asked'),
    partly: template('name', 'rules'),
    none: template('name'),
    between: template('from', 'to'),
    exactly: template('value'),
    most: template('to'),
    least: template('from'),
    rate: template('value'),
    delivery: z.strictObject({
      title: text,
      open: text,
      selections: z.strictObject({ finals: text, all: text, approved: text }),
      chosen: text,
      choose: text,
      show: text,
      verdict: z.strictObject({
        pass: template('name', 'count'),
        fail: template('name', 'some', 'count'),
        unknown: template('name', 'some', 'count'),
        faults: template('some', 'count'),
        noFaults: template('count'),
        unmeasured: template('some', 'count'),
      }),
      all: text,
      empty: text,
      files: text,
      columns: z.strictObject({
        file: text,
        verdict: text,
        loudness: text,
        peak: text,
        faults: text,
        name: text,
      }),
      verdicts: z.strictObject({ pass: text, fail: text, unknown: text }),
      asAgreed: text,
      notAsAgreed: template('expected'),
      total: z.strictObject({ files: text, measured: template('files', 'measured') }),
    }),
  }),
});
