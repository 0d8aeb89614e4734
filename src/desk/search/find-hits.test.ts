import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { email, makeEverything, now, secret } from '#src/features/clients/everything.fixture.ts';
import { erasePerson } from '#src/features/clients/erase-person.ts';
import { countMoving, mergeClients } from '#src/features/clients/merge-clients.ts';
import { allFiles, fileApprovals } from '#src/features/files/store/file.table.ts';
import { leads, submissions } from '#src/features/leads/lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { kindsFor, searchDesk, searchKind, searchKinds, hitsPerPage } from './find-hits.ts';

const all = { kinds: searchKinds, most: 5 };

/** Returns the kinds that a search finds. */
const kindsOf = async (
  db: Db,
  query: string,
  kinds = searchKinds as readonly (typeof searchKinds)[number][],
) => (await searchDesk(db, query, { kinds, most: 5 })).map(({ kind }) => kind);

/** Returns the addresses that a search finds. */
const hrefsOf = async (db: Db, query: string) =>
  (await searchDesk(db, query, all)).flatMap(({ hits }) => hits.map(({ href }) => href));

describeOnEachDatabase('the search at the desk', (open) => {
  test('finds every kind, wherever it says it, with all words and without accents and case', async () => {
    const { db } = await open();
    const { projectId, leadId, clientId } = await makeEverything(db, testServices(now));
    expect(await kindsOf(db, 'hálf MOON')).toEqual([...searchKinds]);
    expect(await kindsOf(db, 'alfmoo nobody')).toEqual([]);
    expect(await kindsOf(db, `${secret} runa`)).toContain('form');
    const hrefs = await hrefsOf(db, 'halfmoon');
    expect(hrefs).toContain(`/desk/leads/${leadId}`);
    expect(hrefs).toContain(`/desk/clients/${clientId}`);
    expect(hrefs).toContain(`/desk/projects/${projectId}`);
    expect(
      hrefs.some((href) => new RegExp(`^/desk/projects/${projectId}\\?file=.*&at=\\d+#comment-`).test(href)),
    ).toBe(true);
    const [project] = await db.select().from(projects).where(eq(projects.id, projectId));
    expect(await hrefsOf(db, `p-${project?.number}`)).toEqual([`/desk/projects/${projectId}`]);
  });

  test('marks what was found in the title and around the text', async () => {
    const { db } = await open();
    await makeEverything(db, testServices(now));
    const [client] = await searchDesk(db, 'halfm', { ...all, kinds: ['client'] });
    expect(client?.hits[0]?.title.filter(({ isFound }) => isFound)).toEqual([
      { text: 'Halfm', isFound: true },
    ]);
    const [note] = await searchDesk(db, 'moon secret', { ...all, kinds: ['note'] });
    expect(note?.hits[0]?.excerpt.map(({ text }) => text)).toEqual(['The Half', 'moon', ' ', 'secret']);
  });

  test('finds no invoice for a member who may not see money', async () => {
    const { db } = await open();
    await makeEverything(db, testServices(now));
    expect(await kindsOf(db, 'halfmoon', kindsFor(true))).toContain('invoice');
    expect(await kindsOf(db, 'halfmoon', kindsFor(false))).not.toContain('invoice');
  });

  test('finds nothing about an erased person', async () => {
    const { db } = await open();
    const services = testServices(now);
    const { ada, clientId } = await makeEverything(db, services);
    expect(await erasePerson(db, services, ada, { clientId }, email)).toMatchObject({ ok: true });
    const { rows } = (await db.execute(
      sql`select distinct kind from search_entries where content ~ 'halfmoon|runa'`,
    )) as { rows: { kind: string }[] };
    expect(rows).toEqual([]);
    expect(await kindsOf(db, 'inv- reel')).toEqual(['invoice']);
    expect(await kindsOf(db, 'reel')).not.toContain('project');
  });

  test('leads to the client into which another was merged', async () => {
    const { db } = await open();
    const services = testServices(now);
    const { ada, clientId } = await makeEverything(db, services);
    const into = await makePerson(db, 'client', 'Another Film');
    const seen = await countMoving(db, clientId);
    expect(await mergeClients(db, services, ada, { fromId: clientId, intoId: into.clientId, seen })).toEqual({
      ok: true,
    });
    const [people] = await searchDesk(db, email, { ...all, kinds: ['person'] });
    expect(people?.hits.map(({ href }) => href)).toEqual([`/desk/clients/${into.clientId}`]);
    expect(await db.$count(clients, eq(clients.id, clientId))).toBe(0);
    expect(await hrefsOf(db, 'halfmoon')).not.toContain(`/desk/clients/${clientId}`);
  });

  test('finds a removed file and its comments only once it is restored', async () => {
    const { db } = await open();
    await makeEverything(db, testServices(now));
    await db.delete(fileApprovals);
    await db.update(allFiles).set({ removedAt: now, removedByName: 'Ada' });
    expect(await kindsOf(db, 'halfmoon')).not.toContain('file');
    expect(await kindsOf(db, 'halfmoon')).not.toContain('comment');
    await db.update(allFiles).set({ removedAt: null, removedByName: null });
    expect(await kindsOf(db, 'halfmoon')).toEqual([...searchKinds]);
  });

  test('finds held leads once they are released', async () => {
    const { db } = await open();
    await submitLead(db, submissionOf({ email: 'spam@example.org', name: 'Zebulon' }), rulesOf());
    expect(await kindsOf(db, 'zebulon')).toEqual(['lead', 'form']);
    await db.update(leads).set({ isHeld: true });
    await db.update(submissions).set({ isHeld: true });
    expect(await kindsOf(db, 'zebulon')).toEqual([]);
    await db.update(leads).set({ isHeld: false, name: 'Zachary' });
    expect(await kindsOf(db, 'zachary')).toEqual(['lead']);
    expect(await kindsOf(db, 'zebulon')).toEqual([]);
  });

  test('takes special characters literally, and long or unreadable input as nothing found', async () => {
    const { db } = await open();
    await makeEverything(db, testServices(now));
    const long = ['('.repeat(10_000), 'a'.repeat(10_000), 'a '.repeat(5000)];
    for (const query of [
      '%',
      '_',
      '\\',
      "'; drop table leads --",
      '"',
      '\u0000\u0007',
      '\uD800',
      '{}',
      ...long,
    ])
      expect(await searchDesk(db, `zzz${query}`, all), query.slice(0, 10)).toEqual([]);
    for (const query of ['%', '_', '\\', '"', '\u0000', '\uD800'])
      expect(await searchDesk(db, query, all), query).toEqual([]);
  });

  test('finds frequent words newest first, with a limit for each kind and pages', async () => {
    const { db } = await open();
    const { projectId } = await makeEverything(db, testServices(now));
    await db.execute(sql`insert into messages (id, project_id, author_name, sender, content, sent_at)
      select gen_random_uuid(), ${projectId}, 'Ada', 'team', 'Halfmoon message ' || n, ${now.toISOString()}::timestamptz
        + n * interval '1 minute' from generate_series(1, 12500) n`);
    expect(await kindsOf(db, 'halfmoon')).toEqual([...searchKinds]);
    const [found] = await searchDesk(db, 'halfmoon message', { ...all, kinds: ['message'] });
    expect(found?.hasMore).toBe(true);
    expect(found?.hits.map(({ excerpt }) => excerpt.map(({ text }) => text).join(''))).toEqual(
      [12_500, 12_499, 12_498, 12_497, 12_496].map((n) => `Halfmoon message ${n}`),
    );
    const page = await searchKind(db, 'halfmoon message', { kind: 'message', page: 250 });
    expect(page.hits).toHaveLength(hitsPerPage);
    expect(page.hasMore).toBe(false);
    await db.delete(messages);
    expect(await kindsOf(db, 'halfmoon message')).toEqual([]);
  });
});
