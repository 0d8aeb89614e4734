import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import {
  endSession,
  openSession,
  type ClientPerson,
  type Person,
} from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { announce } from '../announce.ts';
import { clientEvents } from './client-event.table.ts';
import type { EventHub } from './event-hub.ts';
import { makeSubscriber, startHub } from './subscriber.fixture.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { pruneEvents } from './client-events.ts';

const now = () => testNow;
const later = (ms: number) => new Date(testNow.getTime() + ms);

/** Writes an event of a client in a transaction of its own, as the team does. */
function write(db: Db, clientId: string, team: Person, at = testNow) {
  const change = { kind: 'milestone-added', clientId, projectId: null, subjectId: uuidv7() } as const;
  return db.transaction((tx) => announce(tx, testServices(at), team, change));
}

async function signIn(db: Db, person: Person): Promise<string> {
  await openSession(db, testNow, person, 'a browser');
  const [newest] = await db.select().from(sessions).where(eq(sessions.personId, person.id));
  if (!newest) throw new Error('no session');
  return newest.id;
}

function subscribe(hub: EventHub, person: ClientPerson, sessionId: string, after: number | null) {
  const made = makeSubscriber(person, sessionId, after);
  const outcome = hub.subscribe(made.subscriber);
  if (!outcome.ok) throw new Error(outcome.reason);
  made.onEnd(outcome.unsubscribe);
  return { ...made, close: outcome.unsubscribe };
}

