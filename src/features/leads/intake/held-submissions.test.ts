import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { deleteHeldSubmission, releaseSubmission } from './held-submissions.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import { listLeads } from '#src/features/leads/inbox/list-leads.ts';
import { rulesOf, submissionOf, submitLead } from './submission.fixture.ts';

describeOnEachDatabase('a held submission', (open) => {
  test('that is released makes a lead and queues its job, once', async () => {
    const { db } = await open();
    const held = submissionOf({ isHeld: true, form: 'discovery-call', reached: 'booked' });
    await submitLead(db, held, rulesOf());
    const rules = rulesOf();
    expect(await releaseSubmission(db, held.id, rules)).toBe(true);
    expect(await releaseSubmission(db, held.id, rules)).toBe(false);
    expect(rules.enqueued).toEqual([held.id]);
    expect(await db.select().from(leads)).toMatchObject([
      { status: 'booked', isHeld: false, waitingSince: held.createdAt, sources: ['discovery-call'] },
    ]);
  });

  test('that is deleted deletes its lead too, unless they sent something else', async () => {
    const { db } = await open();
    const email = 'runa@halfmoon.example';
    const stranger = submissionOf({ isHeld: true });
    const known = submissionOf({ isHeld: true, email });
    for (const submission of [stranger, known, submissionOf({ email })])
      await submitLead(db, submission, rulesOf());
    expect(await deleteHeldSubmission(db, stranger.id)).toBe(true);
    expect(await deleteHeldSubmission(db, known.id)).toBe(true);
    expect(await deleteHeldSubmission(db, known.id)).toBe(false);
    expect(await listLeads(db)).toMatchObject([{ email, submissions: [{ held: false }] }]);
  });

  test('can only be deleted or released while it is held', async () => {
    const { db } = await open();
    const sent = submissionOf();
    await submitLead(db, sent, rulesOf());
    expect(await deleteHeldSubmission(db, sent.id)).toBe(false);
    expect(await releaseSubmission(db, sent.id, rulesOf())).toBe(false);
  });
});

describeOnEachDatabase('the export', (open) => {
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
