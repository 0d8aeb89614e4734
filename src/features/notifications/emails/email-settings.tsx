import portal from '#content/portal.yaml';
import { mailPreferences, type MailPreference, people } from '#src/features/accounts/people/person.table.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Radio } from '#src/ui/choice.tsx';
import styles from './email-settings.module.css';
import { and, eq, ne } from 'drizzle-orm';
import { clientAction } from '#src/features/accounts/access/action.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Returns when a client's person wants email. Throws if there is no such person. */
export async function getMailPreference(db: Db, personId: string): Promise<MailPreference> {
  const [person] = await db
    .select({ mailPreference: people.mailPreference })
    .from(people)
    .where(eq(people.id, personId));
  if (!person) throw new Error(`There is no person ${personId}`);
  return person.mailPreference;
}

/** Stores when a client's person wants email and records the change. Returns false if there is no such choice. */
export async function saveMailPreference(
  db: Db,
  now: Date,
  person: ClientPerson,
  way: string,
): Promise<boolean> {
  const mailPreference = mailPreferences.find((known) => known === way);
  if (!mailPreference) return false;
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(people)
      .set({ mailPreference })
      .where(and(eq(people.id, person.id), ne(people.mailPreference, mailPreference)))
      .returning({ id: people.id });
    if (changed.length === 0) return;
    const entry = { kind: 'mail-preference-changed', clientId: person.clientId, subjectId: person.id };
    await recordActivity(tx, now, person, { ...entry, details: { way: mailPreference } });
  });
  return true;
}

/** Saves the posted email settings of a client's person. */
export const saveSettingsAction = clientAction(async ({ services, person, entries }) => {
  const { db, clock } = services;
  const isSaved = await saveMailPreference(db, clock.now(), person, entries['mails'] ?? '');
  return isSaved
    ? { ok: true, next: '/portal/settings?saved' }
    : { ok: false, status: 422, error: portal.settingsPage.choose };
});

const { settingsPage: words } = portal;

/** The email settings of a client's person. */
export function SettingsForm({
  mails,
  isSaved,
  error,
}: {
  readonly mails: MailPreference;
  /** True if the settings were just saved. */
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
