import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { listeningGuests } from '#src/features/sharing/links/listening.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { lockTimes } from '#src/features/calls/times/find-slot.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import { addComment } from '#src/features/review/player/comments.ts';
import type { Db } from '#src/platform/database/database.ts';
import {
  describeOnEachDatabase,
  describeOnOneDatabase,
} from '#src/platform/database/test-database.fixture.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import { whileLocked } from '#src/platform/database/while-locked.fixture.ts';
import { makeColleague, makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import { editPerson } from './edit-client.ts';
import { eraseColleague } from './erase-colleague.ts';
import { erasePerson } from './erase-person.ts';
import { email } from './everything.fixture.ts';
import { countMoving, mergeClients } from './merge-clients.ts';
import { bookkeeping, makeStudio, verbs, type Studio, type Verb } from './client-verbs.fixture.ts';

const lockRest = sql`do $$ begin
  perform 1 from projects for update nowait;
  perform 1 from milestones for update nowait;
  perform 1 from files for update nowait;
  perform 1 from listening_links for update nowait;
  perform 1 from listening_guests for update nowait;
  perform 1 from file_comments for update nowait;
  perform 1 from messages for update nowait;
  perform 1 from notifications for update nowait;
  perform 1 from invoices for update nowait;
end $$`;

/** Starts an operation while its client is locked, and erases the client before it continues. */
async function eraseMeanwhile(studio: Studio & { database: Parameters<typeof untilWaiting>[0] }, verb: Verb) {
  const { db, services, ada, client, database } = studio;
  const { outcome } = await db.transaction(async (tx) => {
    // Operations that also change calls have waited for the times before.
    await lockTimes(tx);
    await tx.select().from(clients).where(eq(clients.id, client.clientId)).for('update');
    const begun = verb(studio);
    await untilWaiting(database);
    // An operation waiting for the client holds no lock on the client's rows.
    await tx.execute(lockRest);
    expect(await erasePerson(tx, services, ada, { clientId: client.clientId }, email)).toMatchObject({
      ok: true,
    });
    return { outcome: begun };
  });
  return (await outcome).ok;
}

/** Returns the number of rows in tables that an erasure empties, and of projects and invoices. */
async function countRows(db: Db) {
  const gone = [milestones, files, messages, notifications, outbox, clientEvents, listeningGuests];
  const counts = [];
  for (const table of gone) counts.push(await db.$count(table));
  return { gone: counts, projects: await db.$count(projects), invoices: await db.$count(invoices) };
}

const onlyTheInvoice = { gone: [0, 0, 0, 0, 0, 0, 0], projects: 1, invoices: 1 };

/** Operations that change calls along with a client or one of their people. */
const changingCalls = {
  'a client is erased': ({ db, services, ada, client }) =>
    erasePerson(db, services, ada, { clientId: client.clientId }, email),
  'one of their people is erased': ({ db, services, ada, client: { clientId } }, lena) =>
    eraseColleague(db, services, ada, { clientId, personId: lena.id }, lena.email),
  'one of them gets another address': ({ db, services, ada, client: { clientId } }, lena) =>
    editPerson(
      db,
      services,
      { actor: ada, sender: { userAgent: '', network: '192.0.2.1' } },
      { clientId, personId: lena.id, name: lena.name, email: 'lena@halfmoon.example' },
    ),
  'a client becomes part of another': async ({ db, services, ada, client: { clientId } }) => {
    const other = await makePerson(db, 'client', 'Somebody else');
    const seen = await countMoving(db, other.clientId);
    return mergeClients(db, services, ada, { fromId: other.clientId, intoId: clientId, seen });
  },
} satisfies Record<string, (studio: Studio, lena: ClientPerson) => Promise<{ readonly ok: boolean }>>;

describeOnOneDatabase('an action that changes a client’s data', (open) => {
  test.each(Object.entries(verbs))(
    'locks the client first, and finds no client after an erasure: %s',
    async (_name, verb) => {
      const database = await open();
      const studio = { ...(await makeStudio(database.db)), database };
      expect(await eraseMeanwhile(studio, verb)).toBe(false);
      expect(await countRows(database.db)).toEqual(onlyTheInvoice);
      expect((await verb(studio)).ok, 'later').toBe(false);
    },
  );

  test.each(Object.entries(bookkeeping))(
    'can close an invoice that is kept for the books, without naming an erased person: %s',
    async (_name, verb) => {
      const database = await open();
      const { db } = database;
      const studio = { ...(await makeStudio(db)), database };
      expect(await eraseMeanwhile(studio, verb)).toBe(true);
      const [invoice] = await db.select().from(invoices);
      expect(['paid', 'void']).toContain(invoice?.state);
      expect(await db.select().from(activity).where(eq(activity.subjectId, studio.invoiceId))).toEqual(
        [{}, {}].map((details) => expect.objectContaining({ details })),
      );
      expect(await countRows(db)).toEqual(onlyTheInvoice);
    },
  );

  test.each(Object.entries(changingCalls))(
    'locks the times of calls before anything else if it changes calls: %s',
    async (_name, verb) => {
      const database = await open();
      const studio = await makeStudio(database.db);
      const lena = await makeColleague(database.db, studio.client.clientId, 'Lena Falk');
      const done = await database.db.transaction(async (tx) => {
        await lockTimes(tx);
        const begun = verb(studio, lena);
        await untilWaiting(database);
        await tx.execute(sql`select from leads for update nowait`);
        await tx.execute(sql`select from clients for update nowait`);
        return { begun };
      });
      expect(await done.begun).toMatchObject({ ok: true });
    },
  );
});

describeOnOneDatabase('the erasure of one of several people of a client', (open) => {
  test('locks the lead of their address before the client, and nothing of other people’s', async () => {
    const database = await open();
    const { db } = database;
    const { services, ada, client, projectId, fileId } = await makeStudio(db);
    const { clientId } = client;
    const [lena, mika] = [
      await makeColleague(db, clientId, 'Lena Falk'),
      await makeColleague(db, clientId, 'Mika Sund'),
    ];
    const lead = { status: 'lead', isHeld: false, createdAt: testNow } as const;
    const leadId = randomUUID();
    await db
      .insert(leads)
      .values({ id: leadId, name: lena.name, email: lena.email, emailKey: lena.email, ...lead });
    const erase = ({ id: personId, email: typed }: ClientPerson) =>
      eraseColleague(db, services, ada, { clientId, personId }, typed);
    const { begun } = await db.transaction(async (tx) => {
      await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
      const erasing = erase(lena);
      await untilWaiting(database);
      await tx.execute(sql`select from clients for update nowait`);
      return { begun: erasing };
    });
    expect(await begun).toEqual({ ok: true });
    const comment = { id: randomUUID(), projectId, fileId, atMs: 0, content: 'Louder' };
    await addComment(db, services, client, comment);
    const lockComments = (tx: Db) =>
      tx.select().from(fileComments).where(eq(fileComments.authorId, client.id)).for('no key update');
    expect(await whileLocked(database, lockComments, () => erase(mika))).toEqual({ ok: true });
  });
});

describeOnEachDatabase('an action that changes a client’s data', (open) => {
  test('never deadlocks with a concurrent operation', async () => {
    const database = await open();
    const studio = await makeStudio(database.db);
    const all = Object.values({ ...verbs, ...bookkeeping });
    const settled = await Promise.allSettled(all.map((verb) => verb(studio)));
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
