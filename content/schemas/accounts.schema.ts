import { z } from 'zod';
import { template, text } from './text.schema.ts';

const mail = z.strictObject({ subject: template('name'), text });

/** Signing in, one's own account, and the team. */
export const accountsSchema = z.strictObject({
  header: z.strictObject({ account: text, signOut: text }),
  mail: z.strictObject({
    asked: mail,
    welcome: mail,
    invited: mail,
    button: text,
    code: text,
    life: text,
    unasked: text,
  }),
});
