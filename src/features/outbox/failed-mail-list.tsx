import words from '#content/desk.yaml';
import { Button } from '#src/ui/button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { PostTo } from '#src/features/workspace/page-action.ts';
import styles from './failed-mail-list.module.css';
import type { FailedMail } from './failed-mails.ts';

const { failed: text } = words;

/** Mails that could not be delivered, each with its reason and the way to try it again. */
export function FailedMailList({
  mails,
  postTo,
  isNamed = false,
}: {
  readonly mails: readonly FailedMail[];
  readonly postTo: PostTo;
  /** Says whose each is. */
  readonly isNamed?: boolean;
}) {
  return (
    <ul className={styles.list}>
      {mails.map(({ key, what, reason, attempts, name, href }) => (
        <li key={key}>
          <div className={styles.words}>
            <StateMark shape="diamond" label={what} />
            {isNamed && (
              <a href={href} dir="auto">
                {name}
              </a>
            )}
            <p className="small">{text.reason.replace('{reason}', () => reason)}</p>
            <p className="small dim num">{text.attempts.replace('{attempts}', String(attempts))}</p>
          </div>
          <form method="post" action={postTo('retry')} aria-label={`${text.retry}: ${what}, ${name}`}>
            <input type="hidden" name="mail" value={key} />
            <Button type="submit" label={text.retry} variant="secondary" size="small" />
          </form>
        </li>
      ))}
    </ul>
  );
}
