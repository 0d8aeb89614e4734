import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createProject } from '#src/features/projects/projects.ts';
import { findMessagesPage } from './find-messages.ts';
import { messages } from './message.table.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';

/** Messages, two of them at each moment. */
const rowsOf = (projectId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    projectId,
    authorName: 'Ada Brandt',
    sender: 'team' as const,
    content: `Message ${index}`,
    sentAt: new Date(testNow.getTime() + Math.floor(index / 2) * 1000),
  }));

async function addProject(db: Db, clientId: string, name: string) {
  const actor = { id: null, name: 'Antinode' };
  const project = { clientId, name, description: '' };
  const made = await db.transaction((tx) => createProject(tx, testServices(), actor, project));
  if (!made.ok) throw new Error(made.reason);
  return made.projectId;
}

describeOnOneDatabase('the page of messages', (open) => {
  test('shows the latest fifty messages, and the earlier ones page by page, none twice', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const rows = rowsOf(projectId, 121);
    await db.insert(messages).values(rows.toReversed());
    const shown: string[] = [];
    const sizes: number[] = [];
    let before: string | null = null;
    do {
      const page = await findMessagesPage(db, client.clientId, { projectId, before });
      if (!page) throw new Error('The project is not found');
      const { thread } = page;
      shown.unshift(...thread.messages.map(({ content }) => content));
      sizes.push(thread.messages.length);
      before = thread.earlierThan;
    } while (before !== null);
    expect(sizes).toEqual([50, 50, 21]);
    expect(shown).toEqual(rows.map(({ content }) => content));
  });

  test('opens the project with the latest message, and shows the beginning of that message in the list', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const second = await addProject(db, client.clientId, 'Small Hours');
    const [row] = rowsOf(second, 1);
    if (!row) throw new Error('no row');
    await db.insert(messages).values({ ...row, content: 'x'.repeat(20_000) });
    const page = await findMessagesPage(db, client.clientId, { projectId: null, before: null });
    expect(page?.current.projectId).toBe(second);
    expect(page?.threads.map((thread) => [thread.projectId, thread.lastLine])).toEqual([
      [second, 'x'.repeat(120)],
      [projectId, null],
      [null, null],
    ]);
  });

  test('shows nothing of other clients’ projects', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const foreign = await addProject(db, stranger.clientId, 'foreign');
    const rows = rowsOf(foreign, 3);
    await db.insert(messages).values(rows);
    for (const asked of [foreign, uuidv7(), 'x', ''])
      expect(await findMessagesPage(db, client.clientId, { projectId: asked, before: null })).toBeNull();
    const ofForeign = await findMessagesPage(db, client.clientId, { projectId, before: rows[2]?.id ?? '' });
    expect(ofForeign?.thread).toEqual({ messages: [], earlierThan: null, isLatest: false });
    const newcomer = await makePerson(db, 'client', 'Dalia Fenn');
    const empty = await findMessagesPage(db, newcomer.clientId, { projectId: null, before: null });
    expect(empty).toMatchObject({ current: { projectId: null }, thread: { messages: [] } });
    expect(empty?.threads).toHaveLength(1);
  });
});
