import { asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { announce, type Change } from './announce.ts';
import { clientEvents } from './events/client-event.table.ts';
import { emailItems } from './emails/email-item.table.ts';
import { outbox } from './outbox/outbox.table.ts';
import { notifications } from './panel/notification.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';

async function countsOf({ db }: Database) {
  const tables = [clientEvents, activity, notifications, outbox, emailItems] as const;
  const counts = [];
  for (const table of tables) counts.push(await db.$count(table));
  return counts;
}

describeOnEachDatabase('a change', (open) => {
  test('that is rolled back leaves no event, record, notification, mail or job', async () => {
    const database = await open();
    const { client, team, projectId } = await makeTestProject(database.db);
    const before = await countsOf(database);
    const services = testServices();
    const change = {
      clientId: client.clientId,
      projectId,
      subjectId: uuidv7(),
      details: { project: 'Tidewater' },
    };
    const undone = database.db.transaction(async (tx) => {
      await announce(tx, services, team, { ...change, kind: 'file-added', notify: 'file-waiting' });
      await announce(tx, services, client, { ...change, kind: 'message-sent' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await countsOf(database)).toEqual(before);
    const [row] = await database.db.select().from(clients).where(eq(clients.id, client.clientId));
    expect(row?.eventSeq).toBe(1);
    expect(services.queued).toHaveLength(2);
  });

  test('has the next number without a gap, also when twenty are committed at once', async () => {
    const database = await open();
    const { client, team, projectId } = await makeTestProject(database.db);
    const write = (n: number) =>
      database.db.transaction(async (tx) => {
        const about = { clientId: client.clientId, projectId, subjectId: uuidv7() };
        await announce(tx, testServices(), team, { ...about, kind: 'milestone-added' });
        if (n % 4 === 0) throw new Error('undo');
      });
    const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => write(n)));
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    const events = await database.db.select().from(clientEvents).orderBy(asc(clientEvents.seq));
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
  });

  test.each<[string, Partial<Change>, string[]]>([
    ['a file to approve', { kind: 'file-added', notify: 'file-waiting' }, ['file-waiting']],
    ['a milestone', { kind: 'milestone-done', notify: 'milestone-done' }, []],
    ['a project that moved', { kind: 'project-moved' }, []],
  ])('by the team makes a mail only where the client waits for one: %s', async (_name, change, kinds) => {
    const database = await open();
    const { client, team, projectId } = await makeTestProject(database.db);
    const about = { clientId: client.clientId, projectId, subjectId: uuidv7() };
    const services = testServices();
    await database.db.transaction((tx) => announce(tx, services, team, { ...about, ...change } as Change));
    const mails = await database.db.select().from(outbox);
    expect(mails.map(({ topic }) => topic)).toEqual(kinds);
    const jobs = mails.map(({ id }) =>
      expect.objectContaining({ queue: 'outbox', id, data: { mailId: id } }),
    );
    expect(services.queued).toEqual(jobs);
  });
});
