import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { makeColleague, makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import { listReaders } from '#src/features/review/player/mentions.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { endAccess } from './client-people.ts';
import { inviteColleague, listColleagues, withdrawInvitation } from './invite-colleague.ts';
import { openCompany, services } from './company.fixture.ts';
import { portalPeopleActions } from './portal-people-actions.ts';

const log = { warn: () => undefined };

describeOnOneDatabase('an invitation', (open) => {
  const named = { name: 'Lena <b>Falk</b>', permission: 'listen' } as const;

  test('to a taken address looks to the client like an unanswered invitation', async () => {
    const { db } = await open();
    const { clientId, first, team } = await openCompany(db);
    const elsewhere = await makePerson(db, 'client', 'Osric Vane');
    const before = await db.$count(people);
    const shown: unknown[] = [];
    for (const email of [elsewhere.email, team.email, `${randomUUID()}@sample.example`]) {
      const invitation = { clientId, ...named, email };
      expect(await inviteColleague(db, services, first, invitation)).toEqual({ ok: true });
      expect(await inviteColleague(db, services, first, invitation)).toEqual({ ok: false, reason: 'exists' });
      const one = (await listColleagues(db, clientId)).find((each) => each.email === email);
      shown.push({ ...one, id: '', email: '' });
      const key = { clientId, personId: one?.id ?? '' };
      const isGone =
        (await endAccess(db, services, first, key)) || (await withdrawInvitation(db, services, first, key));
      expect(isGone).toBe(true);
      expect((await listColleagues(db, clientId)).some((each) => each.email === email)).toBe(false);
    }
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await db.$count(people)).toBe(before + 1);
    const asTeam = { clientId, ...named, email: elsewhere.email };
    expect(await inviteColleague(db, services, team, asTeam)).toEqual({ ok: false, reason: 'exists' });
  });

  test('to a taken address is listed like any other, and equally not offered for mentions', async () => {
    const { db } = await open();
    const { clientId, projectId, first, team } = await openCompany(db);
    const elsewhere = await makePerson(db, 'client', 'Osric Vane');
    const fresh = () => `${randomUUID()}@sample.example`;
    const emails = [fresh(), elsewhere.email, fresh(), team.email, fresh()];
    for (const [n, email] of emails.entries()) {
      const invitation = { clientId, name: `Invited ${n}`, email, permission: 'listen' } as const;
      expect(await inviteColleague(db, services, first, invitation)).toEqual({ ok: true });
    }
    const listed = (await listColleagues(db, clientId)).map(({ email }) => email);
    expect(listed.filter((email) => emails.includes(email))).toEqual(emails);
    const offeredTo = async (asker: 'client' | 'team') =>
      (await listReaders(db, projectId, asker)).filter(({ name }) => name.startsWith('Invited')).length;
    expect([await offeredTo('client'), await offeredTo('team')]).toEqual([0, 3]);
    await db.update(people).set({ lookedAt: testNow }).where(eq(people.name, 'Invited 0'));
    expect(await offeredTo('client')).toBe(1);
  });

  test('that created no person is visible only to the client who sent it', async () => {
    const { db } = await open();
    const [company, other] = [await openCompany(db), await openCompany(db)];
    const { email } = await makePerson(db, 'client', 'Osric Vane');
    const idsOf = async ({ clientId }: typeof company) =>
      (await listColleagues(db, clientId)).filter((each) => each.email === email).map(({ id }) => id);
    const invite = ({ clientId, first }: typeof company) =>
      inviteColleague(db, services, first, { clientId, ...named, email });
    expect(await invite(company)).toEqual({ ok: true });
    const [personId = ''] = await idsOf(company);
    expect(await idsOf(other)).toEqual([]);
    const theirs = { clientId: other.clientId, personId };
    expect(await withdrawInvitation(db, services, other.first, theirs)).toBe(false);
    expect(await invite(other)).toEqual({ ok: true });
    expect(await idsOf(company)).toEqual([personId]);
    expect(await idsOf(other)).not.toContain(personId);
    expect(await idsOf(other)).toHaveLength(1);
  });

  test('that created no person keeps its position when repeated, like one that created a person', async () => {
    const { db } = await open();
    const { clientId, first } = await openCompany(db);
    const elsewhere = await makePerson(db, 'client', 'Osric Vane');
    const emails = [elsewhere.email, `${randomUUID()}@sample.example`];
    const invite = (email: string) => inviteColleague(db, services, first, { clientId, ...named, email });
    for (const email of emails) await invite(email);
    const listed = async () =>
      (await listColleagues(db, clientId)).filter(({ email }) => emails.includes(email));
    const before = await listed();
    for (const { id: personId } of before) {
      const key = { clientId, personId };
      if (!(await endAccess(db, services, first, key))) await withdrawInvitation(db, services, first, key);
    }
    expect(await listed()).toEqual([]);
    for (const email of emails) await invite(email);
    expect(await listed()).toEqual(before);
  });

  test('that created no person does not block the team’s invitation, and disappears once the address has access', async () => {
    const { db } = await open();
    const { clientId, first, team } = await openCompany(db);
    const elsewhere = await makePerson(db, 'client', 'Osric Vane');
    const { email } = elsewhere;
    await inviteColleague(db, services, first, { clientId, ...named, email });
    const freed = `${randomUUID()}@sample.example`;
    await db.update(people).set({ email: freed, emailKey: freed }).where(eq(people.id, elsewhere.id));
    expect(await inviteColleague(db, services, team, { clientId, ...named, email })).toEqual({ ok: true });
    const theirs = (await listColleagues(db, clientId)).filter((each) => each.email === email);
    expect(theirs).toHaveLength(1);
    expect(await db.$count(people, eq(people.id, theirs[0]?.id ?? ''))).toBe(1);
  });

  test('is emailed only a few times a day, whether it created a person or not', async () => {
    const { db } = await open();
    const { clientId, first } = await openCompany(db);
    const elsewhere = await makePerson(db, 'client', 'Osric Vane');
    const all = {
      ...services,
      db,
      rateLimiter: createRateLimiter({ clock: services.clock, secret: 'secret', log }),
    };
    const session = { id: '', person: first, isComplete: true, isRecent: true };
    const act = async (name: string, entries: Readonly<Record<string, string>>) => {
      const input = { services: all as unknown as Services, session, entries, params: {} };
      const outcome = await portalPeopleActions[name]?.(input);
      return outcome?.ok === false ? outcome.status : 303;
    };
    const fresh = `${randomUUID()}@sample.example`;
    for (const email of [fresh, elsewhere.email])
      expect(await act('invite', { name: 'Lena Falk', email, may: 'listen' })).toBe(303);
    const pending = (await listColleagues(db, clientId)).filter(({ name }) => name === 'Lena Falk');
    const answers = [];
    for (let n = 0; n < 20; n += 1)
      answers.push(await act('mail-again', { person: pending[n % 2]?.id ?? '' }));
    expect(answers).toEqual([...Array<number>(18).fill(303), 429, 429]);
    expect(await db.$count(signInRequests)).toBe(1 + 9);
  });

  test('admits nobody from another client, and depends only on its own client’s history', async () => {
    const { db } = await open();
    const [{ clientId, first, team }, other] = [await openCompany(db), await openCompany(db)];
    const isIn = async (id: string) =>
      (await db.$count(people, and(eq(people.id, id), isNull(people.disabledAt)))) > 0;
    const invite = ({ email }: { email: string }) =>
      inviteColleague(db, services, first, { clientId, ...named, email });
    const removed = (of: string, subjectId: string) =>
      recordActivity(db, new Date(testNow.getTime() + 1), team, {
        kind: 'person-removed',
        clientId: of,
        subjectId,
      });
    const theirs = await makeColleague(db, other.clientId, 'Osric Vane');
    expect(await endAccess(db, services, team, { clientId: other.clientId, personId: theirs.id })).toBe(true);
    await removed(clientId, theirs.id);
    const own = await makeColleague(db, clientId, 'Mika Sund');
    expect(await endAccess(db, services, team, { clientId, personId: own.id })).toBe(true);
    await removed(other.clientId, own.id);
    for (const one of [theirs, own]) {
      expect(await invite(one)).toEqual({ ok: true });
      expect(await isIn(one.id)).toBe(false);
    }
  });

  test('restores access for a person removed by a colleague, but not for one disabled by the team', async () => {
    const { db } = await open();
    const { clientId, first, team } = await openCompany(db);
    const isIn = async (id: string) => (await listColleagues(db, clientId)).some((each) => each.id === id);
    for (const [by, expected] of [
      [first, true],
      [team, false],
    ] as const) {
      const one = await makeColleague(db, clientId, 'Mika Sund');
      expect(await endAccess(db, services, by, { clientId, personId: one.id })).toBe(true);
      const invitation = { clientId, ...named, email: one.email };
      expect(await inviteColleague(db, services, first, invitation)).toEqual({ ok: true });
      expect(await isIn(one.id)).toBe(expected);
    }
  });
});
