import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { leads } from '../lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { createProject } from '#src/features/projects/projects.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findInbox } from '../inbox/find-inbox.ts';
import { everything } from '../inbox/inbox-filter.ts';
import { addLeadNote, setLeadStatus } from './change-lead.ts';
import { convertLead } from './convert-lead.ts';
import { findLead, markLeadSeen } from './find-lead.ts';
import { replyToLead } from './reply-to-lead.ts';

const email = 'runa@halfmoon.example';
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

/** Sends forms from one person at these hours; returns the lead and the submission ids. */
async function sendForms(db: Db, ...hours: readonly number[]) {
  const sent = hours.map((hour) => submissionOf({ email, createdAt: at(hour) }));
  for (const submission of sent) await submitLead(db, submission, rulesOf());
  const [lead] = await db.select().from(leads).where(eq(leads.email, email));
  return { leadId: lead?.id ?? '', ids: sent.map(({ id }) => id) };
}

describeOnOneDatabase('the page of a lead', (open) => {
  test('shows submissions, replies and notes in chronological order', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const { leadId, ids } = await sendForms(db, 12, 10);
    await submitLead(db, submissionOf(), rulesOf());
    await makePerson(db, 'client', 'Somebody else');
    for (const [hour, content] of [
      [15, 'second'],
      [14, 'first'],
    ] as const) {
      await addLeadNote(db, at(hour), ada, { id: randomUUID(), leadId, content: `${content} note` });
      const reply = { id: randomUUID(), leadId, content: `${content} reply` };
      await replyToLead(db, testServices(at(hour)), ada, reply);
    }
    const found = await findLead(db, leadId);
    expect(found?.lead).toMatchObject({ id: leadId, email });
    expect(found?.submissions.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(found?.replies.map(({ content }) => content)).toEqual(['first reply', 'second reply']);
    expect(found?.notes.map(({ content }) => content)).toEqual(['first note', 'second note']);
    expect(found?.activity.map(({ kind, at: when }) => [kind, when.getUTCHours()])).toEqual([
      ['lead-replied', 15],
      ['lead-noted', 15],
      ['lead-replied', 14],
      ['lead-noted', 14],
    ]);
    expect(found).toMatchObject({ client: null, failed: [] });
  });

  test('names the client whose person has the address, with its projects, in page, inbox and email', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const runa = await makePerson(db, 'client', 'Runa');
    await db.update(people).set({ emailKey: email }).where(eq(people.id, runa.id));
    const { clientId } = runa;
    const project = { clientId, name: 'Tidewater', description: '' };
    await db.transaction((tx) => createProject(tx, testServices(at(9)), ada, project));
    const { leadId } = await sendForms(db, 10);
    const [client] = await db.select().from(clients).where(eq(clients.id, clientId));
    const known = { id: clientId, name: client?.name, projects: [{ name: 'Tidewater' }] };
    expect(await findLead(db, leadId)).toMatchObject({ client: null, knownClient: known });
    const { leads: listed } = await findInbox(db, everything, at(11));
    expect(listed).toMatchObject([{ id: leadId, clientName: client?.name }]);
    await db.update(clients).set({ erasedAt: at(12) });
    expect(await findLead(db, leadId)).toMatchObject({ knownClient: null });
    expect((await findInbox(db, everything, at(13))).leads).toMatchObject([{ clientName: null }]);
  });

  test('shows failed emails under the name of the lead', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const { leadId } = await sendForms(db, 10);
    await replyToLead(db, testServices(at(11)), ada, { id: randomUUID(), leadId, content: 'Yes' });
    const failed = { state: 'failed', lastError: 'no such mailbox', settledAt: at(12) } as const;
    await db.update(outbox).set(failed);
    const found = await findLead(db, leadId);
    expect(found?.failed).toMatchObject([
      { kind: 'reply', name: 'Runa Vestergaard', reason: 'no such mailbox' },
    ]);
    expect(found?.replies).toMatchObject([
      { state: 'failed', lastError: 'no such mailbox', settledAt: at(12) },
    ]);
  });

  test('links to the lead’s client and only that client’s projects', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const { leadId } = await sendForms(db, 10);
    const made = await convertLead(db, testServices(at(11)), ada, { leadId, projectName: 'Reel 3' });
    if (!made.ok) throw new Error(made.reason);
    for (const clientId of [made.clientId, stranger.clientId]) {
      const project = { clientId, name: 'Reel 4', description: '' };
      await db.transaction((tx) => createProject(tx, testServices(at(12)), ada, project));
    }
    expect((await findLead(db, leadId))?.client).toEqual({
      id: made.clientId,
      projects: [
        { id: made.projectId, name: 'Reel 3' },
        { id: expect.any(String), name: 'Reel 4' },
      ],
    });
  });

  test('shows no notes and no projects if there are none', async () => {
    const { db } = await open();
    const { leadId } = await sendForms(db, 10);
    const { clientId } = await makePerson(db, 'client', 'Runa');
    await db.update(clients).set({ leadId });
    const found = await findLead(db, leadId);
    expect(found).toMatchObject({ notes: [], replies: [], activity: [] });
    expect(found?.client).toEqual({ id: clientId, projects: [] });
  });

  test('is null for an unknown lead', async () => {
    const { db } = await open();
    await sendForms(db, 10);
    expect(await findLead(db, randomUUID())).toBeNull();
  });

  test('records a change of status with both values, and nothing if it is unchanged', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const { leadId } = await sendForms(db, 10);
    for (const status of ['proposal', 'proposal', 'closed'] as const)
      expect(await setLeadStatus(db, at(11), ada, { leadId, status })).toEqual({ ok: true });
    const found = await findLead(db, leadId);
    const changes = found?.activity.map(({ kind, actorName, details }) => [kind, actorName, details]);
    expect(changes).toHaveLength(2);
    expect(changes).toEqual(
      expect.arrayContaining([
        ['lead-status-set', 'Ada Brandt', { from: 'lead', to: 'proposal' }],
        ['lead-status-set', 'Ada Brandt', { from: 'proposal', to: 'closed' }],
      ]),
    );
    expect(found?.lead).toMatchObject({ status: 'closed', waitingSince: null, answeredByName: 'Ada Brandt' });
  });
});

describeOnOneDatabase('a lead who is opened', (open) => {
  test('is marked as seen if something is new, and nothing is recorded without a wait', async () => {
    const { db } = await open();
    const { leadId } = await sendForms(db, 10);
    await submitLead(db, submissionOf({ email: 'other@visitor.example', createdAt: at(9) }), rulesOf());
    const openedAt = async (which = email) =>
      (await db.select().from(leads).where(eq(leads.email, which)))[0]?.openedAt;
    await markLeadSeen(db, at(11), leadId);
    expect(await openedAt()).toEqual(at(11));
    expect(await openedAt('other@visitor.example')).toBeNull();
    await markLeadSeen(db, at(12), leadId);
    expect(await openedAt()).toEqual(at(11));
    await db
      .update(leads)
      .set({ waitingSince: at(13) })
      .where(eq(leads.id, leadId));
    await markLeadSeen(db, at(14), leadId);
    expect(await openedAt()).toEqual(at(14));
    await db.update(leads).set({ waitingSince: null, openedAt: null });
    await markLeadSeen(db, at(15), leadId);
    expect(await openedAt()).toBeNull();
  });
});