/** A session can open this many streams more, and then none. */
function expectRoomFor(hub: EventHub, person: ClientPerson, sessionId: string, count: number): void {
  const open = () => hub.subscribe(makeSubscriber(person, sessionId, null).subscriber).ok;
  expect(upTo(count + 1).map(open)).toEqual([...Array<boolean>(count).fill(true), false]);
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describeOnEachDatabase('a stream of events', (open) => {
  test('sends every event once and in order, however often it breaks while twenty writers commit', async () => {
    const database = await open();
    const { db } = database;
    const { client, team } = await makeTestProject(db);
    const hub = await startHub(database, now);
    const session = await signIn(db, client);
    const steady = subscribe(hub, client, session, 0);
    const seen: number[] = [];
    let broken = subscribe(hub, client, session, 0);
    const breakAndReturn = () => {
      broken.close();
      seen.push(...broken.numbers());
      broken = subscribe(hub, client, session, seen.at(-1) ?? 0);
    };
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let n = 0; n < 5; n++) {
          await write(db, client.clientId, team);
          if ((writer + n) % 3 === 0) breakAndReturn();
        }
      }),
    );
    await steady.untilNumber(101);
    // What came back last of all may have had everything before.
    if (seen.at(-1) !== 101) await broken.untilNumber(101);
    seen.push(...broken.numbers());
    expect(steady.numbers()).toEqual(upTo(101));
    expect(seen).toEqual(upTo(101));
    expect(steady.text()).not.toContain('reset');
  });

  test('sends nothing of other clients, and begins with what happens next where no number is given', async () => {
    const database = await open();
    const { client, team } = await makeTestProject(database.db);
    const other = await makePerson(database.db, 'client', 'Osric Vane');
    const hub = await startHub(database, now);
    const session = await signIn(database.db, client);
    const fromNow = subscribe(hub, client, session, null);
    const fromStart = subscribe(hub, client, session, 0);
    // Both are served together: from here on it is known where the other one begins.
    await fromStart.untilNumber(1);
    const others = subscribe(hub, other, await signIn(database.db, other), 0);
    await write(database.db, other.clientId, team);
    await others.untilNumber(1);
    await write(database.db, client.clientId, team);
    await fromNow.untilNumber(2);
    expect(fromNow.numbers()).toEqual([2]);
    expect(others.numbers()).toEqual([1]);
    expect(others.text()).toContain('data: {"kind":"milestone-added","projectId":null}\n\n');
  });

  test('shares one read of the database with the other streams of its client', async () => {
    const database = await open();
    const { client, team } = await makeTestProject(database.db);
    let reads = 0;
    const db = new Proxy(database.db, {
      get(target, property) {
        if (property === 'select') reads += 1;
        return Reflect.get(target, property, target) as unknown;
      },
    });
    const hub = await startHub({ ...database, db }, now);
    const session = await signIn(database.db, client);
    const streams = upTo(12).map(() => subscribe(hub, client, session, 1));
    await write(database.db, client.clientId, team);
    await Promise.all(streams.map(({ untilNumber }) => untilNumber(2)));
    reads = 0;
    await write(database.db, client.clientId, team);
    await Promise.all(streams.map(({ untilNumber }) => untilNumber(3)));
    // Once for this event, and at most once more where the database told late of the one before.
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(2);
  });

  test('is reset once where its next event was deleted or its number was never given', async () => {
    const database = await open();
    const { db } = database;
    const { client, team } = await makeTestProject(db);
    for (const days of [40, 31, 2]) await write(db, client.clientId, team, later(-days * 24 * hourMs));
    await db
      .update(clientEvents)
      .set({ at: later(-50 * 24 * hourMs) })
      .where(eq(clientEvents.seq, 1));
    await pruneEvents(db, testNow);
    const hub = await startHub(database, now);
    const session = await signIn(db, client);
    const lost = [1, 99].map((after) => subscribe(hub, client, session, after));
    const kept = subscribe(hub, client, session, 3);
    await Promise.all(lost.map(({ untilText }) => untilText('id: 4\nevent: reset\n')));
    await write(db, client.clientId, team);
    await Promise.all([...lost, kept].map(({ untilNumber }) => untilNumber(5)));
    for (const { numbers, text } of lost) {
      expect(numbers()).toEqual([5]);
      expect(text().match(/reset/g)).toHaveLength(1);
    }
    expect(kept.numbers()).toEqual([4, 5]);
    await db.delete(clientEvents);
    const late = subscribe(hub, client, session, 2);
    await late.untilText('id: 5\nevent: reset\n');
    expect(late.text().match(/reset/g)).toHaveLength(1);
  });

  test('ends at once when its session ends, and streams of other sessions stay open', async () => {
    const database = await open();
    const { client } = await makeTestProject(database.db);
    const other = await makePerson(database.db, 'client', 'Osric Vane');
    const hub = await startHub(database, now);
    const session = await signIn(database.db, client);
    const streams = [1, 2].map(() => subscribe(hub, client, session, null));
    const others = subscribe(hub, other, await signIn(database.db, other), null);
    await database.db.transaction((tx) => endSession(tx, client.id, session));
    await Promise.all(streams.map(({ untilEnd }) => untilEnd()));
    expect(others.isEnded()).toBe(false);
    expectRoomFor(hub, client, session, 20);
  });

  test('ends at a heartbeat once its session expired or its person was disabled; an open stream does not prolong a session', async () => {
    const database = await open();
    const { db } = database;
    const { client } = await makeTestProject(db);
    let time = testNow;
    const hub = await startHub(database, () => time, 20);
    const disabled = await makePerson(db, 'client', 'Osric Vane');
    const session = await signIn(db, client);
    const idle = subscribe(hub, client, session, null);
    const ofDisabled = subscribe(hub, disabled, await signIn(db, disabled), null);
    await Promise.all([idle.untilBeats(1), ofDisabled.untilBeats(1)]);
    await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, disabled.id));
    await ofDisabled.untilEnd();
    expect(idle.isEnded()).toBe(false);
    const [row] = await db.select().from(sessions).where(eq(sessions.id, session));
    expect(row?.seenAt).toEqual(testNow);
    time = later(31 * 24 * hourMs);
    await idle.untilEnd();
  });

  test('records the visit of its client when it opens and at every heartbeat', async () => {
    const database = await open();
    const { client } = await makeTestProject(database.db);
    let time = testNow;
    const hub = await startHub(database, () => time, 20);
    const lookedAt = async () =>
      (await database.db.select().from(people).where(eq(people.id, client.id)))[0]?.lookedAt;
    const session = await signIn(database.db, client);
    const stream = subscribe(hub, client, session, null);
    await stream.untilBeats(1);
    expect(await lookedAt()).toEqual(testNow);
    time = later(20_000);
    // Beats that were under way had the earlier time.
    while ((await lookedAt())?.getTime() !== time.getTime()) await stream.untilBeats(1);
    stream.close();
    const sent = stream.text();
    await subscribe(hub, client, session, null).untilBeats(2);
    expect(stream.text()).toBe(sent);
    expectRoomFor(hub, client, session, 19);
  });

  test('is refused beyond twenty of a session, and once the server stops', async () => {
    const database = await open();
    const { client } = await makeTestProject(database.db);
    const hub = await startHub(database, now);
    const session = await signIn(database.db, client);
    const streams = upTo(20).map(() => subscribe(hub, client, session, null));
    const more = () => hub.subscribe(makeSubscriber(client, session, null).subscriber);
    expect(more()).toEqual({ ok: false, reason: 'too-many' });
    streams[0]?.close();
    expect(more().ok).toBe(true);
    hub.dispose();
    expect(streams.slice(1).every(({ isEnded }) => isEnded())).toBe(true);
    expect(more()).toEqual({ ok: false, reason: 'stopping' });
  });
});
