import { z } from 'zod';
import { text, waveLines } from './text.schema.ts';

/** The page that lists the twelve notes; apart from cymatics.yaml, so that the overlay does not carry its words. */
export const cymaticsPageSchema = z.strictObject({
  lines: waveLines,
  description: text,
  play: text,
  withoutScript: text,
  notes: z.strictObject({ title: text, lead: text }),
});
