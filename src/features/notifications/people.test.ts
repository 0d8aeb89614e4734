import { eq, isNotNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { announce, type Change } from './announce.ts';
import { clientEvents } from './events/client-event.table.ts';
import { eventsTextAfter, readEvents } from './events/client-events.ts';
import { notifications } from './panel/notification.table.ts';
import {
  listLatestEvents,
  recordStreamOpened,
  recordStreamsOpen,
  recordPageView,
} from './events/presence.ts';
import { settleNotifications, waitingFor, clearNotifications } from './panel/notifications.ts';
import { invoiceChangeKinds, invoiceNotificationKinds } from './kinds/find-kind.ts';
import { outbox } from './outbox/outbox.table.ts';
import {
  makeColleague,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { watchRows } from '#src/platform/database/watch-rows.fixture.ts';

const services = testServices();

/** A client with a second person who may approve and a third who may only listen. */
async function openCompany(db: Db) {
  const { client: runa, team, projectId } = await makeTestProject(db);
  const sable = await makeColleague(db, runa.clientId, 'Sable Okafor');
  const lina = await makeColleague(db, runa.clientId, 'Lina Roth', 'listen');
  const tell = (change: Partial<Change> & Pick<Change, 'kind'>, who: Parameters<typeof announce>[2] = team) =>
    db.transaction((tx) =>
      announce(tx, services, who, { clientId: runa.clientId, projectId, subjectId: uuidv7(), ...change }),
    );
  const waitingOf = async (person: typeof runa) =>
    (await db.select().from(notifications).where(waitingFor(db, person))).map(({ kind }) => kind).toSorted();
  const mailsOf = async (person: typeof runa) =>
    (await db.select().from(outbox).where(eq(outbox.personId, person.id))).map(({ topic }) => topic);
  return { runa, sable, lina, team, tell, waitingOf, mailsOf };
}

const message = { kind: 'message-sent', notify: 'message-received' } as const;
const invoice = { kind: 'invoice-issued', notify: 'invoice-issued' } as const;

describeOnOneDatabase('the people of a client', (open) => {
  test('each get mail of their own, in the way they chose; about invoices only people who may approve do', async () => {
    const { db } = await open();
    const { runa, sable, lina, tell, mailsOf } = await openCompany(db);
    await db.update(people).set({ mailPreference: 'none' }).where(eq(people.id, sable.id));
    await tell(message);
    await tell(message);
    await tell(invoice);
    expect(await mailsOf(runa)).toEqual(['messages', 'invoice-issued']);
    expect(await mailsOf(sable)).toEqual([]);
    expect(await mailsOf(lina)).toEqual(['messages']);
  });

  test('clear notifications for themselves only, and what is settled is settled for all', async () => {
    const { db } = await open();
    const { runa, sable, lina, tell, waitingOf } = await openCompany(db);
    const subjectId = uuidv7();
    await tell({ kind: 'file-added', subjectId, notify: 'file-waiting' });
    await tell(message);
    expect(await clearNotifications(db, services, runa, 'all')).toEqual({ ok: true, cleared: 2 });
    expect(await clearNotifications(db, services, runa, 'all')).toEqual({ ok: true, cleared: 0 });
    expect(await waitingOf(runa)).toEqual([]);
    for (const other of [sable, lina])
      expect(await waitingOf(other)).toEqual(['file-waiting', 'message-received']);
    const settled = { clientId: runa.clientId, subjectIds: [subjectId] };
    await db.transaction((tx) => settleNotifications(tx, testNow, 'approval', settled));
    for (const other of [sable, lina]) expect(await waitingOf(other)).toEqual(['message-received']);
  });

  test('are told when they are mentioned, also by a colleague, and others are not', async () => {
    const { db } = await open();
    const { runa, sable, lina, tell, waitingOf, mailsOf } = await openCompany(db);
    await tell({ kind: 'comment-added', named: [lina.id] }, runa);
    expect(await waitingOf(lina)).toEqual(['mention-received']);
    expect(await mailsOf(lina)).toEqual(['messages']);
    for (const other of [runa, sable]) {
      expect(await waitingOf(other)).toEqual([]);
      expect(await mailsOf(other)).toEqual([]);
    }
  });

  test('are told nothing of invoices if they may only listen, not by their open page either', async () => {
    const { db } = await open();
    const { runa, lina, tell, waitingOf } = await openCompany(db);
    await tell(invoice);
    await tell(message);
    expect(await waitingOf(runa)).toEqual(['invoice-issued', 'message-received']);
    expect(await waitingOf(lina)).toEqual(['message-received']);
    const [told] = await db.select().from(notifications).where(eq(notifications.kind, 'invoice-issued'));
    expect(await clearNotifications(db, services, lina, told?.id ?? '')).toMatchObject({ ok: false });
    const batch = await readEvents(db, runa.clientId, 1);
    if (!batch) throw new Error('no events');
    expect(eventsTextAfter(1, batch, 'approve').text).toContain('invoice-issued');
    const { text, after } = eventsTextAfter(1, batch, 'listen');
    expect(text).not.toContain('invoice');
    expect(text).toContain('message-sent');
    expect(after).toBe(3);
    expect(await db.$count(clientEvents)).toBe(3);
  });

  test('get no event, email or notification of another client, and keep what waits for them', async () => {
    const database = await open();
    const { db } = database;
    const one = await openCompany(db);
    const file = { kind: 'file-added', subjectId: uuidv7(), notify: 'file-waiting' } as const;
    const { made: other, findChanged } = await watchRows(database, async () => {
      const company = await openCompany(db);
      await company.tell(file);
      await company.tell({ kind: 'message-sent' }, company.runa);
      return company;
    });
    expect(await one.waitingOf(one.runa)).toEqual([]);
    expect(await one.mailsOf(one.runa)).toEqual([]);
    await one.tell(message);
    await one.tell({ kind: 'message-sent' }, one.runa);
    const settled = { clientId: one.runa.clientId, subjectIds: [file.subjectId] };
    await db.transaction((tx) => settleNotifications(tx, testNow, 'approval', settled));
    expect(await clearNotifications(db, services, one.runa, 'all')).toEqual({ ok: true, cleared: 1 });
    expect(await recordPageView(db, testNow, one.runa)).toBe(4);
    await recordStreamOpened(db, testNow, one.runa.id);
    await recordStreamsOpen(db, testNow, [one.runa.id]);
    expect(await findChanged()).toEqual([]);
    const looking = await db.select().from(people).where(isNotNull(people.lookedAt));
    expect(looking.map(({ id }) => id)).toEqual([one.runa.id]);
    const { clientId } = other.runa;
    expect(await listLatestEvents(db, [clientId])).toEqual([{ id: clientId, seq: 3 }]);
    expect(await readEvents(db, clientId, 1)).toMatchObject({
      latest: 3,
      events: [
        { seq: 2, kind: 'file-added' },
        { seq: 3, kind: 'message-sent' },
      ],
    });
    await expect(recordPageView(db, testNow, { ...one.runa, clientId })).rejects.toThrow(
      'There is no person',
    );
  });

  test('get no news once they were erased', async () => {
    const { db } = await open();
    const { runa, tell } = await openCompany(db);
    await db.update(clients).set({ erasedAt: testNow }).where(eq(clients.id, runa.clientId));
    await expect(tell(message)).rejects.toThrow('There is no client');
  });

  test('are told nothing of what happened before they came', async () => {
    const { db } = await open();
    const { runa, lina, tell, waitingOf } = await openCompany(db);
    await tell(message);
    const later = new Date(testNow.getTime() + 60_000);
    await db.update(people).set({ createdAt: later }).where(eq(people.id, lina.id));
    expect(await waitingOf(lina)).toEqual([]);
    expect(await waitingOf(runa)).toEqual(['message-received']);
  });
});

test('every kind about an invoice is known as one', () => {
  expect(invoiceNotificationKinds.toSorted()).toEqual([
    'invoice-issued',
    'invoice-overdue',
    'payment-missing',
    'payment-received',
  ]);
  expect([...invoiceChangeKinds].toSorted()).toEqual([
    'invoice-confirmed',
    'invoice-credited',
    'invoice-issued',
    'invoice-overdue',
    'invoice-paid',
    'invoice-reopened',
    'invoice-reported',
    'invoice-voided',
    'invoice-withdrawn',
    'payment-missing',
    'payment-recorded',
    'payment-refunded',
    'payment-written-off',
  ]);
});
