import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients, mergedClients } from '#src/features/accounts/people/client.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { type ClientPerson, openSession } from '#src/features/accounts/sessions/session.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { readEvents } from '#src/features/notifications/events/client-events.ts';
import { makeSubscriber, startHub } from '#src/features/notifications/events/subscriber.fixture.ts';
import { createProject } from '#src/features/projects/projects.ts';
import { messages, unansweredMessages } from '#src/features/messages/message.table.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { makePerson, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Database, Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import { watchRows } from '#src/platform/database/watch-rows.fixture.ts';
import { makeCall } from './everything.fixture.ts';
import { countMoving, countsOfText, textOfCounts, findMergedInto, mergeClients } from './merge-clients.ts';

const services = testServices();

/** Creates a client with a project, messages from both sides and an invoice. */
async function makeClientOf(db: Db, name: string, messageCount = 1) {
  const client = await makePerson(db, 'client', name);
  const team = await makePerson(db, 'team', 'Ada Brandt');
  const { clientId } = client;
  const made = await db.transaction((tx) =>
    createProject(tx, services, team, { clientId, name: `Project of ${name}`, description: '' }),
  );
  if (!made.ok) throw new Error(made.reason);
  const { projectId } = made;
  const write = (author: typeof client | typeof team) =>
    sendMessage(db, services, author, { id: randomUUID(), projectId, content: 'A message' });
  await write(team);
  for (let n = 0; n < messageCount; n += 1) await write(client);
  const invoice = { projectId, amountCents: 100, description: 'Mix', dueOn: '2026-12-12' };
  await db.transaction((tx) => issueInvoice(tx, services, team, invoice));
  return { client, clientId, team, projectId, write };
}

type Made = Awaited<ReturnType<typeof makeClientOf>>;

const merge = async (db: Db, from: Made, into: Made) =>
  mergeClients(db, services, from.team, {
    fromId: from.clientId,
    intoId: into.clientId,
    seen: await countMoving(db, from.clientId),
  });

