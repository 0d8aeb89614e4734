import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { leads } from '../lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { endAccess } from '#src/features/clients/client-people.ts';
import { convertLead } from './convert-lead.ts';
import { findLead } from './find-lead.ts';
import { setLeadStatus } from './change-lead.ts';

const ada = { id: null, name: 'Ada Brandt' };
const email = 'Runa@Halfmoon.example';
const now = new Date('2026-11-21T12:00:00Z');

async function makeLead(db: Db, changes: Parameters<typeof submissionOf>[0] = {}): Promise<string> {
  await submitLead(db, submissionOf({ email, ...changes }), rulesOf());
  const [lead] = await db.select().from(leads);
  return lead?.id ?? '';
}

const convert = (db: Db, announcer: ReturnType<typeof testServices>, leadId: string) =>
  convertLead(db, announcer, ada, { leadId, projectName: 'Tidewater, reel 3' });

describeOnOneDatabase('converting a lead', (open) => {
  test('creates one client, one project and one email, however often it runs at once', async () => {
    const { db } = await open();
    const leadId = await makeLead(db);
    const announcer = testServices(now);
    const answers = await Promise.all(Array.from({ length: 20 }, () => convert(db, announcer, leadId)));
    const [again] = [await convert(db, announcer, leadId)];
    const [client, ...otherClients] = await db.select().from(clients);
    const [person, ...others] = await db.select().from(people);
    const [project, ...more] = await db.select().from(projects);
    expect([...otherClients, ...others]).toEqual([]);
    expect(more).toEqual([]);
    expect(client).toMatchObject({ leadId, name: 'Runa Vestergaard' });
    expect(person).toMatchObject({
      role: 'client',
      clientId: client?.id,
      permission: 'approve',
      email,
      name: 'Runa Vestergaard',
    });
    expect(project).toMatchObject({ clientId: client?.id, name: 'Tidewater, reel 3', status: 'backlog' });
    const answer = { ok: true, clientId: client?.id, projectId: project?.id };
    for (const each of [...answers, again]) expect(each).toEqual(answer);
    const [asked] = await db.select().from(signInRequests);
    expect(asked).toMatchObject({
      emailKey: email.toLowerCase(),
      reason: 'welcome',
      next: `/portal/projects/${project?.id}`,
    });
    expect(announcer.queued).toEqual([
      { queue: 'sign-in-mail', id: asked?.id, data: { requestId: asked?.id } },
    ]);
    expect(await db.select().from(activity).where(eq(activity.kind, 'lead-converted'))).toMatchObject([
      { leadId, clientId: client?.id, projectId: project?.id, details: { project: 'Tidewater, reel 3' } },
    ]);
    expect(await db.select().from(leads)).toMatchObject([
      { status: 'converted', waitingSince: null, answeredByName: 'Ada Brandt' },
    ]);
  });

  test('keeps the company named last', async () => {
    const { db } = await open();
    const fieldsWith = (company: string) => ({ fields: { name: 'Runa Vestergaard', email, company } });
    await makeLead(db, { ...fieldsWith('Halfmoon'), createdAt: new Date('2026-11-18T10:00:00Z') });
    await makeLead(db, {
      ...fieldsWith('Halfmoon\n Pictures '),
      createdAt: new Date('2026-11-19T10:00:00Z'),
    });
    await makeLead(db, { ...fieldsWith(' '), createdAt: new Date('2026-11-20T10:00:00Z') });
    const held = { ...fieldsWith('Spam'), isHeld: true, createdAt: new Date('2026-11-20T11:00:00Z') };
    const leadId = await makeLead(db, held);
    await convert(db, testServices(now), leadId);
    expect(await db.select().from(clients)).toMatchObject([{ name: 'Halfmoon Pictures' }]);
    expect(await db.select().from(people)).toMatchObject([{ name: 'Runa Vestergaard' }]);
  });

  test('stores nothing if it fails halfway', async () => {
    const { db } = await open();
    const leadId = await makeLead(db);
    const broken = { ...testServices(now), jobs: { enqueue: () => Promise.reject(new Error('no queue')) } };
    const wish = { leadId, projectName: 'Tidewater' };
    await expect(convertLead(db, broken, ada, wish)).rejects.toThrow('no queue');
    for (const table of [clients, people, projects, activity]) expect(await db.$count(table)).toBe(0);
    expect(await db.select().from(leads)).toMatchObject([{ status: 'lead', waitingSince: expect.any(Date) }]);
  });

  test('is refused for a team member’s address, and for a lead with held submissions only', async () => {
    const { db } = await open();
    const member = await makePerson(db, 'team', 'Ada Brandt');
    const leadId = await makeLead(db, { email: member.email.toUpperCase() });
    const announcer = testServices(now);
    expect(await convert(db, announcer, leadId)).toEqual({ ok: false, reason: 'team-member' });
    await db.update(leads).set({ isHeld: true });
    expect(await convert(db, announcer, leadId)).toEqual({ ok: false, reason: 'held' });
    expect(await convert(db, announcer, member.id)).toEqual({ ok: false, reason: 'not-found' });
    expect([await db.$count(people), await db.$count(projects), announcer.queued]).toEqual([1, 0, []]);
  });

  test('of an existing client creates one new project', async () => {
    const { db } = await open();
    const client = await makePerson(db, 'client', 'Runa');
    const { clientId: otherId } = await makePerson(db, 'client', 'Osric Vane');
    const leadId = await makeLead(db, { email: client.email });
    const announcer = testServices(now);
    expect(await convert(db, announcer, leadId)).toMatchObject({ ok: true, clientId: client.clientId });
    expect(await convert(db, announcer, leadId)).toMatchObject({ ok: true, clientId: client.clientId });
    expect([await db.$count(people), await db.$count(projects)]).toEqual([2, 1]);
    const tied = new Map((await db.select().from(clients)).map((one) => [one.id, one.leadId]));
    expect(tied).toEqual(
      new Map([
        [client.clientId, leadId],
        [otherId, null],
      ]),
    );
  });

  test('of a returning client links to the new project', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const leadId = await makeLead(db, { email: client.email });
    const converted = await convert(db, testServices(now), leadId);
    expect(converted).toMatchObject({ ok: true, clientId: client.clientId });
    const found = await findLead(db, leadId);
    expect(found?.client?.projects.map(({ name }) => name)).toEqual([
      'Tidewater, reel 3',
      expect.any(String),
    ]);
    expect(found?.client?.projects[1]?.id).toBe(projectId);
  });

  test('cannot be undone while their portal is open', async () => {
    const { db } = await open();
    await makeTestProject(db);
    const leadId = await makeLead(db);
    const announcer = testServices(now);
    const converted = await convert(db, announcer, leadId);
    if (!converted.ok) throw new Error(converted.reason);
    const close = () => setLeadStatus(db, now, ada, { leadId, status: 'closed' });
    expect(await close()).toEqual({ ok: false, reason: 'still-client' });
    const { clientId } = converted;
    const [person] = await db.select().from(people).where(eq(people.clientId, clientId));
    expect(
      await endAccess(db, announcer, await makePerson(db, 'team', 'Noor Lind'), {
        clientId,
        personId: person?.id ?? '',
      }),
    ).toBe(true);
    expect(await close()).toEqual({ ok: true });
    expect(await convert(db, announcer, leadId)).toEqual({ ok: false, reason: 'disabled' });
    await db.update(people).set({ disabledAt: null });
    expect(await convert(db, announcer, leadId)).toEqual(converted);
    expect([await db.$count(clients), await db.$count(projects)]).toEqual([2, 2]);
  });
});
