import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { getMailPreference, saveMailPreference } from './email-settings.tsx';
import { makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';

test('how a client hears of things is kept and recorded, once a change and of this client alone', async () => {
  const database = await openAnyTestDatabase();
  const { db } = database;
  const client = await makePerson(db, 'client', 'Runa Vestergaard');
  const other = await makePerson(db, 'client', 'Osric Vane');
  expect(await getMailPreference(db, client.id)).toBe('at-once');
  expect(await saveMailPreference(db, testNow, client, 'daily')).toBe(true);
  expect(await saveMailPreference(db, testNow, client, 'daily')).toBe(true);
  for (const way of ['', 'weekly', 'constructor'])
    expect(await saveMailPreference(db, testNow, client, way)).toBe(false);
  expect(await getMailPreference(db, client.id)).toBe('daily');
  expect(await getMailPreference(db, other.id)).toBe('at-once');
  const deeds = await db.select().from(activity).where(eq(activity.kind, 'mail-preference-changed'));
  expect(deeds).toMatchObject([{ actorId: client.id, details: { way: 'daily' } }]);
});
