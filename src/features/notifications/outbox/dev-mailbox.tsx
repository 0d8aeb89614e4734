import mailWords from '#content/mails.yaml';
import { whenText } from '#src/studio/when-text.ts';
import type { DevMail } from './dev-mails.ts';
import styles from './dev-mailbox.module.css';

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
