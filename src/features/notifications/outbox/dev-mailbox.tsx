import mailWords from '#content/mails.yaml';
import { whenText } from '#src/studio/when-text.ts';
import styles from './dev-mailbox.module.css';
import { desc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { devMail } from '#src/platform/mail/dev-mail.table.ts';

type DevMail = typeof devMail.$inferSelect;

const shown = 200;

/** The newest mails of the development mailbox. */
export const listDevMails = (db: Db): Promise<DevMail[]> =>
  db.select().from(devMail).orderBy(desc(devMail.sentAt), desc(devMail.id)).limit(shown);

type MailPart = {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly filename: string;
};

/**
 * Returns one part of an email as a file: `html`, or an attachment by its number. Null if there is none.
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

const { head, ...words } = mailWords.mailbox;

function Message({ mail }: { readonly mail: DevMail }) {
  const { id, subject, fromAddress, toAddress, replyTo, sentAt, text, attachments } = mail;
  const heading = `mail-${id}`;
  return (
    <article className={styles.mail} aria-labelledby={heading}>
      <h2 id={heading} className="title-3">
        {subject}
      </h2>
      <dl className={styles.head}>
        <dt>{head.from}</dt>
        <dd>{fromAddress}</dd>
        <dt>{head.to}</dt>
        <dd>{toAddress}</dd>
        {replyTo && <dt>{head.replyTo}</dt>}
        {replyTo && <dd>{replyTo}</dd>}
        <dt>{head.sent}</dt>
        <dd>
          <time dateTime={sentAt.toISOString()}>{whenText(sentAt)}</time>
        </dd>
        <dt>{head.messageId}</dt>
        <dd>{mail.messageId}</dd>
      </dl>
      <p className={styles.text}>{text}</p>
      <ul className={styles.parts}>
        <li>
          <a href={`/dev/mailbox/${id}/html`}>{words.html}</a>
        </li>
        {attachments.map(({ filename }, index) => (
          <li key={filename}>
            <a href={`/dev/mailbox/${id}/${index}`} download={filename}>
              {filename}
            </a>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** Every mail that would have left, while there is no mail server. */
export function DevMailbox({ mails }: { readonly mails: readonly DevMail[] }) {
  return (
    <>
      <section className={styles.intro} data-s="plate">
        <div className="wrap">
          <h1 className="title">{words.title}</h1>
          <p>{words.about}</p>
        </div>
      </section>
      <section className={styles.mailbox} data-s="paper" aria-label={words.title}>
        <div className="wrap">
          {mails.length === 0 && <p>{words.none}</p>}
          {mails.map((mail) => (
            <Message key={mail.id} mail={mail} />
          ))}
        </div>
      </section>
    </>
  );
}
