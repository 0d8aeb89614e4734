import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { silentLog } from '../intake/form-request.fixture.ts';
import { rulesOf, submissionOf, submitLead } from '../intake/submission.fixture.ts';
import { submissionLimits, submitLeads, type SubmitRules } from '../intake/submit-leads.ts';
import { submissions } from '../submission.table.ts';
import { keptJobs } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import {
  confirmationLimits,
  countWithheldConfirmations,
  type ConfirmationLimits,
} from './confirmation-limits.ts';
import { leadReceivedJob } from './lead-received.job.ts';
import type { SubmissionMailKind } from './lead-mail-kinds.ts';

const clock = { now: () => new Date('2026-11-21T10:00:00Z') };
const bothMails: readonly SubmissionMailKind[] = ['team-mail', 'sender-mail'];

function receivedJobOn({ db }: Database, limits: ConfirmationLimits = confirmationLimits) {
  const { rateLimiter } = rulesOf();
  const waitUntilIdle = async () => undefined;
  return leadReceivedJob({ db, jobs: keptJobs(), log: silentLog, clock, rateLimiter, limits, waitUntilIdle });
}

describeOnOneDatabase('confirmations', (open) => {
  const received = async (database: Database, email: string, limits?: ConfirmationLimits) => {
    const submission = submissionOf({ email });
    await submitLead(database.db, submission, rulesOf());
    const job = receivedJobOn(database, limits);
    const { id } = submission;
    const run = () => job.run({ submissionId: id, deliveries: bothMails }, { id, attempt: 1 });
    expect([await run(), await run()], 'counted once, however often it runs').toEqual([
      { ok: true },
      { ok: true },
    ]);
    const mails = await database.db.select().from(outbox).where(eq(outbox.subjectId, id));
    return Object.fromEntries(mails.map(({ kind, state }) => [kind, state]));
  };
  const both = { 'team-mail': 'queued', 'sender-mail': 'queued' };
  const teamAlone = { 'team-mail': 'queued', 'sender-mail': 'skipped' };

  test('reach a mailbox three times a day, however its address is spelt, and the team each time', async () => {
    const database = await open();
    const spellings = [
      'runa@halfmoon.example',
      'runa@ｈalfmoon.example',
      'RUNA@halfmoon.example',
      'runa@ｈａlfmoon.example',
      'ru.na+studio@halfmoon.example',
    ];
    const states = [];
    for (const email of spellings) states.push(await received(database, email));
    expect(states).toEqual([both, both, both, teamAlone, teamAlone]);
    expect(await received(database, 'noor@halfmoon.example')).toEqual(both);
    expect(await database.db.$count(submissions), 'every form is stored').toBe(6);
    expect(await countWithheldConfirmations(database.db, clock.now()), 'no alarm').toBe(0);
  });

  test('of the whole installation end at its limit, which is an alarm for the team', async () => {
    const database = await open();
    const limits = { ...confirmationLimits, perInstallation: 2 };
    const states = [];
    for (let n = 0; n < 4; n += 1) states.push(await received(database, `runa${n}@halfmoon.example`, limits));
    expect(states).toEqual([both, both, teamAlone, teamAlone]);
    expect(await countWithheldConfirmations(database.db, clock.now())).toBe(2);
    const later = new Date(clock.now().getTime() + 86_400_000);
    expect(await countWithheldConfirmations(database.db, later)).toBe(0);
  });

  test('that the network has used up are withheld by the name of its limit', async () => {
    const database = await open();
    const { db } = database;
    const rules = rulesOf({ limits: { ...submissionLimits, confirmationsPerNetwork: 1 } });
    const withheld: (string | undefined)[] = [];
    const enqueue: SubmitRules['enqueue'] = async (_tx, ids, why) =>
      void withheld.push(...ids.map((id) => why?.get(id)));
    const sent = [1, 2, 3].map(() => submissionOf({ network: '192.0.2.66' }));
    const outcomes = await submitLeads(db, [...sent, submissionOf()], { ...rules, enqueue });
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const name = 'confirmations, network';
    expect(withheld).toEqual([undefined, name, name, undefined]);
    const job = receivedJobOn(database);
    const id = sent[1]?.id ?? '';
    await job.run({ submissionId: id, deliveries: bothMails, withheldFor: name }, { id, attempt: 1 });
    const mails = await db.select().from(outbox);
    expect(Object.fromEntries(mails.map(({ kind, state }) => [kind, state]))).toEqual(teamAlone);
  });
});
