import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addPerson, visit } from '#src/features/accounts/people/account.fixture.ts';
import {
  countSessions,
  endSession,
  endSessionOfToken,
  endSessionsOf,
  listAliveSessions,
  listSessions,
  openSession,
  pruneSessions,
  restartStreamsOf,
  sessionEndedChannel,
} from './session.ts';
import { findRequestSession, sessionCookiesOf } from './session-cookie.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from './session.table.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const hours = (count: number) => count * 60;
const days = (count: number) => hours(24 * count);

describeOnEachDatabase('a session', (open) => {
  test('of a client ends after 30 days without a request, and after 180 days in any case', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { token, maxAgeSeconds } = await openSession(db, now, person, '');
    expect(maxAgeSeconds).toBe(180 * 86_400);
    expect(await visit(db, after(days(30)), token)).toBeNull();
    expect(await visit(db, after(days(30) - 1), token)).not.toBeNull();
    expect(await visit(db, after(days(60) - 2), token)).not.toBeNull();
    for (let day = 60; day < 180; day += 29) expect(await visit(db, after(days(day)), token)).not.toBeNull();
    expect(await visit(db, after(days(180) - 1), token)).not.toBeNull();
    expect(await visit(db, after(days(180)), token)).toBeNull();
  });

  test('of a client is listed, counted and can be ended as long as it lives, and is deleted after that', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { token } = await openSession(db, now, person, 'rested');
    const other = await openSession(db, after(days(20)), person, 'used');
    const seenAt = async (day: number) => {
      const listed = await listSessions(db, after(days(day)), person.id);
      const counted = await countSessions(db, after(days(day)), [person.id, other.sessionId]);
      expect([...counted]).toEqual([[person.id, listed.length]]);
      await pruneSessions(db, after(days(day)));
      expect(await db.$count(sessions)).toBe(listed.length);
      return listed.map(({ userAgent }) => userAgent);
    };
    expect(await seenAt(29)).toEqual(['used', 'rested']);
    expect(await seenAt(30)).toEqual(['used']);
    expect(await visit(db, after(days(30)), token)).toBeNull();
    const [used] = await listSessions(db, after(days(30)), person.id);
    expect(await endSession(db, person.id, used?.id ?? '')).toBe(true);
    expect(await visit(db, after(days(30)), other.token)).toBeNull();
  });

  test('is found even if the database has no room to record its use', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { token } = await openSession(db, now, person, '');
    let known: string | undefined;
    const visiting = db.transaction(
      async (tx) => {
        known = (await visit(tx, after(days(1)), token))?.person.id;
      },
      { accessMode: 'read only' },
    );
    // The transaction is lost with its note.
    await visiting.catch(() => undefined);
    expect(known).toBe(person.id);
  });

  test('is not prolonged by requests that an open page makes by itself', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'team', now);
    const { token } = await openSession(db, now, person, '');
    const askAt = (minutes: number, headers: Record<string, string> = {}) => {
      const cookie = sessionCookiesOf(token, 60, false)[0]?.split(';', 1)[0] ?? '';
      const request = new Request('http://studio.example/desk', { headers: { cookie, ...headers } });
      const config = { publicUrl: null, teamPasskeys: 'offered' } as const;
      const client = { address: '192.0.2.1', isHttps: false };
      return findRequestSession(request, client, { config, db, clock: { now: () => after(minutes) } });
    };
    for (const headers of [{ 'x-refresh': 'live' }, { accept: 'text/event-stream' }])
      expect(await askAt(20, headers)).not.toBeNull();
    expect(await askAt(29)).not.toBeNull();
    expect(await askAt(58, { 'x-refresh': 'live' })).not.toBeNull();
    expect(await askAt(58, { accept: 'text/event-stream' })).not.toBeNull();
    expect(await askAt(59)).toBeNull();
  });

  test('of the team ends after 30 minutes without a request, and after 8 hours in any case', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'team', now);
    const { token } = await openSession(db, now, person, '');
    expect(await visit(db, after(30), token)).toBeNull();
    for (let at = 0; at < hours(8); at += 29) expect(await visit(db, after(at), token)).not.toBeNull();
    expect(await visit(db, after(hours(8)), token)).toBeNull();
  });

  test('ends when its person is disabled or gets another role', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { sessionId, token } = await openSession(db, now, person, '');
    const set = (change: Partial<typeof people.$inferInsert>) =>
      db.update(people).set(change).where(eq(people.id, person.id));
    expect(await visit(db, now, token)).toEqual({
      id: sessionId,
      person: {
        id: person.id,
        role: 'client',
        clientId: person.clientId,
        permission: 'approve',
        name: person.name,
        email: person.email,
      },
      isComplete: true,
      isRecent: true,
    });
    await set({ disabledAt: now });
    expect(await visit(db, now, token)).toBeNull();
    await set({ disabledAt: null, role: 'team', clientId: null, permission: null });
    expect(await visit(db, now, token)).toBeNull();
  });

  test.each(['client', 'team'] as const)('of the %s is found as its own person’s only', async (role) => {
    const { db } = await open();
    const [runa, noor] = [await addPerson(db, role, now), await addPerson(db, role, now)];
    const [hers, other] = [
      await openSession(db, now, runa, 'hers'),
      await openSession(db, now, noor, 'other'),
    ];
    expect((await visit(db, now, hers.token))?.person.id).toBe(runa.id);
    expect((await visit(db, now, other.token))?.person.id).toBe(noor.id);
    expect(await listSessions(db, now, noor.id)).toMatchObject([{ userAgent: 'other' }]);
    expect([...(await countSessions(db, now, [noor.id]))]).toEqual([[noor.id, 1]]);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, noor.id));
    expect(await visit(db, now, other.token)).toBeNull();
    expect((await visit(db, now, hers.token))?.person.id).toBe(runa.id);
    const ids = [hers.sessionId, other.sessionId];
    expect(await listAliveSessions(db, now, ids)).toEqual(new Set([hers.sessionId]));
    expect(await endSessionsOf(db, noor.id)).toBe(1);
    expect(await visit(db, now, hers.token)).not.toBeNull();
  });

  test('stores no more of the browser’s description than is shown', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    await openSession(db, now, person, `${'x'.repeat(300)}y`);
    expect(await listSessions(db, now, person.id)).toMatchObject([{ userAgent: 'x'.repeat(300) }]);
  });

  test('keeps its streams open while its person may sign in, and checking that does not prolong it', async () => {
    const { db } = await open();
    const [runa, ada] = [await addPerson(db, 'client', now), await addPerson(db, 'team', now)];
    const [client, team] = [await openSession(db, now, runa, ''), await openSession(db, now, ada, '')];
    const ids = [client.sessionId, team.sessionId];
    expect(await listAliveSessions(db, after(29), ids)).toEqual(new Set(ids));
    expect(await listAliveSessions(db, after(29), [client.sessionId])).toEqual(new Set([client.sessionId]));
    expect(await listAliveSessions(db, after(30), ids)).toEqual(new Set([client.sessionId]));
    expect(await listAliveSessions(db, now, [])).toEqual(new Set());
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, runa.id));
    expect(await listAliveSessions(db, after(29), ids)).toEqual(new Set([team.sessionId]));
  });

  test('closes its open streams when it ends, and restarts them when its person’s rights change; other people’s streams stay', async () => {
    const { db, listen } = await open();
    const [runa, noor] = [await addPerson(db, 'client', now), await addPerson(db, 'client', now)];
    const own = [await openSession(db, now, runa, ''), await openSession(db, now, runa, '')];
    const other = await openSession(db, now, noor, '');
    const told: string[] = [];
    await listen(sessionEndedChannel, { onPayload: (id) => void told.push(id), onGap: () => undefined });
    await restartStreamsOf(db, runa.id);
    const ids = own.map(({ sessionId }) => sessionId).toSorted();
    await expect.poll(() => told.toSorted()).toEqual(ids);
    expect(await visit(db, now, own[0]?.token ?? ''), 'still signed in').not.toBeNull();
    await endSessionOfToken(db, other.token);
    await expect.poll(() => told.slice(2)).toEqual([other.sessionId]);
  });

  test('is found only by its token, which is stored as a hash', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { token } = await openSession(db, now, person, '');
    const [kept] = await db.select().from(sessions);
    expect(JSON.stringify(kept)).not.toContain(token);
    for (const guess of ['', token.slice(1), `${token}x`, kept?.tokenHash ?? '', kept?.id ?? ''])
      expect(await visit(db, now, guess)).toBeNull();
  });

  test('can be ended only by its own person, alone or with all their others', async () => {
    const { db } = await open();
    const [runa, noor] = [await addPerson(db, 'client', now), await addPerson(db, 'client', now)];
    const { token } = await openSession(db, now, runa, 'here');
    await openSession(db, now, runa, 'there');
    await openSession(db, now, runa, 'elsewhere');
    const [foreign] = await listSessions(db, now, runa.id);
    expect(await endSession(db, noor.id, foreign?.id ?? '')).toBe(false);
    const here = await visit(db, now, token);
    expect(await endSessionsOf(db, runa.id, here?.id)).toBe(2);
    expect(await listSessions(db, now, runa.id)).toMatchObject([{ userAgent: 'here' }]);
    expect(await endSession(db, runa.id, here?.id ?? '')).toBe(true);
    expect(await visit(db, now, token)).toBeNull();
  });

  test('of the team is complete only with the member’s passkey, or the one that everyone needs', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'team', now);
    const { token } = await openSession(db, now, person, '');
    const isComplete = async (rule: 'offered' | 'required') =>
      (await visit(db, now, token, { rule }))?.isComplete;
    expect([await isComplete('offered'), await isComplete('required')]).toEqual([true, false]);
    const passkey = { personId: person.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    await db.insert(passkeys).values({ id: 'key', ...passkey, name: 'Key', createdAt: now });
    expect(await isComplete('offered')).toBe(false);
    const colleague = await openSession(db, now, await addPerson(db, 'team', now), '');
    expect((await visit(db, now, colleague.token))?.isComplete, 'who has none').toBe(true);
    await db.update(sessions).set({ confirmedAt: now });
    expect([await isComplete('offered'), await isComplete('required')]).toEqual([true, true]);
    const client = await addPerson(db, 'client', now);
    const { token: clients } = await openSession(db, now, client, '');
    expect((await visit(db, now, clients, { rule: 'required' }))?.isComplete).toBe(true);
  });
});
