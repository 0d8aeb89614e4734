import { z } from 'zod';
import { question } from './faq.schema.ts';
import { httpsUrl, text, texts, titled, waveLines } from './text.schema.ts';

const head = z.strictObject({ title: text, lines: waveLines, description: text });
const list = z.strictObject({ title: text, items: texts });
/** Details for visitors: the results, the course of a project, and frequent questions. */
const details = z.strictObject({
  results: texts,
  steps: z.array(titled).min(1),
  questions: z.array(question).min(2),
});
const work = z.array(titled).min(1);
const programme = titled.extend({
  id: z.enum(['overtone', 'plate-kit']),
  link: text,
  href: httpsUrl,
});

/** The service pages besides the Production Lab, and the band at the end of each. */
export const servicesSchema = z.strictObject({
  headings: z.strictObject({ work: text, results: text, steps: text, questions: text }),
  pages: z.strictObject({
    post: head.extend({ tagline: text, services: z.array(titled).min(1), button: text }),
    'brand-sync': head.extend({ tagline: text, work, ...details.shape }),
    // Its questions are in faq.yaml.
    consulting: head.extend({ tagline: text, work, ...details.omit({ questions: true }).shape }),
    research: head.extend({ tagline: text, work, ...details.shape }),
    edutech: head.extend({
      mission: titled,
      programmes: z.strictObject({ title: text, items: z.array(programme).length(2) }),
      evidence: list,
      technology: list,
      scale: list,
      button: text,
    }),
    musicraft: head.extend({
      tagline: text,
      services: z.array(titled).min(1),
      button: text,
      ...details.shape,
    }),
  }),
  closing: z.strictObject({
    title: text,
    text,
    brief: text,
    briefScale: texts,
    call: text,
    callScale: texts,
  }),
});
