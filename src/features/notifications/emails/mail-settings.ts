import { and, eq, ne } from 'drizzle-orm';
import portal from '#content/portal.yaml';
import { clientAction } from '#src/features/accounts/access/person-action.ts';
import { mailPreferences, people, type MailPreference } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Returns when a client's person wants mail. Throws if there is no such person. */
export async function getMailPreference(db: Db, personId: string): Promise<MailPreference> {
  const [person] = await db
    .select({ mailPreference: people.mailPreference })
    .from(people)
    .where(eq(people.id, personId));
  if (!person) throw new Error(`There is nobody ${personId}`);
  return person.mailPreference;
}

/** Stores when a client's person wants mail, and records the change; false if there is no such choice. */
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

/** Keeps the settings of the client who posts them. */
export const saveSettingsAction = clientAction(async ({ services, person, entries }) => {
  const { db, clock } = services;
  const isSaved = await saveMailPreference(db, clock.now(), person, entries['mails'] ?? '');
  return isSaved
    ? { ok: true, next: '/portal/settings?saved' }
    : { ok: false, status: 422, error: portal.settingsPage.choose };
});
