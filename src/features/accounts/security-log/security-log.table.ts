import { integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';

const securityEventKinds = [
  'signed-in',
  'signed-in-anew',
  'sign-in-failed',
  'confirmed',
  'confirm-failed',
  'passkey-used',
  'passkey-failed',
  'passkey-added',
  'passkey-removed',
  'passkeys-reset',
  'money-allowed',
  'money-forbidden',
  'device-trusted',
  'device-untrusted',
  'address-changed',
  'person-exported',
  'person-exported-by-team',
  'clients-exported',
  'contacts-exported',
  'leads-exported',
  'invoices-exported',
  'file-downloaded',
  'files-downloaded',
  'invoice-downloaded',
  'backup-made',
  'backup-downloaded',
  'everything-exported',
  'export-downloaded',
] as const;

/** The kind of an entry: about a person's account, or about exported data. */
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** The security log: sign-ins, passkeys, exports and downloads, each stored under the person it concerns. */
export const securityLog = pgTable('security_log', {
  id: uuid().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
  personId: uuid('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' }),
  /** The person who did it; null if unknown. */
  actorId: uuid('actor_id').references(() => people.id, { onDelete: 'set null' }),
  kind: text({ enum: securityEventKinds }).notNull(),
  /** A file, an invoice, a lead or a client. */
  subjectId: uuid('subject_id'),
  userAgent: text('user_agent').notNull(),
  network: text().notNull(),
  details: json().$type<Readonly<Record<string, string>>>().notNull(),
  /** How often it happened within the hour; repeats share one row. */
  times: integer().notNull().default(1),
  repeatKey: text('repeat_key').unique(),
});
