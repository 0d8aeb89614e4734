import { z } from 'zod';
import { httpsUrl, text, texts, titled, waveLines } from './text.schema.ts';

const hub = z.strictObject({
  title: text,
  lead: text,
  text,
  button: text,
  panel: text,
  notice: text,
  progress: text,
  pause: text,
  resume: text,
  approve: text,
  approved: text,
  /** Below a step that is not approved yet. */
  waiting: text,
  /** `approved` is the time; null for a pending step. */
  steps: z.array(z.strictObject({ title: text, approved: text.nullable() })).min(1),
  log: z.strictObject({
    title: text,
    show: text,
    hide: text,
    entries: z.array(z.strictObject({ time: z.string().regex(/^\d\d:\d\d$/), who: text, text })).min(1),
  }),
});

const product = z.strictObject({
  id: z.enum(['overtone', 'plate-kit']),
  name: text,
  subtitle: text,
  text,
  link: text,
  href: httpsUrl,
});

/** The home page, section by section. */
export const homeSchema = z.strictObject({
  hero: z.strictObject({
    title: text,
    lines: waveLines,
    text,
    caption: text,
    figureLink: text,
    sound: text,
    start: text,
    chat: text,
    edutech: text,
    hub: text,
  }),
  vision: z.strictObject({
    title: text,
    lead: text,
    texts,
    promises: z.array(titled.extend({ measure: text })).min(1),
  }),
  brief: z.strictObject({ title: text, lines: waveLines, text }),
  knowledge: z.strictObject({
    title: text,
    lead: text,
    /** Shown while an author is a sample. */
    notice: text,
    empty: text,
    plannerText: text,
    planner: text,
  }),
  hub,
  edutech: z.strictObject({ title: text, lead: text, products: z.array(product).length(2) }),
  records: z.strictObject({ lead: text, caption: text, button: text }),
  contact: z.strictObject({ title: text, lead: text, text, button: text, facts: texts }),
});
