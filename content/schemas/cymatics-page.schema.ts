import { z } from 'zod';
import { text, waveLines } from './text.schema.ts';

/** The page that lists the twelve notes; separate from cymatics.yaml, so that the overlay does not load its texts. */
export const cymaticsPageSchema = z.strictObject({
  lines: waveLines,
  description: text,
  play: text,
  withoutScript: text,
  notes: z.strictObject({ title: text, lead: text }),
});
