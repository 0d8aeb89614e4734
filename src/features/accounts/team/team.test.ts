import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { addPerson, testSecret, visit } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { inviteByCommand } from './invite-by-command.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in-request.table.ts';
import { listTrail } from '#src/features/accounts/trail/list-trail.ts';
import type { Services } from '#src/platform/services/services.ts';
import { teamActionsOf } from './team-actions.ts';
import { disableMember, enableMember, inviteMember, listTeam, mailMember } from './team.ts';

const now = new Date('2026-11-21T10:00:00Z');
const addMember = (db: Db, name: string) => addPerson(db, 'team', now, name);

function recordJobs() {
  const queued: object[] = [];
  const enqueue = async (_tx: Db, requests: readonly { data: object }[]) => {
    queued.push(...requests.map(({ data }) => data));
  };
  return { queued, jobs: { enqueue } };
}

describeOnOneDatabase('a member of the team', (open) => {
  test('who is disabled is signed out at once, and can be enabled again', async () => {
    const { db } = await open();
    const [ada, noor] = [await addMember(db, 'Ada'), await addMember(db, 'Noor')];
    const { token } = await openSession(db, now, noor, '');
    expect(await disableMember(db, now, ada, noor.id)).toEqual({ ok: true });
    expect(await visit(db, now, token)).toBeNull();
    expect(await disableMember(db, now, ada, noor.id)).toEqual({ ok: false, reason: 'not-found' });
    expect(await enableMember(db, now, ada, noor.id)).toBe(true);
    expect(await visit(db, now, token), 'signed out for good').toBeNull();
    expect(await db.select().from(activity).orderBy(activity.id)).toMatchObject(
      ['team-disabled', 'team-enabled'].map((kind) => ({
        kind,
        actorName: 'Ada',
        subjectId: noor.id,
        details: { person: 'Noor' },
      })),
    );
  });

  test('cannot disable themselves or a client, and of two who disable each other one stays', async () => {
    const { db } = await open();
    const [ada, noor] = [await addMember(db, 'Ada'), await addMember(db, 'Noor')];
    const client = await addPerson(db, 'client', now);
    expect(await disableMember(db, now, ada, ada.id)).toEqual({ ok: false, reason: 'oneself' });
    expect(await disableMember(db, now, ada, client.id)).toEqual({ ok: false, reason: 'not-found' });
    const both = await Promise.all([
      disableMember(db, now, ada, noor.id),
      disableMember(db, now, noor, ada.id),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, reason: 'last' });
  });

  test('is invited once per address, with a mail', async () => {
    const { db } = await open();
    const ada = await addMember(db, 'Ada');
    const { queued, jobs } = recordJobs();
    const inviting = { now, jobs, actor: ada };
    const noor = { email: 'Noor@studio.example', name: 'Noor <b>' };
    const twice = await Promise.all([inviteMember(db, inviting, noor), inviteMember(db, inviting, noor)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(queued).toHaveLength(1);
    expect(await db.select().from(signInRequests)).toMatchObject([
      { emailKey: 'noor@studio.example', reason: 'invited', next: '/desk' },
    ]);
    const client = await addPerson(db, 'client', now);
    const taken = { email: client.email.toUpperCase(), name: 'Runa' };
    expect(await inviteMember(db, inviting, taken)).toEqual({ ok: false, reason: 'exists' });
    expect(await listTeam(db)).toMatchObject([
      { name: 'Ada' },
      { name: 'Noor <b>', passkeys: 0, seenAt: null },
    ]);
    expect(await mailMember(db, { jobs, now }, client.id)).toBe(false);
  });

  test('whose passkeys are removed is signed out and may sign in without them', async () => {
    const { db } = await open();
    const [ada, noor] = [await addMember(db, 'Ada'), await addMember(db, 'Noor')];
    const { token } = await openSession(db, now, noor, '');
    const passkey = { personId: noor.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    const kept = { ...passkey, personId: ada.id };
    await db.insert(passkeys).values([
      { id: 'key', ...passkey, name: 'Key', createdAt: now },
      { id: 'kept', ...kept, name: 'Kept', createdAt: now },
    ]);
    expect(await listTeam(db)).toMatchObject([{ name: 'Ada' }, { name: 'Noor', passkeys: 1, seenAt: now }]);
    const request = new Request('https://studio.example/desk/team', { headers: { 'user-agent': 'Firefox' } });
    const { 'remove-passkeys': remove } = teamActionsOf({
      request,
      client: { address: '192.0.2.1', isHttps: true },
    });
    const services = { db, clock: { now: () => now } } as unknown as Services;
    const session = { id: uuidv7(), person: ada, isComplete: true, isRecent: true };
    const asked = { services, session, entries: { id: noor.id }, params: {} };
    expect(await remove(asked)).toMatchObject({ ok: true });
    expect(await remove(asked)).toMatchObject({ ok: false, status: 404 });
    expect(await db.select().from(passkeys)).toMatchObject([{ id: 'kept' }]);
    expect(await listTrail(db, [noor.id])).toMatchObject([
      { kind: 'passkeys-reset', actorName: 'Ada', userAgent: 'Firefox', network: '192.0.2.1' },
    ]);
    expect(await visit(db, now, token)).toBeNull();
    expect(await db.select().from(activity)).toMatchObject([
      {
        kind: 'passkeys-reset',
        actorName: 'Ada',
        subjectId: noor.id,
        details: { person: 'Noor', count: '1' },
      },
    ]);
  });
});

describeOnOneDatabase('the command that invites', (open) => {
  test('mails a link where there is a mail server, prints it where there is none, and can be repeated', async () => {
    const { db } = await open();
    const mails: Mail[] = [];
    const send = async (mail: Mail) => (mails.push(mail), { ok: true } as const);
    const services = { db, origin: 'https://studio.example', secret: testSecret, clock: { now: () => now } };
    const noor = { email: 'Noor@studio.example', name: 'Noor', withoutPasskeys: false };
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
    // While no mail leaves, whoever may run the command has the link all the same.
    expect(await inviteByCommand(down, noor)).toEqual({
      kind: 'not-sent',
      reason: 'ECONNREFUSED',
      link: expect.stringMatching(/^https:\/\/studio\.example\/sign-in\/link\?token=[\w-]{43}$/),
    });
  });

  test('refuses clients and disabled members, and removes passkeys only when it is told to', async () => {
    const { db } = await open();
    const mailer = { kind: 'dev-mailbox', send: async () => ({ ok: true }) as const } as const;
    const services = {
      db,
      mailer,
      origin: 'https://a.example',
      secret: testSecret,
      clock: { now: () => now },
    };
    const [noor, client] = [await addMember(db, 'Noor'), await addPerson(db, 'client', now)];
    const invite = (email: string, withoutPasskeys = false) =>
      inviteByCommand(services, { email, name: '', withoutPasskeys });
    expect(await invite(client.email)).toEqual({ kind: 'refused', reason: 'client' });
    const passkey = { personId: noor.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    await db.insert(passkeys).values({ id: 'key', ...passkey, name: 'Key', createdAt: now });
    await invite(noor.email);
    expect(await db.select().from(passkeys)).toHaveLength(1);
    await invite(noor.email, true);
    expect(await db.select().from(passkeys)).toEqual([]);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, noor.id));
    expect(await invite(noor.email)).toEqual({ kind: 'refused', reason: 'disabled' });
  });
});
