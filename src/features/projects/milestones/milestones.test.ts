import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { milestones } from './milestone.table.ts';
import {
  addMilestone,
  completeMilestone,
  editMilestone,
  milestoneHashOf,
  moveMilestone,
  removeMilestone,
  reopenMilestone,
} from './milestones.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makeTestProject, testServices, testNow } from '#src/features/projects/test-project.fixture.ts';

const services = testServices();

async function makeMilestones(db: Db, titles: readonly string[]) {
  const made = await makeTestProject(db);
  const { team, projectId } = made;
  const keys: { projectId: string; milestoneId: string }[] = [];
  for (const title of titles) {
    const milestone = { projectId, title, description: '', dueOn: null };
    const added = await db.transaction((tx) => addMilestone(tx, services, team, milestone));
    if (!added.ok) throw new Error(added.reason);
    keys.push({ projectId, milestoneId: added.milestoneId });
  }
  const keyOf = (index: number) => {
    const key = keys[index];
    if (!key) throw new Error(`There is no milestone ${index}`);
    return key;
  };
  const order = async () => {
    const rows = await db.select().from(milestones).orderBy(asc(milestones.position));
    return rows.map(({ title }) => title);
  };
  return { ...made, keyOf, order };
}

describeOnOneDatabase('milestones', (open) => {
  test('are in the order in which they were added, also when four are added at once', async () => {
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

  test('change places with their neighbour, and stay at the ends', async () => {
    const { db } = await open();
    const { team, keyOf, order } = await makeMilestones(db, ['a', 'b', 'c']);
    await moveMilestone(db, services, team, { ...keyOf(0), by: 1 });
    expect(await order()).toEqual(['b', 'a', 'c']);
    await moveMilestone(db, services, team, { ...keyOf(2), by: -1 });
    expect(await order()).toEqual(['b', 'c', 'a']);
    await moveMilestone(db, services, team, { ...keyOf(0), by: 1 });
    await moveMilestone(db, services, team, { ...keyOf(1), by: -1 });
    expect(await order()).toEqual(['b', 'c', 'a']);
  });

  test('notify the client once when done, also when reopened and done again', async () => {
    const { db } = await open();
    const { client, team, keyOf } = await makeMilestones(db, ['Spotting session']);
    for (const act of [completeMilestone, completeMilestone, reopenMilestone, completeMilestone])
      expect(await act(db, services, team, keyOf(0))).toEqual({ ok: true });
    const [milestone] = await db.select().from(milestones);
    expect(milestone?.completedAt).toEqual(testNow);
    expect(await db.select().from(notifications)).toMatchObject([
      { clientId: client.clientId, kind: 'milestone-done', details: { milestone: 'Spotting session' } },
    ]);
    await reopenMilestone(db, services, team, keyOf(0));
    expect(await db.select().from(milestones)).toMatchObject([{ completedAt: null }]);
  });

  test('refuse an edit of an older version, and nothing changes', async () => {
    const { db } = await open();
    const { team, keyOf } = await makeMilestones(db, ['Mix']);
    const seenHash = milestoneHashOf({ title: 'Mix', description: '', dueOn: null });
    const edit = (title: string) =>
      editMilestone(db, services, team, {
        ...keyOf(0),
        seenHash,
        title,
        description: 'v2',
        dueOn: '2026-12-04',
      });
    expect(await edit('Reel 3 mix')).toEqual({ ok: true });
    expect(await edit('Reel 3 mix')).toEqual({ ok: true });
    expect(await edit('Final mix')).toEqual({ ok: false, reason: 'stale' });
    expect(await db.select().from(milestones)).toMatchObject([{ title: 'Reel 3 mix', dueOn: '2026-12-04' }]);
  });

  test('that are removed are gone, and their notification is cleared', async () => {
    const { db } = await open();
    const { team, keyOf, order } = await makeMilestones(db, ['a', 'b']);
    await completeMilestone(db, services, team, keyOf(0));
    expect(await removeMilestone(db, services, team, keyOf(0))).toEqual({ ok: true });
    expect(await removeMilestone(db, services, team, keyOf(0))).toEqual({ ok: false, reason: 'not-found' });
    expect(await order()).toEqual(['b']);
    expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: testNow }]);
  });

  test('of another project are not found', async () => {
    const { db } = await open();
    const { team, keyOf } = await makeMilestones(db, ['a']);
    const other = await makeTestProject(db);
    const key = { ...keyOf(0), projectId: other.projectId };
    const notFound = { ok: false, reason: 'not-found' };
    expect(await completeMilestone(db, services, team, key)).toEqual(notFound);
    expect(await removeMilestone(db, services, team, key)).toEqual(notFound);
    expect(await moveMilestone(db, services, team, { ...key, by: 1 })).toEqual(notFound);
    const edit = { ...key, seenHash: '', title: 'b', description: '', dueOn: null };
    expect(await editMilestone(db, services, team, edit)).toEqual(notFound);
    expect(await db.select().from(milestones).where(eq(milestones.title, 'a'))).toHaveLength(1);
  });
});
