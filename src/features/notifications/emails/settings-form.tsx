import portal from '#content/portal.yaml';
import { mailPreferences, type MailPreference } from '#src/features/accounts/people/person.table.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Radio } from '#src/ui/choice.tsx';
import styles from './settings-form.module.css';

const { settingsPage: words } = portal;

/** How a client wants to hear of what waits for them. */
export function SettingsForm({
  mails,
  isSaved,
  error,
}: {
  readonly mails: MailPreference;
  /** Says that what is shown was just kept. */
  readonly isSaved: boolean;
  readonly error?: string | undefined;
}) {
  return (
    <form className={styles.form} method="post" action="/portal/settings?do=save-settings">
      {isSaved && (
        <Notice kind="success" role="status">
          {words.saved}
        </Notice>
      )}
      {error && (
        <Notice kind="error" role="alert">
          {error}
        </Notice>
      )}
      <fieldset className={styles.ways} aria-describedby="mails-lead">
        <legend className="title-3">{words.mails}</legend>
        <p className="dim" id="mails-lead">
          {words.lead}
        </p>
        {mailPreferences.map((way) => (
          <Radio
            key={way}
            className={styles.way}
            name="mails"
            value={way}
            label={words.choices[way]}
            hint={words.hints[way]}
            isChosen={way === mails}
          />
        ))}
      </fieldset>
      <div>
        <Button type="submit" label={words.save} />
      </div>
    </form>
  );
}
