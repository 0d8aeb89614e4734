import { z } from 'zod';
import { template, text, textsOf } from './text.schema.ts';

/** The desk's first page: everything that is waiting for the team. */
export const todaySchema = z.strictObject({
  title: text,
  kinds: textsOf('call', 'lead'),
  since: template('time'),
  nothing: text,
});
