import { z } from 'zod';
import { httpsUrl, text, texts, titled, waveLines } from './text.schema.ts';

const head = z.strictObject({ title: text, lines: waveLines, description: text });
const list = z.strictObject({ title: text, items: texts });
const programme = titled.extend({
  id: z.enum(['overtone', 'plate-kit']),
  link: text,
  href: httpsUrl,
});

/** The service pages besides the Production Lab, and the band that closes each of them. */
export const servicesSchema = z.strictObject({
  pages: z.strictObject({
    post: head.extend({ tagline: text, services: z.array(titled).min(1), button: text }),
    'brand-sync': head.extend({ tagline: text }),
    consulting: head.extend({ tagline: text }),
    research: head.extend({ tagline: text }),
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
      notice: text,
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
