import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listLeadsOf } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { setLeadStatus } from '#src/features/leads/lead-page/change-lead.ts';
import { convertLead } from '#src/features/leads/lead-page/convert-lead.ts';
import { findLead } from '#src/features/leads/lead-page/find-lead.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { makePerson, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { whileLocked } from '#src/platform/database/while-locked.fixture.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { countMoving, mergeClients } from './merge-clients.ts';

const services = testServices();

/** Creates leads who became clients, with a function that merges the first one's client into the second one's. */
async function makeConverted(db: Db, emails = ['gone@halfmoon.example', 'stays@halfmoon.example']) {
  const ada = await makePerson(db, 'team', 'Ada Brandt');
  const made = [];
  for (const email of emails) {
    await submitLead(db, submissionOf({ email, name: 'Halfmoon' }), rulesOf());
    const lead = (await db.select().from(leads)).find((one) => one.email === email);
    const converted = await convertLead(db, services, ada, { leadId: lead?.id ?? '', projectName: email });
    if (!converted.ok) throw new Error(converted.reason);
    made.push({ leadId: lead?.id ?? '', clientId: converted.clientId });
  }
  const [from, into, other = into] = made;
  if (!from || !into || !other) throw new Error('not made');
  const seen = await countMoving(db, from.clientId);
  const merge = { fromId: from.clientId, intoId: into.clientId, seen };
  return { ada, from, into, other, merge: () => mergeClients(db, services, ada, merge) };
}

/** Creates two converted leads and merges the first one's client into the second one's. */
async function makeMerged(db: Db) {
  const { merge, ...made } = await makeConverted(db);
  expect(await merge()).toEqual({ ok: true });
  return made;
}

describeOnOneDatabase('the lead of a client that became part of another', (open) => {
  test('links to the remaining client, and is not converted again', async () => {
    const { db } = await open();
    const { ada, from, into } = await makeMerged(db);
    expect((await findLead(db, from.leadId))?.client?.id).toBe(into.clientId);
    const again = await convertLead(db, services, ada, { leadId: from.leadId, projectName: 'Again' });
    expect(again).toMatchObject({ ok: true, clientId: into.clientId });
    expect([await db.$count(clients), await db.$count(projects)]).toEqual([1, 2]);
    const status = { leadId: from.leadId, status: 'closed' } as const;
    expect(await setLeadStatus(db, testNow, ada, status)).toEqual({ ok: false, reason: 'still-client' });
  });

  test('belongs to that client only, and waits for no other client’s or lead’s lock', async () => {
    const database = await open();
    const { db } = database;
    const emails = ['gone@halfmoon.example', 'stays@halfmoon.example', 'osric@vane.example'];
    const { from, into, other, merge } = await makeConverted(db, emails);
    const lockOther = async (tx: Db) => {
      await tx.select().from(leads).where(eq(leads.id, other.leadId)).for('update');
      await tx.select().from(clients).where(eq(clients.id, other.clientId)).for('update');
    };
    expect(await whileLocked(database, lockOther, merge)).toEqual({ ok: true });
    expect((await listLeadsOf(db, into.clientId)).toSorted()).toEqual([from.leadId, into.leadId].toSorted());
    expect(await listLeadsOf(db, other.clientId)).toEqual([other.leadId]);
  });

  test.each(['from', 'into'] as const)(
    'is exported and erased with that client, via the lead of %s',
    async (which) => {
      const { db } = await open();
      const { ada, ...both } = await makeMerged(db);
      const subject = { leadId: both[which].leadId };
      const session = { id: randomUUID(), person: ada, isComplete: true, isRecent: true };
      const sender = { userAgent: 'Firefox', network: '192.0.2.1' };
      const clock = { now: () => testNow };
      const answer = await exportPerson({ db, clock }, { session, sender }, subject);
      const everything = (await answer.json()) as Record<string, unknown[]>;
      expect([everything['lead']?.length, everything['mergedClients']?.length]).toEqual([2, 1]);
      const erased = await erasePerson(db, services, ada, subject, 'stays@halfmoon.example');
      expect(erased).toEqual({ ok: true, keptClientId: null });
      expect([await db.$count(leads), await db.$count(clients)]).toEqual([0, 0]);
    },
  );
});
