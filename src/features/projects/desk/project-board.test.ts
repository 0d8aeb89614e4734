import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { makePerson, makeTestProject, testNow } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { boardFilterOf, boardQueryOf, cardLimits, listBoard } from './project-board.ts';
import { listClientChoices } from './project-clients.ts';

const filterOf = (query: string) => boardFilterOf(new URLSearchParams(query));
const namesOf = async (db: Db, query: string) =>
  (await listBoard(db, filterOf(query))).flatMap(({ cards }) => cards.map(({ name }) => name));

async function addProjects(
  db: Db,
  clientId: string,
  names: readonly string[],
  status: 'review' | 'delivered',
) {
  const times = { createdAt: testNow, updatedAt: testNow };
  const rows = names.map((name) => ({
    id: uuidv7(),
    clientId,
    name,
    description: '',
    status,
    progress: 0,
    ...times,
  }));
  await db.insert(projects).values(rows);
}

describeOnEachDatabase('the board', (open) => {
  test('counts all projects of a column and shows the first thirty; a column alone shows all, page by page', async () => {
    const { db } = await open();
    const { client } = await makeTestProject(db);
    const many = Array.from({ length: cardLimits.single + 5 }, (_, index) => `Reel ${index}`);
    await addProjects(db, client.clientId, many, 'delivered');
    const all = await listBoard(db, filterOf(''));
    expect(all.map(({ status, total, cards }) => [status, total, cards.length])).toEqual([
      ['backlog', 1, 1],
      ['in-progress', 0, 0],
      ['review', 0, 0],
      ['delivered', many.length, cardLimits.board],
    ]);
    const pages = [await namesOf(db, 'column=delivered'), await namesOf(db, 'column=delivered&page=2')];
    expect(pages.map((names) => names.length)).toEqual([cardLimits.single, 5]);
    expect(new Set(pages.flat())).toEqual(new Set(many));
  });

  test('is searched by project name, client name and number, in upper or lower case; % and _ have no special meaning', async () => {
    const { db } = await open();
    const { client } = await makeTestProject(db);
    const other = await makePerson(db, 'client', 'Øystein Ås');
    await addProjects(db, other.clientId, ['100% tape', 'a_b'], 'review');
    expect(await namesOf(db, 'q=TIDEWATER')).toEqual(['Tidewater, reel 3']);
    expect((await namesOf(db, `q=${encodeURIComponent('øystein')}`)).toSorted()).toEqual([
      '100% tape',
      'a_b',
    ]);
    expect(await namesOf(db, 'q=P-101')).toEqual(['Tidewater, reel 3']);
    expect(await namesOf(db, 'q=%25')).toEqual(['100% tape']);
    expect(await namesOf(db, 'q=_')).toEqual(['a_b']);
    expect(await namesOf(db, `client=${client.clientId}`)).toEqual(['Tidewater, reel 3']);
    expect(await namesOf(db, "client=' or 1=1")).toEqual([]);
    expect(await namesOf(db, 'q=%00')).toHaveLength(3);
  });

  test('lists the clients to filter by in the order of their names, and always the chosen one', async () => {
    const { db } = await open();
    const { client } = await makeTestProject(db);
    const other = await makePerson(db, 'client', 'Anders');
    const all = await listClientChoices(db);
    expect(all).toMatchObject({ total: 2, clients: [{ id: other.clientId }, { id: client.clientId }] });
    const found = await listClientChoices(db, { search: 'ANDERS', chosen: client.clientId });
    expect(found).toMatchObject({ total: 1, clients: [{ id: other.clientId }, { id: client.clientId }] });
    await db.update(clients).set({ erasedAt: testNow }).where(eq(clients.id, client.clientId));
    for (const search of ['', 'a'])
      expect(
        await listClientChoices(db, { search, chosen: client.clientId }),
        'without who was erased',
      ).toMatchObject({
        total: 1,
        clients: [{ id: other.clientId }],
      });
  });
});

test('a board filter is the same after it went through an address', () => {
  const filter = { search: 'a&b=c?', clientId: 'x', column: 'review', page: 3 } as const;
  expect(filterOf(boardQueryOf(filter))).toEqual(filter);
  expect(boardQueryOf(filterOf('page=-1&column=nowhere&q='))).toBe('');
});
