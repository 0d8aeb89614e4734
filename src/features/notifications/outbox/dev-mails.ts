import { desc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { devMail } from '#src/platform/mail/dev-mail.table.ts';

export type DevMail = typeof devMail.$inferSelect;

const shown = 200;

/** The newest mails of the development mailbox. */
export const listDevMails = (db: Db): Promise<DevMail[]> =>
  db.select().from(devMail).orderBy(desc(devMail.sentAt), desc(devMail.id)).limit(shown);

export type MailPart = {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly filename: string;
};

/**
 * One part of a mail as a file: `html`, or an attachment by its number. Null when there is none.
 */
export async function findMailPart(db: Db, id: string, part: string): Promise<MailPart | null> {
  const [mail] = await db.select().from(devMail).where(eq(devMail.id, id));
  if (!mail) return null;
  if (part === 'html') {
    return {
      content: new Uint8Array(Buffer.from(mail.html)),
      type: 'text/html; charset=utf-8',
      filename: 'mail.html',
    };
  }
  const attachment = /^\d{1,3}$/.test(part) ? mail.attachments[Number(part)] : undefined;
  if (!attachment) return null;
  const { base64, contentType, filename } = attachment;
  return { content: new Uint8Array(Buffer.from(base64, 'base64')), type: contentType, filename };
}
