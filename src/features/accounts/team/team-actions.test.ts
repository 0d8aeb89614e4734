import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import words from '#content/accounts.yaml';
import { addPerson } from '#src/features/accounts/people/account.fixture.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { signInRequests } from '../sign-in/sign-in.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { doneMessageOf, teamActionsOf } from './team-actions.ts';
import { listSecurityLog } from '../security-log/security-log.ts';
import { insertPerson } from './invite-person.ts';
import { listTeam, listTeamActivity } from './team.ts';

const now = new Date('2026-11-21T10:00:00Z');
const { errors } = words.team;
const gone = { ok: false, status: 404, error: errors.gone };

const said = (what: string) => ({ ok: true, next: `/desk/team?said=${what}` });

/** The page of the team, as this person posts to it. */
function openTeamPage(db: Db, person: Person) {
  const actions = teamActionsOf({
    request: new Request('https://studio.example/desk/team', { method: 'POST' }),
    client: { address: '192.0.2.1', isHttps: true },
  });
  const jobs = { enqueue: async () => undefined };
  const services = { db, clock: { now: () => now }, jobs } as unknown as Services;
  const session = { id: randomUUID(), person, isComplete: true, isRecent: true };
  return (name: keyof typeof actions, entries: Entries = {}) =>
    actions[name]({ services, session, entries, params: {} });
}

describeOnOneDatabase('on the page of the team', (open) => {
  test('a person is invited by a name and an address that is not taken', async () => {
    const { db } = await open();
    const act = openTeamPage(db, await addPerson(db, 'team', now, 'Ada'));
    const problem = (field: 'name' | 'email', code: string) => ({ field, code, message: errors[field] });
    expect(await act('invite')).toMatchObject({
      ok: false,
      status: 422,
      error: errors.name,
      errors: [{ field: 'name' }, { field: 'email' }],
    });
    expect(await act('invite', { name: 'Noor', email: 'nowhere' })).toMatchObject({
      status: 422,
      error: errors.email,
      errors: [{ ...problem('email', ''), code: expect.any(String) }],
    });
    const noor = { name: 'Noor', email: 'Noor@studio.example' };
    expect(await act('invite', noor)).toEqual(said('invited'));
    expect(await act('invite', noor)).toEqual({
      ok: false,
      status: 409,
      error: errors.exists,
      errors: [{ field: 'email', code: 'option', message: errors.exists }],
    });
    expect(await listTeam(db)).toMatchObject([{ name: 'Ada' }, noor]);
    expect(await db.select().from(signInRequests)).toMatchObject([{ emailKey: 'noor@studio.example' }]);
  });

  test('emails a member a link, disables and enables them, and shows a message', async () => {
    const { db } = await open();
    const [ada, noor] = [await addPerson(db, 'team', now, 'Ada'), await addPerson(db, 'team', now, 'Noor')];
    const act = openTeamPage(db, ada);
    const { id } = noor;
    expect(await act('mail-again', { id })).toEqual(said('mailed'));
    expect(await act('enable', { id })).toEqual(gone);
    expect(await act('disable', { id: ada.id })).toEqual({ ok: false, status: 409, error: errors.oneself });
    expect(await act('disable', { id })).toEqual(said('disabled'));
    expect(await act('mail-again', { id })).toEqual(gone);
    expect(await act('enable', { id })).toEqual(said('enabled'));
    for (const name of ['mail-again', 'disable', 'enable', 'remove-passkeys'] as const)
      for (const nobody of [{}, { id: 'x' }, { id: randomUUID() }])
        expect(await act(name, nobody)).toEqual(gone);
  });

  test('passkeys can be removed by another member, never by oneself', async () => {
    const { db } = await open();
    const ada = await addPerson(db, 'team', now, 'Ada');
    const noor = await addPerson(db, 'team', now, 'Noor');
    const key = { personId: noor.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    await db.insert(passkeys).values({ id: 'key', ...key, name: 'Key', createdAt: now });
    expect(await openTeamPage(db, noor)('remove-passkeys', { id: noor.id })).toEqual(gone);
    expect(await db.$count(passkeys)).toBe(1);
    expect(await openTeamPage(db, ada)('remove-passkeys', { id: noor.id })).toEqual(said('reset'));
    expect(await db.$count(passkeys)).toBe(0);
  });
});

test('the URL of the page selects only known messages', () => {
  expect(doneMessageOf('invited')).toBe(words.team.said.invited);
  expect([null, '', 'toString', 'x'].map((name) => doneMessageOf(name))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describeOnOneDatabase('the permission to see money', (open) => {
  test('is given and taken by members who have it, with an entry in the security log', async () => {
    const { db } = await open();
    const ada = await addPerson(db, 'team', now, 'Ada');
    const act = openTeamPage(db, ada);
    await act('invite', { name: 'Noor', email: 'noor@studio.example' });
    const noorOf = async () => (await listTeam(db)).find(({ name }) => name === 'Noor');
    const noor = await noorOf();
    const id = noor?.id ?? '';
    expect(noor?.canSeeMoney).toBe(false);
    expect(await act('allow-money', { id })).toEqual(said('moneyAllowed'));
    expect((await noorOf())?.canSeeMoney).toBe(true);
    expect(await act('allow-money', { id })).toEqual(gone);
    expect(await act('forbid-money', { id })).toEqual(said('moneyForbidden'));
    expect((await noorOf())?.canSeeMoney).toBe(false);
    const log = await listSecurityLog(db, [id]);
    expect(log.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ['money-forbidden', ada.id],
      ['money-allowed', ada.id],
    ]);
    expect((await listTeamActivity(db)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['money-allowed', 'money-forbidden']),
    );
  });

  test('is kept by someone: nobody gives it up, and the last one with it is not disabled', async () => {
    const { db } = await open();
    const ada = await addPerson(db, 'team', now, 'Ada');
    const noor = await addPerson(db, 'team', now, 'Noor');
    await openTeamPage(db, ada)('forbid-money', { id: noor.id });
    expect(await openTeamPage(db, ada)('forbid-money', { id: ada.id })).toMatchObject({
      status: 409,
      error: errors['own-money'],
    });
    expect(await openTeamPage(db, noor)('disable', { id: ada.id })).toMatchObject({
      status: 409,
      error: errors['last-money'],
    });
  });

  test('is the first member’s from the start', async () => {
    const { db } = await open();
    await db.transaction(async (tx) => {
      await insertPerson(tx, now, { name: 'Ada', email: 'ada@studio.example' });
      await insertPerson(tx, now, { name: 'Noor', email: 'noor@studio.example' });
    });
    expect((await listTeam(db)).map(({ name, canSeeMoney }) => [name, canSeeMoney])).toEqual([
      ['Ada', true],
      ['Noor', false],
    ]);
  });
});
