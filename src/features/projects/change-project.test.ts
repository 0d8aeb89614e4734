import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { editProject, moveProject } from './projects.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makeTestProject, testServices } from './test-project.fixture.ts';
import { projectStatuses } from './project-status.ts';
import { projects } from './project.table.ts';

const unknown = '0190a5b5-7a1e-7000-8000-000000000000';
const asItIs = {
  name: 'Tidewater, reel 3',
  description: 'Dialogue edit.',
  status: 'backlog',
  progress: 0,
  dueOn: null,
} as const;

describeOnOneDatabase('changing a project', (open) => {
  test('moves it from any status to any other, and each move is an event', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    let version = 1;
    for (const from of projectStatuses) {
      for (const status of projectStatuses) {
        for (const to of [from, status]) {
          const moved = await moveProject(db, testServices(), team, { projectId, status: to, version });
          expect(moved).toMatchObject({ ok: true });
          if (moved.ok) version = moved.version;
        }
        const [row] = await db.select().from(projects).where(eq(projects.id, projectId));
        expect(row).toMatchObject({ status, version });
      }
    }
    const events = await db
      .select({ kind: clientEvents.kind, seq: clientEvents.seq })
      .from(clientEvents)
      .orderBy(asc(clientEvents.seq));
    expect(events).toHaveLength(version);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    expect(await db.select().from(notifications)).toEqual([]);
  });

  test('lets one of two moves from the same version win, and shows the other where the project is', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const move = (status: 'review' | 'delivered') =>
      moveProject(db, testServices(), team, { projectId, status, version: 1 });
    const moved = await Promise.all([move('review'), move('delivered')]);
    expect(moved.filter(({ ok }) => ok)).toHaveLength(1);
    const [row] = await db.select().from(projects).where(eq(projects.id, projectId));
    expect(moved.find(({ ok }) => !ok)).toEqual({
      ok: false,
      reason: 'stale',
      status: row?.status,
      version: 2,
    });
  });

  test('edits it once, and records who did it', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const edit = { ...asItIs, projectId, version: 1, progress: 40, status: 'review' } as const;
    expect(await editProject(db, testServices(), team, edit)).toEqual({ ok: true });
    expect(await editProject(db, testServices(), team, edit)).toEqual({ ok: true });
    const [row] = await db.select().from(projects).where(eq(projects.id, projectId));
    expect(row).toMatchObject({ progress: 40, status: 'review', version: 2 });
    const entries = await db.select({ kind: activity.kind, by: activity.actorName }).from(activity);
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
      'project-changed',
      'project-created',
      'project-moved',
    ]);
    expect(new Set(entries.map(({ by }) => by))).toEqual(new Set([team.name]));
  });

  test('refuses an edit of an older version, and nothing changes', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const services = testServices();
    await moveProject(db, services, team, { projectId, status: 'review', version: 1 });
    const edit = { ...asItIs, projectId, version: 1, name: 'Other' };
    expect(await editProject(db, services, team, edit)).toEqual({ ok: false, reason: 'stale' });
    const [row] = await db.select().from(projects).where(eq(projects.id, projectId));
    expect(row).toMatchObject({ name: asItIs.name, status: 'review' });
  });

  test('finds no unknown project', async () => {
    const { db } = await open();
    const { team } = await makeTestProject(db);
    for (const projectId of [unknown, '../../etc', '']) {
      const notFound = { ok: false, reason: 'not-found' };
      const move = { projectId, status: 'review', version: 1 } as const;
      expect(await moveProject(db, testServices(), team, move)).toEqual(notFound);
      const edit = { ...asItIs, projectId, version: 1 };
      expect(await editProject(db, testServices(), team, edit)).toEqual(notFound);
    }
  });
});
