import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import { submissionLimits, submitLeads, type SubmitRules } from '../submissions/submit-leads.ts';
import { submissions } from '../lead.table.ts';
import { keptJobs } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import {
  confirmationLimits,
  countWithheldConfirmations,
  type ConfirmationLimits,
  queueSubmissionMails,
} from './submission-mails.ts';
import type { SubmissionMailKind } from './lead-mail-kinds.ts';

const now = new Date('2026-11-21T10:00:00Z');
const bothMails: readonly SubmissionMailKind[] = ['team-mail', 'sender-mail'];

const queuing =
  (limits: ConfirmationLimits = confirmationLimits): SubmitRules['enqueue'] =>
  (tx, ids, withheld = new Map()) =>
    queueSubmissionMails(
      tx,
      { jobs: keptJobs(), now, rateLimiter: rulesOf().rateLimiter, limits },
      { ids, deliveries: bothMails, withheld },
    );

const statesOf = async ({ db }: Database, submissionId: string) => {
  const mails = await db.select().from(outbox).where(eq(outbox.subjectId, submissionId));
  return Object.fromEntries(mails.map(({ kind, state }) => [kind, state]));
};

describeOnOneDatabase('confirmations', (open) => {
  const received = async (database: Database, email: string, limits?: ConfirmationLimits) => {
    const submission = submissionOf({ email });
    const rules = rulesOf({ enqueue: queuing(limits) });
    expect(await submitLead(database.db, submission, rules)).toMatchObject({ ok: true });
    expect(await submitLead(database.db, submission, rules), 'a repeat is not counted').toMatchObject({
      ok: true,
    });
    return statesOf(database, submission.id);
  };
  const both = { 'team-mail': 'queued', 'sender-mail': 'queued' };
  const teamAlone = { 'team-mail': 'queued', 'sender-mail': 'skipped' };

  test('reach a mailbox three times a day, whatever the spelling of its address, and the team each time', async () => {
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
    expect(await countWithheldConfirmations(database.db, now), 'no alarm').toBe(0);
  });

  test('stop at the limit of the whole installation, which raises an alarm for the team', async () => {
    const database = await open();
    const limits = { ...confirmationLimits, perInstallation: 2 };
    const states = [];
    for (let n = 0; n < 4; n += 1) states.push(await received(database, `runa${n}@halfmoon.example`, limits));
    expect(states).toEqual([both, both, teamAlone, teamAlone]);
    expect(await countWithheldConfirmations(database.db, now)).toBe(2);
    const later = new Date(now.getTime() + 86_400_000);
    expect(await countWithheldConfirmations(database.db, later)).toBe(0);
  });

  test('are withheld with the limit’s name once a network has used it up', async () => {
    const database = await open();
    const { db } = database;
    const limits = { ...submissionLimits, confirmationsPerNetwork: 1 };
    const rules = rulesOf({ limits, enqueue: queuing() });
    const sent = [...[1, 2, 3].map(() => submissionOf({ network: '192.0.2.66' })), submissionOf()];
    const outcomes = await submitLeads(db, sent, rules);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const states = await Promise.all(sent.map(({ id }) => statesOf(database, id)));
    expect(states).toEqual([both, teamAlone, teamAlone, both]);
    const skipped = await db.select().from(outbox).where(eq(outbox.state, 'skipped'));
    expect(new Set(skipped.map(({ lastError }) => lastError))).toEqual(new Set(['confirmations, network']));
  });
});
