import { z } from 'zod';
import { template, text } from './text.schema.ts';

const mail = z.strictObject({ subject: template('name'), text });

const lives = z.strictObject({ idle: text, longest: text });
const when = template('when');

const account = z.strictObject({
  title: text,
  email: text,
  role: text,
  roles: z.strictObject({ client: text, team: text }),
  sessions: z.strictObject({
    title: text,
    since: when,
    seen: when,
    here: text,
    end: text,
    endNamed: template('device', 'when'),
    endOthers: text,
    note: template('idle', 'longest'),
    lives: z.strictObject({ client: lives, team: lives }),
  }),
  passkeys: z.strictObject({
    title: text,
    note: text,
    none: text,
    added: when,
    used: when,
    unused: text,
    remove: text,
    removeNamed: template('name'),
    name: text,
    add: text,
  }),
});

const team = z.strictObject({
  title: text,
  members: text,
  you: text,
  active: text,
  disabled: text,
  passkeys: template('count'),
  noPasskey: text,
  seen: when,
  unseen: text,
  mailAgain: text,
  reset: text,
  disable: text,
  enable: text,
  of: template('action', 'person'),
  invite: z.strictObject({ title: text, text, name: text, email: text, button: text }),
  done: text,
  deeds: z.strictObject({
    'team-invited': template('actor', 'person'),
    'team-disabled': template('actor', 'person'),
    'team-enabled': template('actor', 'person'),
    'passkeys-reset': template('actor', 'person'),
    'passkey-added': template('actor', 'passkey'),
    'passkey-removed': template('actor', 'passkey'),
  }),
  said: z.strictObject({ invited: text, mailed: text, disabled: text, enabled: text, reset: text }),
  errors: z.strictObject({
    name: text,
    email: text,
    exists: text,
    oneself: text,
    last: text,
    gone: text,
  }),
});

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
    ask: z.strictObject({ title: text, text, email: text, button: text, passkey: text, passkeyText: text }),
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
    passkey: z.strictObject({
      confirmTitle: text,
      confirmText: text,
      confirm: text,
      lost: text,
      offerTitle: text,
      offerText: text,
      requiredText: text,
      add: text,
      notNow: text,
      signOut: text,
      noScript: text,
    }),
    errors: z.strictObject({
      email: text,
      code: text,
      tooMany: text,
      link: text,
      passkey: text,
      passkeyBroken: text,
      passkeyUnsupported: text,
    }),
  }),
  teamOnly: z.strictObject({ kicker: text, title: text, text, button: text }),
  account,
  team,
});
