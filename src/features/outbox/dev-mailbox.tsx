import type { DevMail } from './dev-mails.ts';
import styles from './dev-mailbox.module.css';

function Message({ mail }: { readonly mail: DevMail }) {
  const { id, subject, fromAddress, toAddress, replyTo, sentAt, text, attachments } = mail;
  const heading = `mail-${id}`;
  return (
    <article className={styles.mail} aria-labelledby={heading}>
      <h2 id={heading} className="title-3">
        {subject}
      </h2>
      <dl className={styles.head}>
        <dt>From</dt>
        <dd>{fromAddress}</dd>
        <dt>To</dt>
        <dd>{toAddress}</dd>
        {replyTo && <dt>Reply-To</dt>}
        {replyTo && <dd>{replyTo}</dd>}
        <dt>Sent</dt>
        <dd>{sentAt.toISOString()}</dd>
        <dt>Message-ID</dt>
        <dd>{mail.messageId}</dd>
      </dl>
      <p className={styles.text}>{text}</p>
      <ul className={styles.parts}>
        <li>
          <a href={`/dev/mailbox/${id}/html`} download="mail.html">
            HTML version
          </a>
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
    <section className={styles.mailbox} data-s="paper">
      <div className="wrap">
        <h1 className="title">Mailbox</h1>
        <p>Without SMTP_URL no mail leaves. What would have left is here, the newest first.</p>
        {mails.length === 0 && <p>Nothing has been sent yet.</p>}
        {mails.map((mail) => (
          <Message key={mail.id} mail={mail} />
        ))}
      </div>
    </section>
  );
}
