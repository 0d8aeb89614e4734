import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addMilestone } from './add-milestone.ts';
import { completeMilestone, reopenMilestone } from './complete-milestone.ts';
import { editMilestone } from './edit-milestone.ts';
import { milestoneSeenOf } from './milestone-seen.ts';
import { milestones } from './milestone.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { makeTestProject, testServices, testNow } from '#src/features/projects/test-project.fixture.ts';
import { removeMilestone } from './remove-milestone.ts';
import { shiftMilestone } from './shift-milestone.ts';

const services = testServices();

async function makeSteps(db: Db, titles: readonly string[]) {
  const studio = await makeTestProject(db);
  const { team, projectId } = studio;
  const keys: { projectId: string; milestoneId: string }[] = [];
  for (const title of titles) {
    const step = { projectId, title, description: '', dueOn: null };
    const added = await db.transaction((tx) => addMilestone(tx, services, team, step));
    if (!added.ok) throw new Error(added.reason);
    keys.push({ projectId, milestoneId: added.milestoneId });
  }
  const keyOf = (index: number) => {
    const key = keys[index];
    if (!key) throw new Error(`There is no step ${index}`);
    return key;
  };
  const order = async () => {
    const rows = await db.select().from(milestones).orderBy(asc(milestones.position));
    return rows.map(({ title }) => title);
  };
  return { ...studio, keyOf, order };
}

describeOnEachDatabase('milestones', (open) => {
  test('they stand in the order in which they were added, also when that happens at once', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const add = (title: string) =>
      db.transaction((tx) =>
        addMilestone(tx, services, team, { projectId, title, description: '', dueOn: '2026-12-04' }),
      );
    await Promise.all(['a', 'b', 'c', 'd'].map(add));
    const rows = await db.select().from(milestones).orderBy(asc(milestones.position));
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  test('a step changes places with its neighbour and stops at the ends', async () => {
    const { db } = await open();
    const { team, keyOf, order } = await makeSteps(db, ['a', 'b', 'c']);
    await shiftMilestone(db, services, team, { ...keyOf(0), by: 1 });
    expect(await order()).toEqual(['b', 'a', 'c']);
    await shiftMilestone(db, services, team, { ...keyOf(2), by: -1 });
    expect(await order()).toEqual(['b', 'c', 'a']);
    await shiftMilestone(db, services, team, { ...keyOf(0), by: 1 });
    await shiftMilestone(db, services, team, { ...keyOf(1), by: -1 });
    expect(await order()).toEqual(['b', 'c', 'a']);
  });

  test('the client is told once that a step is done, also when it is opened and done again', async () => {
    const { db } = await open();
    const { client, team, keyOf } = await makeSteps(db, ['Spotting session']);
    for (const act of [completeMilestone, completeMilestone, reopenMilestone, completeMilestone])
      expect(await act(db, services, team, keyOf(0))).toEqual({ ok: true });
    const [step] = await db.select().from(milestones);
    expect(step?.completedAt).toEqual(testNow);
    expect(await db.select().from(notifications)).toMatchObject([
      { clientId: client.id, kind: 'milestone-done', details: { milestone: 'Spotting session' } },
    ]);
    await reopenMilestone(db, services, team, keyOf(0));
    expect(await db.select().from(milestones)).toMatchObject([{ completedAt: null }]);
  });

  test('an edit of something older changes nothing', async () => {
    const { db } = await open();
    const { team, keyOf } = await makeSteps(db, ['Mix']);
    const seen = milestoneSeenOf({ title: 'Mix', description: '', dueOn: null });
    const edit = (title: string) =>
      editMilestone(db, services, team, {
        ...keyOf(0),
        seen,
        title,
        description: 'v2',
        dueOn: '2026-12-04',
      });
    expect(await edit('Reel 3 mix')).toEqual({ ok: true });
    expect(await edit('Reel 3 mix')).toEqual({ ok: true });
    expect(await edit('Final mix')).toEqual({ ok: false, reason: 'stale' });
    expect(await db.select().from(milestones)).toMatchObject([{ title: 'Reel 3 mix', dueOn: '2026-12-04' }]);
  });

  test('a step that is removed is gone, and nothing points at it', async () => {
    const { db } = await open();
    const { team, keyOf, order } = await makeSteps(db, ['a', 'b']);
    await completeMilestone(db, services, team, keyOf(0));
    expect(await removeMilestone(db, services, team, keyOf(0))).toEqual({ ok: true });
    expect(await removeMilestone(db, services, team, keyOf(0))).toEqual({ ok: false, reason: 'not-found' });
    expect(await order()).toEqual(['b']);
    expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: testNow }]);
  });

  test('a step of another project does not exist', async () => {
    const { db } = await open();
    const { team, keyOf } = await makeSteps(db, ['a']);
    const other = await makeTestProject(db);
    const key = { ...keyOf(0), projectId: other.projectId };
    const notFound = { ok: false, reason: 'not-found' };
    expect(await completeMilestone(db, services, team, key)).toEqual(notFound);
    expect(await removeMilestone(db, services, team, key)).toEqual(notFound);
    expect(await shiftMilestone(db, services, team, { ...key, by: 1 })).toEqual(notFound);
    const edit = { ...key, seen: '', title: 'b', description: '', dueOn: null };
    expect(await editMilestone(db, services, team, edit)).toEqual(notFound);
    expect(await db.select().from(milestones).where(eq(milestones.title, 'a'))).toHaveLength(1);
  });
});
