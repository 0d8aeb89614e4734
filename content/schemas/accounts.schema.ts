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
  signIn: z.strictObject({
    kicker: text,
    closed: text,
    signedIn: template('person'),
    goOn: text,
    ask: z.strictObject({ title: text, text, email: text, button: text }),
    code: z.strictObject({
      title: text,
      text: template('email'),
      unknown: text,
      code: text,
      hint: text,
      button: text,
      again: text,
      other: text,
    }),
    link: z.strictObject({
      title: text,
      text,
      button: text,
      oldTitle: text,
      oldText: text,
      again: text,
    }),
    errors: z.strictObject({ email: text, code: text, tooMany: text, link: text }),
  }),
  teamOnly: z.strictObject({ kicker: text, title: text, text, button: text }),
});
