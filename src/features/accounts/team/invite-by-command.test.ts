import { expect, test } from 'vitest';
import { addPerson, testSecret, untold } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { signInWithLink } from '#src/features/accounts/sign-in/sign-in.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { commandInviteOf, inviteByCommand } from './invite-by-command.ts';
import { insertClient } from './invite-person.ts';
import { listTeamActivity } from './list-team-activity.ts';
import { disableMember, listTeam } from './team.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const noor = { email: 'Noor@studio.example', name: 'Noor', withoutPasskeys: false };

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
    const services = {
      db,
      mailer,
      origin: 'https://studio.example',
      secret: testSecret,
      clock: { now: () => now },
    };
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
    const mailer = { kind: 'dev-mailbox', send: async () => ({ ok: true }) as const } as const;
    const services = {
      db,
      mailer,
      origin: 'https://a.example',
      secret: testSecret,
      clock: { now: () => now },
    };
    const invited = await inviteByCommand(services, { ...noor, email: 'nowhere' });
    expect(invited).toEqual({ kind: 'refused', reason: 'address' });
    expect(await db.$count(people)).toBe(0);
  });
});

describeOnOneDatabase('a new client', (open) => {
  test('gets a name of its own or its person’s, and is not made if the address is taken', async () => {
    const { db } = await open();
    const runa = { email: 'Runa@halfmoon.example', name: 'Runa' };
    const made = await insertClient(db, now, runa);
    const other = {
      email: 'osric@vane.example',
      name: 'Osric',
      clientName: 'Vane Films',
      may: 'listen',
    } as const;
    const second = await insertClient(db, now, other);
    expect(await insertClient(db, now, { ...runa, email: 'RUNA@halfmoon.example' })).toEqual({
      ok: false,
      reason: 'exists',
    });
    expect(await db.select().from(clients).orderBy(clients.name)).toMatchObject([
      { id: made.ok && made.clientId, name: 'Runa', leadId: null, createdAt: now },
      { id: second.ok && second.clientId, name: 'Vane Films' },
    ]);
    expect(await db.select().from(people).orderBy(people.name)).toMatchObject([
      { id: second.ok && second.personId, role: 'client', name: 'Osric', may: 'listen' },
      {
        id: made.ok && made.personId,
        role: 'client',
        name: 'Runa',
        may: 'approve',
        emailKey: 'runa@halfmoon.example',
      },
    ]);
  });
});

describeOnOneDatabase('the page of the team', (open) => {
  test('lists the members in the order they came, disabled ones last', async () => {
    const { db } = await open();
    const ada = await addPerson(db, 'team', after(1), 'Ada');
    const first = await addPerson(db, 'team', now, 'Noor');
    await addPerson(db, 'team', after(2), 'Ben');
    await addPerson(db, 'client', now);
    await disableMember(db, after(3), ada, first.id);
    expect((await listTeam(db)).map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Ada', true],
      ['Ben', true],
      ['Noor', false],
    ]);
  });

  test('lists the latest activity about the team, the last first, and nothing else', async () => {
    const { db } = await open();
    const kinds = [
      'team-invited',
      'team-disabled',
      'team-enabled',
      'passkeys-reset',
      'passkey-added',
      'passkey-removed',
    ];
    const note = (kind: string, at: Date) =>
      recordActivity(db, at, { id: null, name: 'Ada' }, { kind, details: { person: 'Noor' } });
    for (const [index, kind] of kinds.entries()) await note(kind, after(index));
    await note('lead-noted', after(10));
    const told = await listTeamActivity(db);
    expect(told.map(({ kind }) => kind)).toEqual(kinds.toReversed());
    expect(told[0]).toEqual({
      id: expect.any(String),
      at: after(5),
      actorName: 'Ada',
      kind: 'passkey-removed',
      details: { person: 'Noor' },
    });
    for (let n = 0; n < 20; n += 1) await note('team-enabled', after(20 + n));
    expect(await listTeamActivity(db)).toHaveLength(20);
  });
});
