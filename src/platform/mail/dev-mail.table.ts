import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export type DevMailAttachment = { filename: string; contentType: string; base64: string };

/** Emails in the development mailbox while there is no SMTP server. */
export const devMail = pgTable('dev_mail', {
  id: uuid().primaryKey(),
  messageId: text('message_id').notNull().unique(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  fromAddress: text('from_address').notNull(),
  toAddress: text('to_address').notNull(),
  replyTo: text('reply_to'),
  subject: text().notNull(),
  html: text().notNull(),
  text: text().notNull(),
  attachments: jsonb().$type<DevMailAttachment[]>().notNull(),
});
