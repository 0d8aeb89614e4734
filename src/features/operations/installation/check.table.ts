import { json, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What a server at the public address shows: its certificate, or why there is none. */
export type Certificate =
  | {
      readonly kind: 'read';
      /** ISO. */
      readonly validUntil: string;
      readonly issuer: string;
      /** Why browsers refuse it, such as CERT_HAS_EXPIRED; null if they do not. */
      readonly fault: string | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The last result of each check that a job makes. */
export const installationChecks = pgTable('installation_checks', {
  name: text({ enum: ['certificate'] }).primaryKey(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
  result: json().$type<Certificate>().notNull(),
});
