import { z } from 'zod';
import { noteSlug, sitePath, text } from './text.schema.ts';

const lab = z.strictObject({
  /** Also the item's anchor: `research` is the specification's #research. */
  id: z.enum(['research', 'edutech-lab', 'records-lab', 'productions']),
  note: noteSlug,
  title: text,
  subtitle: text,
  /** Null for the Productions Lab, which shows its three stages instead of a text. */
  text: text.nullable(),
  services: z.array(text),
  link: z.strictObject({ label: text, href: sitePath }),
});

/** The labs accordion on the home page. */
export const labsSchema = z.strictObject({ title: text, lead: text, items: z.array(lab).length(4) });
