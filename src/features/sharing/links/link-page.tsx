import words from '#content/listening.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { whenText } from '#src/studio/when-text.ts';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextAreaField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import type { FoundLinks, ListedLink } from './find-links.ts';
import { LinkForm } from './link-form.tsx';
import { Address } from './listed-link.tsx';
import styles from './share-page.module.css';

const { share: texts } = words;
const { send, edit } = texts;

/** The form that sends a link by email, and to whom it was sent. */
function SendPanel({
  link: { id, mails },
  path,
  sendId,
  replyTo,
  refused,
}: {
  readonly link: ListedLink;
  readonly path: string;
  readonly sendId: string;
  readonly replyTo: string;
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <Panel id="send" title={send.title}>
      <form
        className={styles.form}
        method="post"
        action={`${path}?link=${id}&do=send-link`}
        aria-labelledby="send"
        noValidate
      >
        <p className="small dim">
          {send.about} {fill(send.reply, { address: replyTo })}
        </p>
        <input type="hidden" name="linkId" value={id} />
        <input type="hidden" name="sendId" value={entries['sendId'] ?? sendId} />
        <TextAreaField
          id="addresses"
          name="addresses"
          label={send.addresses}
          hint={send.addressesHint}
          defaultValue={entries['addresses']}
          error={errors['addresses']}
          rows={2}
          autoComplete="off"
          required
        />
        <TextAreaField
          id="message"
          name="message"
          label={send.message}
          optionalMark={texts.make.optional}
          defaultValue={entries['message']}
          error={errors['message']}
          rows={4}
        />
        <div>
          <Button type="submit" label={send.submit} />
        </div>
      </form>
      {mails.length > 0 && (
        <div className={styles.sent}>
          <h3>{send.sent}</h3>
          <ul className="small">
            {mails.map(({ email, sentAt, by }, index) => (
              <li key={index}>
                <FormattedText template={send.to} values={{ email, when: whenText(sentAt), name: by }} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

/** Shows one listening link, to change it and to send it by email. */
export function LinkPage({
  found,
  link,
  person,
  origin,
  teamInbox,
  said,
  sendId,
  refused,
}: {
  readonly found: FoundLinks;
  readonly link: ListedLink;
  readonly person: Person;
  /** The origin of the shown address. */
  readonly origin: string;
  readonly teamInbox: string;
  /** The name of the message about what was just done. */
  readonly said: string | null;
  readonly sendId: string;
  readonly refused: RefusedAction | null;
}) {
  const { project } = found;
  const path = `/portal/projects/${project.id}/share`;
  const refusedOf = (action: string) => (refused?.action === action ? refused : null);
  const done = said === 'changed' || said === 'sent' ? texts.said[said] : null;
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={edit.back} icon="arrow-left" href={path} />
      </p>
      <header>
        <p className="italic dim" dir="auto">
          {project.name}
        </p>
        <h1 className="title-1" dir="auto">
          {link.name}
        </h1>
      </header>
      <RefusedMessage refused={refused} />
      {done !== null && refused === null && (
        <Notice kind="success" role="status">
          {done}
        </Notice>
      )}
      {link.isOpen && (
        <div className={styles.only}>
          <Address {...{ link, origin }} />
        </div>
      )}
      <div className={styles.columns}>
        <Panel id="edit" title={edit.title}>
          {link.revokedAt === null ? (
            <>
              <p className={`small dim ${styles.left}`}>{edit.about}</p>
              <LinkForm
                found={found}
                draft={link}
                linkId={link.id}
                action={`${path}?link=${link.id}&do=edit-link`}
                refused={refusedOf('edit-link')}
                labelId="edit"
                isTeam={person.role === 'team'}
              />
            </>
          ) : (
            <p className={styles.left}>{edit.revoked}</p>
          )}
        </Panel>
        {link.isOpen && link.token !== null && (
          <SendPanel
            {...{ link, path, sendId }}
            replyTo={person.role === 'team' ? teamInbox : person.email}
            refused={refusedOf('send-link')}
          />
        )}
      </div>
    </div>
  );
}
