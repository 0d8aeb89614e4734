import words from '#content/system.yaml';
import type { Question, RefusedAction } from '#src/features/accounts/access/action.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { HiddenFields } from '#src/ui/post-button.tsx';
import styles from './confirm-question.module.css';
import system from '#content/system.yaml';
import { Notice } from '#src/ui/notice.tsx';
import errorSummaryStyles from './error-summary.module.css';

/** Says at the top of a form's page that fields of the refused form are wrong. Null if no field is. */
export function ErrorSummary({ refused }: { readonly refused: RefusedAction }) {
  const sentences = Object.values(refused.errors);
  if (sentences.length === 0) return null;
  // Each field has its own message next to it.
  const text = sentences.includes(refused.error) ? system.fault.summary : refused.error;
  return (
    <div className={`wrap ${errorSummaryStyles.summary}`}>
      <Notice kind="error" role="alert">
        {text}
      </Notice>
    </div>
  );
}

/** Asks before an action is done, at the top of its page; yes posts the same form again. Works without scripts. */
export function ConfirmQuestion({
  title,
  ask: { texts, yes, isDanger = false, no, other },
  entries,
  address,
}: {
  readonly title: string;
  readonly ask: Question;
  /** What was posted. */
  readonly entries: Readonly<Record<string, string>>;
  /** The address it was posted to. */
  readonly address: URL;
}) {
  const params = new URLSearchParams(address.search);
  params.delete('do');
  const answers = ['sure', other?.field];
  const fields = Object.fromEntries(Object.entries(entries).filter(([name]) => !answers.includes(name)));
  return (
    <div className={`wrap ${styles.ask}`}>
      <dialog className={styles.sheet} aria-labelledby="ask-first" open>
        <form method="post" action={address.pathname + address.search}>
          <h2 className="title-3" id="ask-first">
            <bdi>{title}</bdi>
          </h2>
          {texts.map((text) => (
            <p key={text} className={`small ${styles.text}`} dir="auto">
              {text}
            </p>
          ))}
          <HiddenFields fields={{ ...fields, sure: 'yes' }} />
          <div className={styles.answers}>
            {/* The answer that changes nothing comes first. */}
            <ButtonLink
              href={no?.href ?? `${address.pathname}${params.size > 0 ? `?${params}` : ''}`}
              label={no?.label ?? words.ask.no}
              variant="secondary"
              size="small"
              autoFocus
            />
            <Button type="submit" label={yes} variant={isDanger ? 'danger' : 'primary'} size="small" />
            {other && (
              <Button
                type="submit"
                label={other.label}
                name={other.field}
                value={other.value}
                variant="secondary"
                size="small"
              />
            )}
          </div>
        </form>
      </dialog>
    </div>
  );
}
