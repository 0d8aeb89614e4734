import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { endSession, openSession } from '#src/features/accounts/sessions/sessions.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { announce } from '#src/features/notices/announce.ts';
import { clientEvents } from './client-event.table.ts';
import type { EventHub } from './event-hub.ts';
import { makeReader, startHub } from './event-reader.fixture.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import { pruneEvents } from './read-events.ts';

const now = () => testNow;
const later = (ms: number) => new Date(testNow.getTime() + ms);
const hourMs = 3_600_000;

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

function follow(hub: EventHub, clientId: string, sessionId: string, after: number | null) {
  const made = makeReader(clientId, sessionId, after);
  const opened = hub.open(made.reader);
  if (!opened.ok) throw new Error(opened.reason);
  made.onClose(opened.close);
  return { ...made, close: opened.close };
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describeOnEachDatabase('a stream of events', (open) => {
  test('brings every event once and in order, however often it breaks while twenty writers commit', async () => {
    const database = await open();
    const { db } = database;
    const { client, team } = await makeTestProject(db);
    const hub = await startHub(database, now);
    const session = await signIn(db, client);
    const steady = follow(hub, client.id, session, 0);
    const seen: number[] = [];
    let broken = follow(hub, client.id, session, 0);
    const breakAndReturn = () => {
      broken.close();
      seen.push(...broken.numbers());
      broken = follow(hub, client.id, session, seen.at(-1) ?? 0);
    };
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let n = 0; n < 5; n++) {
          await write(db, client.id, team);
          if ((writer + n) % 3 === 0) breakAndReturn();
        }
      }),
    );
    await Promise.all([steady.untilNumber(101), broken.untilNumber(101)]);
    seen.push(...broken.numbers());
    expect(steady.numbers()).toEqual(upTo(101));
    expect(seen).toEqual(upTo(101));
    expect(steady.text()).not.toContain('reset');
  });

  test('brings nothing of other clients, and begins with the present where no number is given', async () => {
    const database = await open();
    const { client, team } = await makeTestProject(database.db);
    const other = await makePerson(database.db, 'client', 'Osric Vane');
    const hub = await startHub(database, now);
    const fromNow = follow(hub, client.id, await signIn(database.db, client), null);
    const others = follow(hub, other.id, await signIn(database.db, other), 0);
    await write(database.db, other.id, team);
    await others.untilNumber(1);
    await write(database.db, client.id, team);
    await fromNow.untilNumber(2);
    expect(fromNow.numbers()).toEqual([2]);
    expect(others.numbers()).toEqual([1]);
    expect(others.text()).toContain('data: {"kind":"milestone-added","projectId":null}\n\n');
  });

  test('reads the database once for all streams of a client', async () => {
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
    const streams = upTo(12).map(() => follow(hub, client.id, session, 1));
    await write(database.db, client.id, team);
    await Promise.all(streams.map(({ untilNumber }) => untilNumber(2)));
    reads = 0;
    await write(database.db, client.id, team);
    await Promise.all(streams.map(({ untilNumber }) => untilNumber(3)));
    // Once for this event, and at most once more where the notice of the one before came late.
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(2);
  });

  test('older than what is kept, or ahead of it, is told to start anew, once', async () => {
    const database = await open();
    const { db } = database;
    const { client, team } = await makeTestProject(db);
    for (const days of [40, 31, 2]) await write(db, client.id, team, later(-days * 24 * hourMs));
    await db
      .update(clientEvents)
      .set({ at: later(-50 * 24 * hourMs) })
      .where(eq(clientEvents.seq, 1));
    await pruneEvents(db, testNow);
    const hub = await startHub(database, now);
    const session = await signIn(db, client);
    const lost = [1, 99].map((after) => follow(hub, client.id, session, after));
    const kept = follow(hub, client.id, session, 3);
    await Promise.all(lost.map(({ untilText }) => untilText('id: 4\nevent: reset\n')));
    await write(db, client.id, team);
    await Promise.all([...lost, kept].map(({ untilNumber }) => untilNumber(5)));
    for (const { numbers, text } of lost) {
      expect(numbers()).toEqual([5]);
      expect(text().match(/reset/g)).toHaveLength(1);
    }
    expect(kept.numbers()).toEqual([4, 5]);
    await db.delete(clientEvents);
    const late = follow(hub, client.id, session, 2);
    await late.untilText('id: 5\nevent: reset\n');
    expect(late.text().match(/reset/g)).toHaveLength(1);
  });

  test('ends at once with its session, and leaves those of others open', async () => {
    const database = await open();
    const { client } = await makeTestProject(database.db);
    const other = await makePerson(database.db, 'client', 'Osric Vane');
    const hub = await startHub(database, now);
    const session = await signIn(database.db, client);
    const streams = [1, 2].map(() => follow(hub, client.id, session, null));
    const others = follow(hub, other.id, await signIn(database.db, other), null);
    await database.db.transaction((tx) => endSession(tx, client.id, session));
    await Promise.all(streams.map(({ untilEnd }) => untilEnd()));
    expect(others.isEnded()).toBe(false);
    expect(hub.count()).toBe(1);
  });

  test('ends with a heartbeat once nobody may use its session any more; to read is no activity', async () => {
    const database = await open();
    const { db } = database;
    const { client } = await makeTestProject(db);
    let time = testNow;
    const hub = await startHub(database, () => time, 20);
    const disabled = await makePerson(db, 'client', 'Osric Vane');
    const session = await signIn(db, client);
    const idle = follow(hub, client.id, session, null);
    const ofDisabled = follow(hub, disabled.id, await signIn(db, disabled), null);
    await Promise.all([idle.untilBeats(1), ofDisabled.untilBeats(1)]);
    await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, disabled.id));
    await ofDisabled.untilEnd();
    expect(idle.isEnded()).toBe(false);
    const [row] = await db.select().from(sessions).where(eq(sessions.id, session));
    expect(row?.seenAt).toEqual(testNow);
    time = later(25 * hourMs);
    await idle.untilEnd();
  });

  test('keeps its client present from the start and with every heartbeat', async () => {
    const database = await open();
    const { client } = await makeTestProject(database.db);
    let time = testNow;
    const hub = await startHub(database, () => time, 20);
    const lookedAt = async () =>
      (await database.db.select().from(people).where(eq(people.id, client.id)))[0]?.lookedAt;
    const stream = follow(hub, client.id, await signIn(database.db, client), null);
    await stream.untilBeats(1);
    expect(await lookedAt()).toEqual(testNow);
    time = later(20_000);
    // The beat that may be under way, and one that began after it.
    await stream.untilBeats(3);
    expect(await lookedAt()).toEqual(time);
    stream.close();
    expect(hub.count()).toBe(0);
  });

  test('is one of at most twenty of its session, and of none when the server stops', async () => {
    const database = await open();
    const { client } = await makeTestProject(database.db);
    const hub = await startHub(database, now);
    const session = await signIn(database.db, client);
    const streams = upTo(20).map(() => follow(hub, client.id, session, null));
    const more = () => hub.open(makeReader(client.id, session, null).reader);
    expect(more()).toEqual({ ok: false, reason: 'too-many' });
    streams[0]?.close();
    expect(more().ok).toBe(true);
    hub.dispose();
    expect(streams.slice(1).every(({ isEnded }) => isEnded())).toBe(true);
    expect(more()).toEqual({ ok: false, reason: 'stopping' });
  });
});
