import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import { listLeads } from '../inbox/export-leads.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import { submissions, leads } from '../lead.table.ts';
import { storeSubmissions } from '../submissions/store-submissions.ts';
import { deleteHeldSubmission, releaseSubmission } from './change-lead.ts';

/** Returns the key of a stored submission. */
async function keyOf(db: Db, { id }: { id: string }) {
  const [stored] = await db.select().from(submissions).where(eq(submissions.id, id));
  return { submissionId: id, leadId: stored?.leadId ?? '' };
}

describeOnOneDatabase('a held submission', (open) => {
  test('creates a lead and queues its job once if released', async () => {
    const { db } = await open();
    const held = submissionOf({ isHeld: true, form: 'discovery-call', reached: 'booked' });
    await submitLead(db, held, rulesOf());
    const rules = rulesOf();
    const key = await keyOf(db, held);
    expect(await releaseSubmission(db, key, rules)).toBe(true);
    expect(await releaseSubmission(db, key, rules)).toBe(false);
    expect(rules.enqueued).toEqual([held.id]);
    expect(await db.select().from(leads)).toMatchObject([
      { status: 'booked', isHeld: false, waitingSince: held.createdAt, sources: ['discovery-call'] },
    ]);
  });

  test('keeps the status set by the team if released', async () => {
    const { db } = await open();
    const email = 'runa@halfmoon.example';
    const held = submissionOf({ isHeld: true, email });
    for (const submission of [submissionOf({ email }), held]) await submitLead(db, submission, rulesOf());
    await db.update(leads).set({ status: 'proposal' });
    expect(await releaseSubmission(db, await keyOf(db, held), rulesOf())).toBe(true);
    expect(await db.select().from(leads)).toMatchObject([{ status: 'proposal', isHeld: false }]);
  });

  test('is deleted with its lead, unless they sent something else', async () => {
    const { db } = await open();
    const email = 'runa@halfmoon.example';
    const stranger = submissionOf({ isHeld: true });
    const known = submissionOf({ isHeld: true, email });
    for (const submission of [stranger, known, submissionOf({ email })])
      await submitLead(db, submission, rulesOf());
    expect(await deleteHeldSubmission(db, await keyOf(db, stranger))).toBe(true);
    const key = await keyOf(db, known);
    expect(await deleteHeldSubmission(db, key)).toBe(true);
    expect(await deleteHeldSubmission(db, key)).toBe(false);
    expect(await listLeads(db)).toMatchObject([{ email, submissions: [{ held: false }] }]);
  });

  test('can only be deleted or released while it is held', async () => {
    const { db } = await open();
    const sent = submissionOf();
    await submitLead(db, sent, rulesOf());
    const key = await keyOf(db, sent);
    expect(await deleteHeldSubmission(db, key)).toBe(false);
    expect(await releaseSubmission(db, key, rulesOf())).toBe(false);
  });

  test('can only be deleted or released as one of its own lead', async () => {
    const { db } = await open();
    const held = submissionOf({ isHeld: true });
    const other = submissionOf();
    for (const submission of [held, other]) await submitLead(db, submission, rulesOf());
    for (const { leadId } of [await keyOf(db, other), { leadId: randomUUID() }]) {
      expect(await deleteHeldSubmission(db, { submissionId: held.id, leadId })).toBe(false);
      expect(await releaseSubmission(db, { submissionId: held.id, leadId }, rulesOf())).toBe(false);
    }
  });

  test('is deleted without the submissions its sender adds at the same time', async () => {
    const database = await open();
    const { db } = database;
    const email = 'runa@halfmoon.example';
    const held = submissionOf({ isHeld: true, email });
    await submitLead(db, held, rulesOf());
    const key = await keyOf(db, held);
    const sent = submissionOf({ email });
    const deleting = await db.transaction(async (tx) => {
      await storeSubmissions(tx, [sent]);
      const deletion = deleteHeldSubmission(db, key);
      await untilWaiting(database);
      return { deletion };
    });
    expect(await deleting.deletion).toBe(true);
    expect(await listLeads(db)).toMatchObject([{ email, submissions: [{ id: sent.id }] }]);
  });

  test('is either released or erased with its lead if both happen at once', async () => {
    const database = await open();
    const { db } = database;
    const held = submissionOf({ isHeld: true });
    await submitLead(db, held, rulesOf());
    const key = await keyOf(db, held);
    const { release } = await db.transaction(async (tx) => {
      await tx.select().from(leads).where(eq(leads.id, key.leadId)).for('update');
      const releasing = releaseSubmission(db, key, rulesOf());
      await untilWaiting(database);
      await tx.delete(leads).where(eq(leads.id, key.leadId));
      return { release: releasing };
    });
    expect(await release).toBe(false);
  });
});

describeOnOneDatabase('the export', (open) => {
  test('has one element per person, with every submission exactly as typed', async () => {
    const { db } = await open();
    const createdAt = new Date('2026-11-21T10:00:00Z');
    const fields = { name: '\uFEFF Runa', email: 'Runa@halfmoon.example', message: 'a\r\nb' };
    const { name, email } = fields;
    const first = submissionOf({ createdAt, fields, name, email });
    const second = submissionOf({
      createdAt: new Date('2026-11-21T11:00:00Z'),
      email: 'runa@HALFMOON.example',
    });
    const held = submissionOf({ createdAt: new Date('2026-11-21T12:00:00Z'), isHeld: true });
    for (const submission of [first, second, held]) await submitLead(db, submission, rulesOf());
    expect(await listLeads(db)).toEqual([
      {
        id: expect.any(String),
        name,
        email,
        status: 'lead',
        createdAt: '2026-11-21T10:00:00.000Z',
        held: false,
        followUpOn: null,
        followUpNote: '',
        submissions: [
          {
            id: first.id,
            form: 'contact',
            form_source: 'contact_form',
            createdAt: '2026-11-21T10:00:00.000Z',
            held: false,
            fields,
          },
          expect.objectContaining({ id: second.id }),
        ],
      },
      expect.objectContaining({ held: true, status: 'guest' }),
    ]);
  });
});
