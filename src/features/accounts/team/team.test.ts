import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addPerson, visit } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { signInRequests } from '../sign-in/sign-in.table.ts';
import { listSecurityLog } from '../security-log/security-log.ts';
import type { Services } from '#src/platform/services/services.ts';
import { teamActionsOf } from './team-actions.ts';
import { disableMember, enableMember, inviteMember, listTeam, mailMember, listTeamActivity } from './team.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
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
    expect(await listSecurityLog(db, [noor.id])).toMatchObject([
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
