import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { makeColleague, makePerson } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { eq } from 'drizzle-orm';
import { exportClients } from '../export-clients.ts';
import { clientFilterOf, clientQueryOf, listClients } from '../list-clients.ts';
import { checkDetails, detailsOf } from './details.ts';
import { listClientTags, listTags, longestTag, mostTags, spelledAsUsed, tagsOf } from './tags.ts';

test.each([
  ['', []],
  [' , ,', []],
  ['Label', ['Label']],
  [' Label ,  long   name ,label', ['Label', 'long name']],
])('reads the tags of "%s"', (typed, tags) => {
  expect(tagsOf(typed)).toEqual(tags);
});

test('refuses too many tags, too long ones, and details with characters that cannot be stored', () => {
  const errorsOf = (entries: Record<string, string>) => checkDetails(entries).map(({ field }) => field);
  expect(errorsOf({ tags: Array.from({ length: mostTags }, (_, n) => `t${n}`).join() })).toEqual([]);
  expect(errorsOf({ tags: Array.from({ length: mostTags + 1 }, (_, n) => `t${n}`).join() })).toEqual([
    'tags',
  ]);
  expect(errorsOf({ tags: 'ß'.repeat(longestTag + 1) })).toEqual(['tags']);
  expect(errorsOf({ phone: '1\n2', address: 'a\nb', notes: '\0' })).toEqual(['phone', 'notes']);
  expect(detailsOf({ phone: ' 1 ', tags: 'a, b' })).toEqual({
    phone: '1',
    address: '',
    tags: ['a', 'b'],
    notes: '',
  });
});

test('keeps the tag in the address of a list', () => {
  const filter = clientFilterOf(new URLSearchParams({ tag: ' Two  words, b', q: 'x', page: '2' }));
  expect(filter).toEqual({ search: 'x', tag: 'Two words', page: 2 });
  expect(clientQueryOf(filter)).toBe('?q=x&tag=Two+words&page=2');
});

async function makeClients(db: Db) {
  const runa = await makePerson(db, 'client', 'Runa Vestergaard');
  const lina = await makeColleague(db, runa.clientId, 'Lina Roth', 'listen');
  const piet = await makePerson(db, 'client', 'Piet Marlowe');
  await db
    .update(clients)
    .set({ tags: ['Film', 'VIP'], phone: '+49 30 77', address: 'Mill Lane 1', notes: '=1+1' })
    .where(eq(clients.id, runa.clientId));
  await db
    .update(people)
    .set({ tags: ['film', 'Press'], phone: '0123' })
    .where(eq(people.id, lina.id));
  await db
    .update(clients)
    .set({ tags: ['FILM'] })
    .where(eq(clients.id, piet.clientId));
  return { runa, lina, piet };
}

describeOnOneDatabase('tags of clients', (open) => {
  test('are counted regardless of case, and new ones get the spelling in use', async () => {
    const { db } = await open();
    await makeClients(db);
    const [first, ...others] = await listClientTags(db);
    expect(first?.count).toBe(3);
    expect(others).toEqual([
      { tag: 'Press', count: 1 },
      { tag: 'VIP', count: 1 },
    ]);
    expect(await listTags(db)).toHaveLength(3);
    expect(await spelledAsUsed(db, ['vip', 'new'])).toEqual(['VIP', 'new']);
  });

  test('filter the list by the client’s and its people’s, together with the search', async () => {
    const { db } = await open();
    await makeClients(db);
    const names = async (query: string) => {
      const { rows } = await listClients(db, clientFilterOf(new URLSearchParams(query)));
      return rows.map(({ name }) => name);
    };
    expect(await names('tag=film')).toEqual(['Piet Marlowe', 'Runa Vestergaard']);
    for (const query of ['tag=press', 'tag=Film&q=lina', 'q=30 77', 'q=0123', 'q=vip'])
      expect(await names(query), query).toEqual(['Runa Vestergaard']);
    expect(await names('tag=fil')).toEqual([]);
  });

  test('are exported with every other field, one row per person, as the filter finds them', async () => {
    const { db } = await open();
    const { piet } = await makeClients(db);
    await db.delete(people).where(eq(people.id, piet.id));
    const text = async (query: string) => {
      const response = exportClients(db, clientFilterOf(new URLSearchParams(query)));
      return (await response.text()).trim().split('\r\n');
    };
    const [headings, ...rows] = await text('tag=press');
    expect(headings?.split(',')).toHaveLength(13);
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row).toContain(`"Runa Vestergaard","'+49 30 77","Mill Lane 1","Film, VIP","'=1+1"`);
    expect(rows[1]).toContain('"Lina Roth"');
    expect(rows[1]).toContain('"listen","0123","film, Press",""');
    expect(await text('')).toHaveLength(4);
  });
});
