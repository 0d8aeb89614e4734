import { and, eq, ne } from 'drizzle-orm';
import portal from '#content/portal.yaml';
import { clientAction } from '#src/features/accounts/access/person-action.ts';
import { mailPreferences, people, type MailPreference } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';

/** How a client hears of what waits for them. */
export async function getMailPreference(db: Db, clientId: string): Promise<MailPreference> {
  const [client] = await db
    .select({ mailPreference: people.mailPreference })
    .from(people)
    .where(eq(people.id, clientId));
  if (!client) throw new Error(`There is no client ${clientId}`);
  return client.mailPreference;
}

/** Keeps how a client wants to hear of what waits, and records the change; false for a way that does not exist. */
export async function saveMailPreference(db: Db, now: Date, client: Person, way: string): Promise<boolean> {
  const mailPreference = mailPreferences.find((known) => known === way);
  if (!mailPreference) return false;
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(people)
      .set({ mailPreference })
      .where(and(eq(people.id, client.id), ne(people.mailPreference, mailPreference)))
      .returning({ id: people.id });
    if (changed.length === 0) return;
    const deed = { kind: 'mail-preference-changed', clientId: client.id, subjectId: client.id };
    await recordActivity(tx, now, client, { ...deed, details: { way: mailPreference } });
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
