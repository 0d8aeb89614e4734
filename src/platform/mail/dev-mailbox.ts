import { v7 as uuidv7 } from 'uuid';
import type { Mailbox } from './mail-address.ts';
import type { Db } from '../database/database.ts';
import { devMail } from './dev-mail.table.ts';
import { invitationFile, type MailInvitation } from './mail-invitation.ts';
import type { Attachment, Mail } from './mailer.ts';

const fileOf = ({ method, content }: MailInvitation): Attachment => ({
  filename: invitationFile,
  contentType: `text/calendar; charset=utf-8; method=${method}`,
  content: Buffer.from(content),
});

/** Keeps a message where a page can show it; the same message id again is the same message. */
export async function putIntoDevMailbox(
  db: Db,
  { mail, from, sentAt }: { mail: Mail; from: Mailbox; sentAt: Date },
): Promise<void> {
  const files = [...(mail.attachments ?? []), ...(mail.invitation ? [fileOf(mail.invitation)] : [])];
  const attachments = files.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    base64: Buffer.from(content).toString('base64'),
  }));
  await db
    .insert(devMail)
    .values({
      id: uuidv7(),
      messageId: mail.messageId,
      sentAt,
      fromAddress: from.name ? `${from.name} <${from.address}>` : from.address,
      toAddress: mail.to,
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      attachments,
    })
    .onConflictDoNothing({ target: devMail.messageId });
}
