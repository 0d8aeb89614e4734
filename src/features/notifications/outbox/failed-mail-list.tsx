import words from '#content/desk.yaml';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { fill, wordsFor } from '#src/platform/fill.ts';
import type { PostTo } from '#src/workspace/page-action.ts';
import styles from './failed-mail-list.module.css';
import type { FailedMail } from './outbox.ts';

const { failed: text } = words;
const { sources, otherSource } = words.inbox;

/** A failed mail with the name of the lead or client whose it is, and where there is more than one, their page. */
export type NamedFailedMail = FailedMail & { readonly name: string; readonly href?: string };

const whatIs = ({ kind, topic, name }: NamedFailedMail) =>
  fill(wordsFor(text.kinds, kind, text.something), {
    form: wordsFor(sources, topic ?? '', otherSource),
    client: name,
  });

/** Mails that could not be delivered, each with its reason and the way to try it again. */
export function FailedMailList({
  mails,
  postTo,
}: {
  readonly mails: readonly NamedFailedMail[];
  readonly postTo: PostTo;
}) {
  return (
    <ul className={styles.list}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <div className={styles.words}>
            <StateMark shape="diamond" label={whatIs(mail)} />
            {mail.href !== undefined && (
              <a href={mail.href} dir="auto">
                {mail.name}
              </a>
            )}
            <p className="small">{fill(text.reason, { reason: mail.reason })}</p>
            <p className="small dim num">{fill(text.attempts, { attempts: String(mail.attempts) })}</p>
          </div>
          <PostButton
            action={postTo('retry')}
            fields={{ mail: mail.id }}
            label={text.retry}
            name={`${text.retry}: ${whatIs(mail)}, ${mail.name}`}
          />
        </li>
      ))}
    </ul>
  );
}
