import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { makeTestProject, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { writeMails, retryAction } from './outbox.ts';
import { outbox } from './outbox.table.ts';

describeOnOneDatabase('a failed mail', (open) => {
  test('can be sent again only from the page of its own lead or client, or from the page of all', async () => {
    const { db } = await open();
    const { client, team } = await makeTestProject(db);
    for (const email of ['runa@halfmoon.example', 'ivo@halfmoon.example'])
      await submitLead(db, submissionOf({ email }), rulesOf());
    const [own, other] = await db.select().from(leads);
    const leadId = own?.id ?? '';
    const mail = { kind: 'reply', topic: 'contact' };
    const [ofLead, ofClient] = await writeMails(db, testNow, [
      { ...mail, subjectId: randomUUID(), leadId },
      { ...mail, subjectId: randomUUID(), clientId: client.clientId },
    ]);
    const services = { ...testServices(), db } as unknown as Services;
    const session = { id: randomUUID(), person: team, isComplete: true, isRecent: true };
    const retry = async (owner: 'leadId' | 'clientId' | undefined, id: string, mailId = '') => {
      await db.update(outbox).set({ state: 'failed' });
      const entries = { mail: mailId };
      return (await retryAction(owner)({ services, session, entries, params: { id } })).ok;
    };
    for (const id of [other?.id ?? '', client.clientId, client.id, randomUUID(), '', 'all'])
      expect(await retry('leadId', id, ofLead), id).toBe(false);
    for (const id of [leadId, team.id, '', 'all'])
      expect(await retry('clientId', id, ofClient), id).toBe(false);
    expect(await retry('leadId', leadId, ofLead)).toBe(true);
    expect(await retry('clientId', client.clientId, ofClient)).toBe(true);
    for (const mailId of [ofLead, ofClient]) expect(await retry(undefined, '', mailId)).toBe(true);
  });
});
