import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import {
  addPerson,
  issueTo,
  testSecret,
  untold,
  visit,
} from '#src/features/accounts/people/account.fixture.ts';
import type { Role } from '#src/features/accounts/people/person.table.ts';
import { signInWithCode, signInWithLink } from '#src/features/accounts/sign-in/sign-in.ts';
import { securityLog } from '#src/features/accounts/security-log/security-log.table.ts';
import { disableMember } from '#src/features/accounts/team/team.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { listSessions, pruneSessions } from './session.ts';
import { sessions } from './session.table.ts';
import { endTrust, findTrustedDays, mostTrustedDays, setTrustedDays } from './trusted-devices.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const days = (count: number) => 24 * count;
const sender = { userAgent: 'Firefox', network: '192.0.2.1' };
const browser = { ...sender, oldToken: null, knownToken: null };

/** Signs a new person in with a link, or a code, on a device that they trust or not. */
async function signIn(db: Db, role: Role, { isTrusted = true, how = 'link' } = {}) {
  const person = await addPerson(db, role, now);
  const { token, code } = await issueTo(db, person.emailKey, now);
  const entering = { browser, isTrusted, telling: untold };
  const typed = { emailKey: person.emailKey, code, secret: testSecret, from: '192.0.2.1', ...entering };
  const signedIn =
    how === 'link'
      ? await signInWithLink(db, now, { token, ...entering })
      : await signInWithCode(db, now, typed);
  if (!signedIn) throw new Error('not signed in');
  return { person, ...signedIn };
}

describeOnEachDatabase('on a trusted device', (open) => {
  test.each(['link', 'code'])('a team member stays signed in for 14 days without use, by %s', async (how) => {
    const { db } = await open();
    const { person, token, maxAgeSeconds } = await signIn(db, 'team', { how });
    expect(maxAgeSeconds).toBe(14 * 86_400);
    await pruneSessions(db, after(days(13)));
    expect(await visit(db, after(days(14) - 1), token)).toMatchObject({ isComplete: true, isRecent: false });
    expect(await listSessions(db, after(days(13)), person.id)).toMatchObject([
      { trustedUntil: after(days(14)) },
    ]);
    expect(await visit(db, after(days(14)), token)).toBeNull();
    const log = await db.select().from(securityLog).where(eq(securityLog.personId, person.id));
    expect(log.map(({ kind }) => kind)).toContain('device-trusted');
  });

  test('a client’s session and one that is not trusted last as long as before', async () => {
    const { db } = await open();
    const client = await signIn(db, 'client');
    expect(client.maxAgeSeconds).toBe(180 * 86_400);
    expect(await visit(db, after(days(30)), client.token)).toBeNull();
    const member = await signIn(db, 'team', { isTrusted: false });
    expect(member.maxAgeSeconds).toBe(8 * 3600);
    expect(await visit(db, after(0.5), member.token)).toBeNull();
    const log = await db.select().from(securityLog);
    expect(log.map(({ kind }) => kind)).not.toContain('device-trusted');
  });

  test('a session ends at once when its member is removed', async () => {
    const { db } = await open();
    const [ada, tomas] = [await signIn(db, 'team'), await signIn(db, 'team')];
    expect(await disableMember(db, now, ada.person, tomas.person.id)).toMatchObject({ ok: true });
    expect(await visit(db, now, tomas.token)).toBeNull();
    expect(await visit(db, now, ada.token)).not.toBeNull();
  });

  test('the trust can be ended by its owner alone; the session then lasts as long as any other', async () => {
    const { db } = await open();
    const [ada, tomas] = [await signIn(db, 'team'), await signIn(db, 'team')];
    const end = (personId: string) => endTrust(db, now, sender, { personId, sessionId: ada.sessionId });
    expect(await end(tomas.person.id)).toBe(false);
    expect(await end(ada.person.id)).toBe(true);
    expect(await end(ada.person.id)).toBe(false);
    expect(await visit(db, after(0.4), ada.token)).not.toBeNull();
    expect(await visit(db, after(1), ada.token)).toBeNull();
    expect(await visit(db, after(1), tomas.token)).not.toBeNull();
    const log = await db.select().from(securityLog).where(eq(securityLog.personId, ada.person.id));
    expect(log.map(({ kind }) => kind)).toContain('device-untrusted');
  });

  test('the studio sets for how long, also for devices that are trusted already, or turns it off', async () => {
    const { db } = await open();
    expect(await findTrustedDays(db)).toBe(14);
    const early = await signIn(db, 'team');
    await setTrustedDays(db, now, early.person, 3);
    await setTrustedDays(db, now, early.person, 3);
    expect(await db.$count(activity, eq(activity.kind, 'trusted-days-set'))).toBe(1);
    expect(await visit(db, after(days(3) - 1), early.token)).not.toBeNull();
    expect(await visit(db, after(days(3)), early.token)).toBeNull();
    await setTrustedDays(db, now, early.person, mostTrustedDays);
    const long = await signIn(db, 'team');
    expect(await visit(db, after(days(3)), early.token), 'not prolonged').toBeNull();
    expect(await visit(db, after(days(30) - 1), long.token)).not.toBeNull();
    await setTrustedDays(db, now, early.person, 0);
    expect(await visit(db, after(8), long.token)).toBeNull();
    const late = await signIn(db, 'team');
    expect(late.maxAgeSeconds).toBe(8 * 3600);
    expect(await db.$count(sessions, eq(sessions.id, late.sessionId))).toBe(1);
  });
});