/** Returns the names of the tables that contain this text in any column. */
const tablesWith = ({ withMigrationSession }: Database, text: string) =>
  withMigrationSession(async (session) => {
    const tables = await session(`select tablename as name from pg_tables where schemaname = 'public'`);
    const found: string[] = [];
    for (const name of tables.map((row) => String(row['name']))) {
      const rows = await session(`select 1 from public.${name} as one where one::text like $1`, [
        `%${text}%`,
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found.toSorted();
  });

const seqOf = async (db: Db, clientId: string) => {
  const [client] = await db.select().from(clients).where(eq(clients.id, clientId));
  return client?.eventSeq ?? -1;
};

describeOnOneDatabase('merging two clients', (open) => {
  test('covers every table that refers to a client', async () => {
    const { withMigrationSession } = await open();
    const named = await withMigrationSession((session) =>
      session(`
        select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name like '%client_id'
        union
        select conrelid::regclass::text from pg_constraint
        where contype = 'f' and confrelid = 'public.clients'::regclass
        order by 1`),
    );
    // `mergeClients` must handle the rows of a new table.
    const others = [
      'invoices',
      'merged_clients',
      'messages',
      'notifications',
      'outbox',
      'people',
      'projects',
    ];
    const first = ['activity', 'calls', 'client_billing', 'client_events', 'client_mail_items'];
    expect(named.map(({ name }) => name)).toEqual([...first, ...others, 'unanswered_messages']);
  });

  test('joins the general conversations, which wait for an answer if the last message is the client’s', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const [from, into] = [
      await makePerson(db, 'client', 'Gone Film'),
      await makePerson(db, 'client', 'Kept Film'),
    ];
    const general = { projectId: 'general', clientId: into.clientId };
    await sendMessage(db, services, from, { id: randomUUID(), ...general, content: 'Is anybody there?' });
    const seen = await countMoving(db, from.clientId);
    expect(seen.messages).toBe(1);
    const both = { fromId: from.clientId, intoId: into.clientId, seen };
    expect(await mergeClients(db, services, ada, both)).toEqual({ ok: true });
    expect(await db.select().from(unansweredMessages)).toMatchObject([
      { conversationId: into.clientId, clientId: into.clientId, count: 1 },
    ]);
    await sendMessage(db, services, ada, { id: randomUUID(), ...general, content: 'Yes.' });
    expect(await db.$count(unansweredMessages)).toBe(0);
  });

  test('moves everything to the other client, and only the merge’s own rows still refer to the merged one', async () => {
    const database = await open();
    const { db } = database;
    const from = await makeClientOf(db, 'Gone Film', 3);
    const into = await makeClientOf(db, 'Staying Film');
    const whom = { clientId: from.clientId, name: 'Gone Film', email: 'gone@film.example' };
    await makeCall(db, services, from.team.id, whom);
    const before = await countMoving(db, into.clientId);
    const moving = await countMoving(db, from.clientId);
    const none = { files: 0, sentFiles: 0, comments: 0, links: 0 };
    expect(moving).toEqual({ ...none, people: 1, projects: 1, messages: 4, calls: 1, invoices: 1 });
    expect(countsOfText(textOfCounts(moving))).toEqual(moving);
    expect(await merge(db, from, into)).toEqual({ ok: true });
    const after = await countMoving(db, into.clientId);
    for (const kind of Object.keys(after) as (keyof typeof after)[])
      expect(after[kind], kind).toBe(before[kind] + moving[kind]);
    // The merge's activity and its redirect.
    expect(await tablesWith(database, from.clientId)).toEqual(['activity', 'merged_clients']);
    expect(await findMergedInto(db, from.clientId)).toBe(into.clientId);
    const person: ClientPerson = { ...from.client, clientId: into.clientId };
    const message = { id: randomUUID(), projectId: into.projectId, content: 'As the other' };
    expect((await sendMessage(db, services, person, message)).ok).toBe(true);
  });

  test.each([
    ['the one that goes', 9, 1],
    ['the one that stays', 1, 9],
    ['neither', 4, 4],
  ])(
    'continues the event numbers without a gap, and reloads both open pages: more of %s',
    async (_name, ofFrom, ofInto) => {
      const { db } = await open();
      const from = await makeClientOf(db, 'Gone Film', ofFrom);
      const into = await makeClientOf(db, 'Staying Film', ofInto);
      const [fromSeq, intoSeq] = [await seqOf(db, from.clientId), await seqOf(db, into.clientId)];
      expect(await merge(db, from, into)).toEqual({ ok: true });
      const latest = Math.max(fromSeq, intoSeq) + 1;
      expect(await seqOf(db, into.clientId)).toBe(latest);
      for (const seen of [0, fromSeq, intoSeq]) {
        const batch = await readEvents(db, into.clientId, seen);
        const numbers = batch?.events.map(({ seq }) => seq);
        expect(numbers, `after ${seen}`).toEqual(
          Array.from({ length: latest - seen }, (_, n) => seen + n + 1),
        );
        expect(batch?.events.at(-1)?.kind).toBe('clients-merged');
      }
    },
  );

  test('reloads the merged client’s open pages as the other’s', async () => {
    const database = await open();
    const { db } = database;
    const from = await makeClientOf(db, 'Gone Film', 5);
    const into = await makeClientOf(db, 'Staying Film');
    await openSession(db, testNow, from.client, 'a browser');
    const [session] = await db.select().from(sessions);
    const hub = await startHub(database, () => testNow);
    const subscribe = (person: ClientPerson, after: number) => {
      const made = makeSubscriber(person, session?.id ?? '', after);
      const outcome = hub.subscribe(made.subscriber);
      if (!outcome.ok) throw new Error(outcome.reason);
      made.onEnd(outcome.unsubscribe);
      return made;
    };
    const [fromSeq, intoSeq] = [await seqOf(db, from.clientId), await seqOf(db, into.clientId)];
    const gone = subscribe(from.client, fromSeq);
    const staying = subscribe(into.client, intoSeq);
    expect(await merge(db, from, into)).toEqual({ ok: true });
    await gone.untilEnd();
    const latest = await seqOf(db, into.clientId);
    await staying.untilNumber(latest);
    const again = subscribe({ ...from.client, clientId: into.clientId }, fromSeq);
    await again.untilNumber(latest);
    expect(again.text()).toContain('clients-merged');
  });

  test('asks again if something has changed in the meantime, and refuses invalid merges', async () => {
    const { db } = await open();
    const from = await makeClientOf(db, 'Gone Film');
    const into = await makeClientOf(db, 'Staying Film');
    const seen = await countMoving(db, from.clientId);
    await from.write(from.client);
    const ids = { fromId: from.clientId, intoId: into.clientId };
    const refusedFor = (merging: typeof ids) => mergeClients(db, services, from.team, { ...merging, seen });
    expect(await refusedFor(ids)).toEqual({ ok: false, reason: 'changed' });
    expect(await refusedFor({ ...ids, intoId: from.clientId })).toEqual({ ok: false, reason: 'not-found' });
    expect(await refusedFor({ ...ids, intoId: randomUUID() })).toEqual({ ok: false, reason: 'not-found' });
    await db.update(clients).set({ isSample: true }).where(eq(clients.id, into.clientId));
    expect(await merge(db, from, into)).toEqual({ ok: false, reason: 'sample' });
    await db.update(clients).set({ isSample: false, erasedAt: testNow }).where(eq(clients.id, into.clientId));
    expect(await merge(db, from, into)).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.$count(mergedClients)).toBe(0);
  });

  test('neither counts nor moves data of other clients', async () => {
    const database = await open();
    const { db } = database;
    const from = await makeClientOf(db, 'Gone Film', 9);
    const into = await makeClientOf(db, 'Staying Film');
    const moving = await countMoving(db, from.clientId);
    const { findChanged } = await watchRows(database, async () => {
      const [former, other] = [await makeClientOf(db, 'Former'), await makeClientOf(db, 'Other')];
      expect(await merge(db, former, other)).toEqual({ ok: true });
      const whom = { clientId: other.clientId, name: 'Other', email: 'other@film.example' };
      await makeCall(db, services, other.team.id, whom);
    });
    expect(await countMoving(db, from.clientId)).toEqual(moving);
    expect(await merge(db, from, into)).toEqual({ ok: true });
    expect(await findChanged()).toEqual([]);
  });

  test('redirects across several merges to the remaining client', async () => {
    const { db } = await open();
    const [one, two, three] = [
      await makeClientOf(db, 'One'),
      await makeClientOf(db, 'Two'),
      await makeClientOf(db, 'Three'),
    ];
    expect([await merge(db, one, two), await merge(db, two, three)]).toEqual([{ ok: true }, { ok: true }]);
    expect(await findMergedInto(db, one.clientId)).toBe(three.clientId);
    expect(await findMergedInto(db, two.clientId)).toBe(three.clientId);
    expect(await findMergedInto(db, three.clientId)).toBeNull();
  });

  test('in both directions at once happens in one', async () => {
    const { db } = await open();
    const one = await makeClientOf(db, 'One');
    const two = await makeClientOf(db, 'Two');
    const both = await Promise.all([merge(db, one, two), merge(db, two, one)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.$count(clients)).toBe(1);
    expect(await db.$count(projects)).toBe(2);
    expect(await db.$count(invoices)).toBe(2);
  });

  test('loses no concurrent action of the client: each succeeds or is refused as a whole', async () => {
    const database = await open();
    const { db } = database;
    const from = await makeClientOf(db, 'Gone Film');
    const into = await makeClientOf(db, 'Staying Film');
    const count = await db.$count(messages);
    const ids = { fromId: from.clientId, intoId: into.clientId };
    const seen = await countMoving(db, from.clientId);
    const { merged, sent } = await db.transaction(async (tx) => {
      await tx.select().from(clients).where(eq(clients.id, from.clientId)).for('update');
      const merging = mergeClients(db, services, from.team, { ...ids, seen });
      const sending = from.write(from.client);
      await untilWaiting(database, 2);
      return { merged: merging, sent: sending };
    });
    const [mergedOutcome, sentOutcome] = [await merged, await sent];
    expect(await db.$count(messages)).toBe(count + (sentOutcome.ok ? 1 : 0));
    // In either order: a message before the merge was not in the displayed counts.
    expect(mergedOutcome).toEqual(sentOutcome.ok ? { ok: false, reason: 'changed' } : { ok: true });
    const owners = await db.select({ id: projects.clientId }).from(projects);
    expect(new Set(owners.map(({ id }) => id)).size).toBe(sentOutcome.ok ? 2 : 1);
  });
});
