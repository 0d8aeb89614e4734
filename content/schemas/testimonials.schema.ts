import { z } from 'zod';
import { template, text } from './text.schema.ts';

const testimonial = z.strictObject({
  style: z.enum(['lab-note', 'chalkboard', 'sticky-note']),
  quote: text,
  name: text,
  role: text,
  company: text,
  context: text,
  rating: z.int().min(1).max(5),
  /** True for an invented person; the notice must then be shown. */
  sample: z.boolean(),
});

/** The quotes on the home page and their labels. */
export const testimonialsSchema = z.strictObject({
  title: text,
  notice: text,
  choose: text,
  slide: template('number'),
  position: template('number', 'count'),
  observation: template('number', 'count', 'context'),
  pause: text,
  resume: text,
  rating: template('rating'),
  items: z.array(testimonial).min(1),
});
