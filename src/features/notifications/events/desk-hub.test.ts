import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test, vi } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { endSession, openSession, type Person } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { announce } from '../announce.ts';
import { outbox } from '../outbox/outbox.table.ts';
import { makeTestProject, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Database, Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { createDeskHub } from './desk-hub.ts';
import { makeSubscriber } from './subscriber.fixture.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function signIn(db: Db, person: Person): Promise<string> {
  await openSession(db, testNow, person, 'a browser');
  const [newest] = await db.select().from(sessions).where(eq(sessions.personId, person.id));
  if (!newest) throw new Error('no session');
  return newest.id;
}

/** A desk with somebody of the team who is signed in, and a hub whose clock is set by hand. */
async function openDesk(database: Database, times: { heartbeatMs?: number; clocksApartMs?: number } = {}) {
  const made = await makeTestProject(database.db);
  const clock = { at: testNow, now: () => clock.at };
  const hub = await createDeskHub({ database, clock, log, gatherMs: 5, ...times });
  onTestFinished(() => hub.dispose());
  const sessionId = await signIn(database.db, made.team);
  const open = (after: number | null = testNow.getTime()) => {
    const page = makeSubscriber(made.client, sessionId, after);
    const outcome = hub.subscribe(page.subscriber);
    if (outcome.ok) page.onEnd(outcome.unsubscribe);
    return { ...page, outcome };
  };
  const wait = (ms: number) => void (clock.at = new Date(testNow.getTime() + ms));
  return { ...made, hub, sessionId, open, wait };
}

describeOnEachDatabase('the stream of the desk', (openDatabase) => {
  test('notifies every page of a form, of a client’s change and of a failed email, once it is committed', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { client, projectId, open, wait } = await openDesk(database);
    wait(minuteMs);
    const pages = [open(), open()];
    const untilTold = (kind: string) => Promise.all(pages.map((page) => page.untilText(`"kind":"${kind}"`)));
    await submitLead(db, submissionOf(), rulesOf());
    await untilTold('lead-received');
    const about = { clientId: client.clientId, projectId, subjectId: uuidv7() };
    const undone = db.transaction(async (tx) => {
      await announce(tx, testServices(), client, { kind: 'invoice-paid', ...about });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await db.transaction((tx) => announce(tx, testServices(), client, { kind: 'message-sent', ...about }));
    await untilTold('message-sent');
    await db.update(outbox).set({ state: 'failed' });
    await untilTold('mail-failed');
    for (const page of pages) expect(page.text()).not.toContain('invoice-paid');
    // Nobody's words, names or ids leave with it.
    expect(pages[0]?.text()).not.toContain(client.id);
  });

  test('lets a page fetch itself again that was begun before the latest change, and no other', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { open, wait } = await openDesk(database);
    const watching = open();
    wait(minuteMs);
    await submitLead(db, submissionOf(), rulesOf());
    await watching.untilText('lead-received');
    const latest = testNow.getTime() + minuteMs;
    for (const after of [latest - 1, latest]) expect(open(after).text(), 'begun before').toContain('reset');
    expect(open(latest + 2).text(), 'begun later').not.toContain('reset');
    expect(open(null).text()).not.toContain('reset');
  });

  test('counts a page as begun before where another process may have made it', async () => {
    const database = await openDatabase();
    const { open } = await openDesk(database, { clocksApartMs: 2000 });
    expect(open(testNow.getTime() + 1999).text()).toContain('reset');
    expect(open(testNow.getTime() + 2002).text()).not.toContain('reset');
  });

  test('records that the desk is open in its session', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { sessionId, open: openPage, wait } = await openDesk(database, { heartbeatMs: 20 });
    const openedAt = async () => {
      const [row] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
      return row?.deskOpenAt?.getTime() ?? null;
    };
    expect(await openedAt()).toBeNull();
    const page = openPage();
    await vi.waitFor(async () => expect(await openedAt()).toBe(testNow.getTime()), 60_000);
    wait(minuteMs);
    await vi.waitFor(async () => expect(await openedAt()).toBe(testNow.getTime() + minuteMs), 60_000);
    expect(page.isEnded()).toBe(false);
  });

  test('ends with its session, and at a heartbeat once its person was disabled', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { team, sessionId, open } = await openDesk(database, { heartbeatMs: 20 });
    const ended = open();
    await ended.untilBeats(1);
    await endSession(db, team.id, sessionId);
    await ended.untilEnd();
    const other = await signIn(db, team);
    await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, team.id));
    expect(other).not.toBe(sessionId);
    const disabled = open();
    await disabled.untilEnd();
  });

  test('is refused beyond twenty for a session, and once the server stops', async () => {
    const database = await openDatabase();
    const { hub, open } = await openDesk(database);
    const pages = Array.from({ length: 21 }, () => open());
    expect(pages.map(({ outcome }) => outcome.ok)).toEqual([...Array<boolean>(20).fill(true), false]);
    hub.dispose();
    expect(pages.slice(0, 20).every((page) => page.isEnded())).toBe(true);
    expect(open().outcome).toEqual({ ok: false, reason: 'stopping' });
  });
});
