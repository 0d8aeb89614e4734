import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { submissions } from '#src/features/leads/submission.table.ts';

export const deliveryKinds = ['team-mail', 'sender-mail', 'forward'] as const;

export type DeliveryKind = (typeof deliveryKinds)[number];

/** What leaves because of a submission, and how far it got. */
export const deliveries = pgTable(
  'deliveries',
  {
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    kind: text({ enum: deliveryKinds }).notNull(),
    state: text({ enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    messageId: text('message_id'),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.kind] })],
);
