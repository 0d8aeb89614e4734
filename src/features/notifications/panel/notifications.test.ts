import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { clearNotifications } from './notifications.ts';
import { getPortalFrame } from '#src/portal/get-portal-frame.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { notifications } from './notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';

const services = testServices();

async function makeNotified(db: Db, count: number) {
  const { client, team, projectId } = await makeTestProject(db);
  for (let index = 0; index < count; index++) {
    await sendMessage(db, services, team, { id: uuidv7(), projectId, content: `Message ${index}` });
  }
  const rows = await db.select().from(notifications).where(eq(notifications.clientId, client.clientId));
  return { client, ids: rows.map(({ id }) => id) };
}

const openOf = async (db: Db, person: ClientPerson) =>
  (await getPortalFrame(db, testNow, person)).notificationCount;

describeOnOneDatabase('clearing notifications', (open) => {
  test('clears one or all, and deletes nothing that they refer to', async () => {
    const { db } = await open();
    const { client, ids } = await makeNotified(db, 3);
    expect(await openOf(db, client)).toBe(3);
    const [first = ''] = ids;
    expect(await clearNotifications(db, services, client, first)).toEqual({ ok: true, cleared: 1 });
    expect(await clearNotifications(db, services, client, first)).toEqual({ ok: true, cleared: 0 });
    expect(await openOf(db, client)).toBe(2);
    expect(await clearNotifications(db, services, client, 'all')).toEqual({ ok: true, cleared: 2 });
    expect(await clearNotifications(db, services, client, 'all')).toEqual({ ok: true, cleared: 0 });
    expect(await openOf(db, client)).toBe(0);
    expect(await db.$count(messages)).toBe(3);
    expect(await db.$count(notifications)).toBe(3);
    const entries = await db.select().from(activity).where(eq(activity.kind, 'notifications-cleared'));
    const counts = entries.map(({ details }) => details['count']);
    // As they were made in one moment, they come in any order.
    expect(new Set(counts)).toEqual(new Set(['1', '2']));
  });

  test('never clears those of other clients', async () => {
    const { db } = await open();
    const { client, ids } = await makeNotified(db, 2);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const notFound = { ok: false, reason: 'not-found' };
    for (const id of [ids[0] ?? '', uuidv7(), 'x', ''])
      expect(await clearNotifications(db, services, stranger, id)).toEqual(notFound);
    expect(await clearNotifications(db, services, stranger, 'all')).toEqual({ ok: true, cleared: 0 });
    expect(await openOf(db, client)).toBe(2);
    const frame = { clientName: 'Osric Vane', notificationCount: 0 };
    expect(await getPortalFrame(db, testNow, stranger)).toMatchObject(frame);
  });

  test('by many requests at once clears each notification once', async () => {
    const { db } = await open();
    const { client } = await makeNotified(db, 5);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => clearNotifications(db, services, client, 'all')),
    );
    const cleared = answers.map((answer) => (answer.ok ? answer.cleared : NaN));
    expect(cleared.reduce((sum, count) => sum + count, 0)).toBe(5);
  });
});
