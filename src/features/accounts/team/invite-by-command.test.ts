import { expect, test } from 'vitest';
import { addPerson, testSecret, untold } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { signInWithLink } from '#src/features/accounts/sign-in/sign-in.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { commandInviteOf, inviteByCommand } from './invite-by-command.ts';
import { listTeam } from './team.ts';
import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const noor = { email: 'Noor@studio.example', name: 'Noor', withoutPasskeys: false };
const devMailbox = { kind: 'dev-mailbox', send: async () => ({ ok: true }) as const } as const;

const servicesOf = (db: Db) => ({
  db,
  origin: 'https://studio.example',
  secret: testSecret,
  clock: { now: () => now },
});

test('a command invites with an address and a name, and anything else is no invitation', () => {
  const { email, name } = noor;
  expect(commandInviteOf({ email, name })).toEqual(noor);
  expect(commandInviteOf({ email, name, withoutPasskeys: 'yes' })).toEqual(noor);
  expect(commandInviteOf({ email, name, withoutPasskeys: true })).toEqual({ ...noor, withoutPasskeys: true });
  for (const asked of [null, undefined, {}, { email }, { name }, { email, name: 1 }, { email: 1, name }, 'x'])
    expect(commandInviteOf(asked)).toBeNull();
});

describeOnOneDatabase('the command that invites', (open) => {
  test('records that it was the command, and leads the new member to the desk', async () => {
    const { db } = await open();
    const mails: Mail[] = [];
    const mailer = {
      kind: 'smtp',
      send: async (mail: Mail) => (mails.push(mail), { ok: true } as const),
    } as const;
    const services = { ...servicesOf(db), mailer };
    await inviteByCommand(services, noor);
    const [member] = await listTeam(db);
    expect(await db.select().from(activity)).toMatchObject([
      {
        kind: 'team-invited',
        actorId: null,
        actorName: 'Command line',
        subjectId: member?.id,
        details: { person: 'Noor', email: noor.email },
      },
    ]);
    expect(mails[0]?.messageId).toMatch(/^[\da-f-]{36}\.invited@studio\.example$/);
    const token = /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    await db.update(people).set({ passkeyOfferedAt: now });
    const browser = { userAgent: '', network: '', oldToken: null, knownToken: null };
    const late = await signInWithLink(db, after(10), { token, browser, telling: untold });
    expect(late, 'the link lives ten minutes').toBeNull();
    expect(await signInWithLink(db, after(9), { token, browser, telling: untold })).toMatchObject({
      next: '/desk',
    });
    await inviteByCommand(services, noor);
    expect(await db.$count(activity), 'somebody who is there is only mailed again').toBe(1);
  });

  test('refuses an invalid address, and adds no person', async () => {
    const { db } = await open();
    const services = { ...servicesOf(db), mailer: devMailbox };
    const invited = await inviteByCommand(services, { ...noor, email: 'nowhere' });
    expect(invited).toEqual({ kind: 'refused', reason: 'address' });
    expect(await db.$count(people)).toBe(0);
  });

  test('mails a link where there is a mail server, prints it where there is none, and can be repeated', async () => {
    const { db } = await open();
    const mails: Mail[] = [];
    const send = async (mail: Mail) => (mails.push(mail), { ok: true } as const);
    const services = servicesOf(db);
    const overSmtp = { ...services, mailer: { kind: 'smtp', send } as const };
    expect(await inviteByCommand(overSmtp, noor)).toEqual({ kind: 'mailed' });
    expect(await inviteByCommand(overSmtp, noor)).toEqual({ kind: 'mailed' });
    expect(mails.map(({ to }) => to)).toEqual([noor.email, noor.email]);
    const local = { ...services, mailer: { kind: 'dev-mailbox', send } as const };
    expect(await inviteByCommand(local, noor)).toMatchObject({
      link: expect.stringMatching(/^https:\/\/studio\.example\/sign-in\/link\?token=[\w-]{43}$/),
    });
    expect(await listTeam(db)).toMatchObject([{ email: noor.email }]);
    const failed = { ok: false, permanent: false, reason: 'ECONNREFUSED' } as const;
    const down = { ...services, mailer: { kind: 'smtp', send: async () => failed } as const };
    // If no email can be sent, the command still prints the link.
    expect(await inviteByCommand(down, noor)).toEqual({
      kind: 'not-sent',
      reason: 'ECONNREFUSED',
      link: expect.stringMatching(/^https:\/\/studio\.example\/sign-in\/link\?token=[\w-]{43}$/),
    });
  });

  test('refuses clients and disabled members, and removes passkeys only if requested', async () => {
    const { db } = await open();
    const services = { ...servicesOf(db), mailer: devMailbox };
    const member = await addPerson(db, 'team', now, 'Noor');
    const client = await addPerson(db, 'client', now);
    const invite = (email: string, withoutPasskeys = false) =>
      inviteByCommand(services, { email, name: '', withoutPasskeys });
    expect(await invite(client.email)).toEqual({ kind: 'refused', reason: 'client' });
    const passkey = { personId: member.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    await db.insert(passkeys).values({ id: 'key', ...passkey, name: 'Key', createdAt: now });
    await invite(member.email);
    expect(await db.select().from(passkeys)).toHaveLength(1);
    await invite(member.email, true);
    expect(await db.select().from(passkeys)).toEqual([]);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, member.id));
    expect(await invite(member.email)).toEqual({ kind: 'refused', reason: 'disabled' });
  });
});
