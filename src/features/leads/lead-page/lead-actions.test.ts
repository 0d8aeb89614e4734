import { expect, test } from 'vitest';
import { addPerson } from '#src/features/accounts/people/account.fixture.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/intake/submission.fixture.ts';
import { submissions } from '#src/features/leads/records/submission.table.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services.ts';
import { leadActionsOf } from './lead-actions.ts';

const now = new Date('2026-11-21T10:00:00Z');

describeOnEachDatabase("on a lead's page", (open) => {
  test('deleting the only thing that was sent leads to the list, and deleting another one stays', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'team', now, 'Ada');
    const email = 'runa@halfmoon.example';
    const [stranger, known] = [submissionOf({ isHeld: true }), submissionOf({ isHeld: true, email })];
    for (const submission of [stranger, known, submissionOf({ email })])
      await submitLead(db, submission, rulesOf());
    const leadOf = new Map((await db.select().from(submissions)).map(({ id, leadId }) => [id, leadId]));
    const services = { db, clock: { now: () => now } } as unknown as Services;
    const session = { id: person.id, person, isComplete: true, isRecent: true };
    const actions = leadActionsOf('/desk?state=held');
    const remove = (submission: string) =>
      actions['delete']?.({
        services,
        session,
        entries: { submission },
        params: { id: leadOf.get(submission) },
      });
    expect(await remove(stranger.id)).toEqual({ ok: true, next: '/desk?state=held' });
    expect(await remove(known.id)).toEqual({ ok: true });
    expect(await remove(known.id)).toMatchObject({ ok: false, status: 404 });
  });
});
