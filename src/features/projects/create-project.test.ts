import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { createProject } from './projects.ts';
import { makePerson, makeTestProject, testServices, testNow } from './test-project.fixture.ts';
import { projects } from './project.table.ts';

describeOnEachDatabase('creating a project', (open) => {
  test('gives the client a project with a number of its own, and an event', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const [row] = await db.select().from(projects).where(eq(projects.id, projectId));
    expect(row).toMatchObject({
      clientId: client.clientId,
      number: 101,
      status: 'backlog',
      progress: 0,
      version: 1,
    });
    expect(await db.select({ kind: clientEvents.kind, seq: clientEvents.seq }).from(clientEvents)).toEqual([
      { kind: 'project-created', seq: 1 },
    ]);
  });

  test('never gives out a chosen number a second time', async () => {
    const { db } = await open();
    const { client, team } = await makeTestProject(db);
    const create = (number?: number) =>
      db.transaction((tx) =>
        createProject(tx, testServices(), team, {
          clientId: client.clientId,
          name: 'Night Ferry Logbook',
          description: '',
          ...(number === undefined ? {} : { number }),
        }),
      );
    expect(await create(198)).toMatchObject({ ok: true, number: 198 });
    expect(await create(150)).toMatchObject({ ok: true, number: 150 });
    expect(await create()).toMatchObject({ ok: true, number: 199 });
  });

  test('is refused for a person who is no client', async () => {
    const { db } = await open();
    const { client, team } = await makeTestProject(db);
    const unknown = '0190a5b5-7a1e-7000-8000-000000000000';
    const erased = await makePerson(db, 'client', 'Gone');
    await db.update(clients).set({ erasedAt: testNow }).where(eq(clients.id, erased.clientId));
    for (const clientId of [team.id, unknown, client.id, erased.clientId]) {
      const project = { clientId, name: 'Lowtide', description: '' };
      const made = await db.transaction((tx) => createProject(tx, testServices(), team, project));
      expect(made).toEqual({ ok: false, reason: 'no-client' });
    }
    expect(await db.select({ clientId: projects.clientId }).from(projects)).toEqual([
      { clientId: client.clientId },
    ]);
  });
});
