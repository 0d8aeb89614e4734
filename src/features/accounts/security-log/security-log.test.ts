import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mailKindsOf } from '#src/composition.ts';
import { addPerson, issueTo } from '#src/features/accounts/people/account.fixture.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { signInWithLink } from '#src/features/accounts/sign-in/sign-in.ts';
import { queueMail } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import {
  listSecurityLog,
  eraseSecurityLogOf,
  noSender,
  pruneSecurityLog,
  recordFailedSignIn,
  recordRepeatable,
  recordSecurityEvent,
} from './security-log.ts';
import { securityLog } from './security-log.table.ts';

const now = new Date('2026-11-21T10:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3600_000);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const sender = { userAgent: firefox, network: '192.0.2.1' };
const browser = { ...sender, oldToken: null, knownToken: null };

/** Signs in by a link, with a queue that takes jobs or breaks. */
async function signIn(db: Db, emailKey: string, knownToken: string | null, enqueue = async () => {}) {
  const { token } = await issueTo(db, emailKey, now);
  const telling = { jobs: { enqueue }, queueMail };
  return signInWithLink(db, now, { token, browser: { ...browser, knownToken }, telling });
}

const kinds = async (db: Db, personId: string) =>
  (await listSecurityLog(db, [personId])).map(({ kind }) => kind);

describeOnOneDatabase('the security log', (open) => {
  test('records each sign-in, and mails one with a new browser in the same transaction', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const first = await signIn(db, person.emailKey, null);
    await signIn(db, person.emailKey, first?.browserToken ?? '');
    await signIn(db, person.emailKey, null);
    expect(await kinds(db, person.id)).toEqual(['signed-in-anew', 'signed-in', 'signed-in-anew']);
    const [anew] = await db
      .select()
      .from(securityLog)
      .where(eq(securityLog.kind, 'signed-in-anew'))
      .orderBy(desc(securityLog.id));
    const mails = await db.select().from(outbox);
    expect(mails).toMatchObject([
      { kind: 'new-sign-in', subjectId: anew?.id, personId: person.id, state: 'queued' },
    ]);
    const broken = () => Promise.reject(new Error('no queue'));
    await expect(signIn(db, person.emailKey, null, broken)).rejects.toThrow('no queue');
    expect(await db.$count(sessions), 'nobody is signed in without being told').toBe(3);
  });

  test('sends no email about a first sign-in, even if others have signed in, but about the one after a reset of passkeys', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    await signIn(db, person.emailKey, null);
    expect(await kinds(db, person.id)).toEqual(['signed-in-anew']);
    expect(await db.$count(outbox)).toBe(0);
    const other = await addPerson(db, 'client', now);
    await signIn(db, other.emailKey, null);
    expect(await db.$count(outbox)).toBe(0);
    const member = await addPerson(db, 'team', now);
    await recordSecurityEvent(db, now, noSender, { kind: 'passkeys-reset', personId: member.id });
    await signIn(db, member.emailKey, null);
    expect(await db.$count(outbox)).toBe(1);
  });

  test('mails the browser, time and network, and nothing that was typed', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'team', now);
    await signIn(db, person.emailKey, null);
    await signIn(db, person.emailKey, null);
    const [mail] = await db.select().from(outbox);
    const mailFrom = { name: 'Studio', address: 'studio@studio.example' };
    const config = {
      teamInbox: 'team@studio.example',
      formForwardUrl: null,
      dataDir: '',
      bucket: null,
      mailFrom,
    };
    const decide = mailKindsOf({
      config,
      origin: 'https://studio.example',
      secret: 'a secret of the tests',
      log: { warn: () => undefined },
      rateLimiter: { hit: async () => ({ ok: true }) },
    });
    const decision = mail && (await decide['new-sign-in']?.(db, mail, now));
    const made = decision?.kind === 'mail' ? await decision.compose() : null;
    expect(made).toMatchObject({ to: person.email, messageId: `${mail?.id}.new-sign-in@studio.example` });
    for (const part of ['Firefox on Linux', '192.0.2.1', 'https://studio.example/account', '21 Nov 2026'])
      expect(made?.text).toContain(part);
    expect(made?.html).not.toContain('Mozilla');
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, person.id));
    expect(mail && (await decide['new-sign-in']?.(db, mail, now))).toMatchObject({ kind: 'skip' });
  });

  test('counts events that can be repeated at will in one entry an hour', async () => {
    const { db } = await open();
    const { id: personId, emailKey } = await addPerson(db, 'client', now);
    for (let n = 0; n < 3; n += 1) await recordFailedSignIn(db, later(n / 10), sender, emailKey);
    await recordFailedSignIn(db, later(1.5), sender, emailKey);
    await recordFailedSignIn(db, now, sender, 'nobody@halfmoon.example');
    const downloads = { kind: 'file-downloaded', personId, subjectId: personId } as const;
    for (let n = 0; n < 5; n += 1) await recordRepeatable(db, later(2), sender, downloads);
    expect(await listSecurityLog(db, [personId])).toMatchObject([
      { kind: 'file-downloaded', times: 5, actorId: personId },
      { kind: 'sign-in-failed', times: 1, actorId: null, network: '192.0.2.1' },
      { kind: 'sign-in-failed', times: 3, actorId: null },
    ]);
    expect(await db.$count(securityLog)).toBe(3);
  });

  test("keeps a stranger's failed sign-in apart from the owner's, and a flood of them in a few entries", async () => {
    const { db } = await open();
    const { id: personId, emailKey } = await addPerson(db, 'client', now);
    const stranger = { userAgent: 'curl/8.5.0', network: '2001:db8:0:1::/64' };
    await recordFailedSignIn(db, now, sender, emailKey);
    await recordFailedSignIn(db, later(0.1), stranger, emailKey);
    await recordFailedSignIn(db, later(0.2), sender, emailKey);
    expect(await listSecurityLog(db, [personId])).toMatchObject([
      { ...sender, times: 2, isRest: false },
      { ...stranger, times: 1, isRest: false },
    ]);
    for (let n = 0; n < 20; n += 1) {
      const network = `2001:db8:0:${n + 1}::/64`;
      await recordFailedSignIn(db, later(0.3), { userAgent: `curl/${n}`, network }, emailKey);
    }
    await recordFailedSignIn(db, later(0.4), sender, emailKey);
    const listed = await listSecurityLog(db, [personId]);
    expect(listed.map(({ times }) => times).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 3, 17]);
    expect(listed.find(({ times }) => times === 17)).toMatchObject({
      userAgent: '',
      network: '',
      isRest: true,
    });
    expect(listed[0], 'one who has an entry of their own keeps it').toMatchObject({ ...sender, times: 3 });
  });

  test('shows the last hundred entries, each with the stored part of the browser’s description', async () => {
    const { db } = await open();
    const { id: personId } = await addPerson(db, 'client', now);
    const long = { userAgent: `${'x'.repeat(300)}y`, network: '192.0.2.1' };
    for (let n = 0; n < 101; n += 1)
      await recordSecurityEvent(db, later(n), long, { kind: 'signed-in', personId });
    const listed = await listSecurityLog(db, [personId]);
    expect(listed).toHaveLength(100);
    expect(listed[0]).toMatchObject({ at: later(100), userAgent: 'x'.repeat(300), details: {}, times: 1 });
    await eraseSecurityLogOf(db, personId);
    expect(await db.$count(securityLog)).toBe(0);
  });

  test('is shown only to the person it concerns, and deleted after ninety days', async () => {
    const { db } = await open();
    const [runa, ada] = [await addPerson(db, 'client', now), await addPerson(db, 'team', now, 'Ada Brandt')];
    const exported = { kind: 'person-exported-by-team', personId: runa.id, actorId: ada.id } as const;
    await recordSecurityEvent(db, now, sender, exported);
    expect(await listSecurityLog(db, [runa.id])).toMatchObject([{ actorName: 'Ada Brandt' }]);
    expect(await listSecurityLog(db, [ada.id])).toEqual([]);
    await eraseSecurityLogOf(db, ada.id);
    expect(await listSecurityLog(db, [runa.id])).toMatchObject([{ actorId: null, actorName: null }]);
    await pruneSecurityLog(db, later(90 * 24));
    expect(await db.$count(securityLog)).toBe(1);
    await pruneSecurityLog(db, later(90 * 24 + 1));
    expect(await db.$count(securityLog)).toBe(0);
  });
});
