import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { rulesOf, submissionOf, submitLead } from './submission.fixture.ts';
import { leads, submissions, visitors } from '../lead.table.ts';
import type { Submission } from './submission.ts';
import { submissionLimits, submitLeads } from './submit-leads.ts';

describeOnEachDatabase('a submission', (open) => {
  test('creates one lead, one submission and one job', async () => {
    const { db } = await open();
    const rules = rulesOf();
    const sent = submissionOf({ email: 'Runa@Studio.Example' });
    expect(await submitLead(db, sent, rules)).toEqual({ ok: true, visitorId: sent.visitorId });
    expect(await db.select().from(leads)).toMatchObject([
      { email: 'Runa@Studio.Example', emailKey: 'runa@studio.example', status: 'lead', isHeld: false },
    ]);
    expect(await db.select().from(submissions)).toMatchObject([{ id: sent.id, fields: sent.fields }]);
    expect(rules.enqueued).toEqual([sent.id]);
  });

  test('stores nothing if its job cannot be queued', async () => {
    const { db } = await open();
    const rules = rulesOf({ enqueue: () => Promise.reject(new Error('no queue')) });
    await expect(submitLead(db, submissionOf(), rules)).rejects.toThrow('no queue');
    expect(await db.select().from(leads)).toEqual([]);
    expect(await db.select().from(submissions)).toEqual([]);
    expect(await db.select().from(visitors)).toEqual([]);
  });

  test('from another spelling of an address belongs to the same lead', async () => {
    const { db } = await open();
    await submitLead(db, submissionOf({ email: 'a@b.example' }), rulesOf());
    await submitLead(db, submissionOf({ email: 'A@B.example' }), rulesOf());
    const [lead, ...others] = await db.select().from(leads);
    expect(others).toEqual([]);
    expect(await db.$count(submissions, eq(submissions.leadId, lead?.id ?? ''))).toBe(2);
  });

  test('sent again, in parallel or later, is stored once with the same result', async () => {
    const { db } = await open();
    const rules = rulesOf();
    const sent = submissionOf();
    const parallel = Array.from({ length: 50 }, () => submitLead(db, sent, rules));
    const answers = [...(await Promise.all(parallel)), await submitLead(db, sent, rules)];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual({ ok: true, visitorId: sent.visitorId });
    expect(await db.$count(submissions)).toBe(1);
    expect(rules.enqueued).toContain(sent.id);
  });

  test('with different content under the same id is a conflict and stores nothing', async () => {
    const { db } = await open();
    const sent = submissionOf();
    const other = submissionOf({ id: sent.id });
    const answers = await submitLeads(db, [sent, other], rulesOf());
    expect(answers).toEqual([
      { ok: true, visitorId: sent.visitorId },
      { ok: false, reason: 'conflict' },
    ]);
    expect(await submitLead(db, other, rulesOf())).toEqual({ ok: false, reason: 'conflict' });
    expect(await db.$count(leads)).toBe(1);
    expect(await db.$count(visitors)).toBe(1);
  });

  test('only raises a lead’s status, and keeps one set by the team', async () => {
    const { db } = await open();
    const email = 'client@studio.example';
    const statusAfter = async (reached: 'lead' | 'booked') => {
      await submitLead(db, submissionOf({ email, reached }), rulesOf());
      return (await db.select().from(leads))[0]?.status;
    };
    expect(await statusAfter('lead')).toBe('lead');
    expect(await statusAfter('booked')).toBe('booked');
    expect(await statusAfter('lead')).toBe('booked');
    for (const status of ['proposal', 'converted', 'closed'] as const) {
      await db.update(leads).set({ status });
      expect(await statusAfter('booked')).toBe(status);
    }
  });

  test('starts a wait that lasts until it is answered, despite further submissions', async () => {
    const { db } = await open();
    const email = 'client@studio.example';
    const [first, second, third] = [10, 12, 14].map((hour) => new Date(`2026-11-21T${hour}:00:00Z`));
    const leadAfter = async (createdAt: Date | undefined, changes: Partial<Submission>) => {
      await submitLead(
        db,
        submissionOf({ email, ...(createdAt ? { createdAt } : {}), ...changes }),
        rulesOf(),
      );
      return (await db.select().from(leads))[0];
    };
    expect(await leadAfter(first, {})).toMatchObject({ waitingSince: first, sources: ['contact'] });
    const later = await leadAfter(second, { form: 'brief' });
    expect(later?.waitingSince).toEqual(first);
    expect(later?.sources.toSorted()).toEqual(['brief', 'contact']);
    await db.update(leads).set({ waitingSince: null });
    expect(await leadAfter(third, { form: 'message', isHeld: true })).toMatchObject({ waitingSince: null });
    const again = await leadAfter(third, {});
    expect(again?.waitingSince).toEqual(third);
    expect(again?.sources.toSorted()).toEqual(['brief', 'contact']);
  });

  test('changes the visitor’s status only for that visitor’s submissions', async () => {
    const { db } = await open();
    const email = 'client@studio.example';
    await submitLead(db, submissionOf({ email }), rulesOf());
    await db.update(leads).set({ status: 'converted' });
    const visitorId = randomUUID();
    await submitLead(db, submissionOf({ email, visitorId }), rulesOf());
    const statusOf = async () =>
      (await db.select().from(visitors).where(eq(visitors.id, visitorId)))[0]?.status;
    expect(await statusOf()).toBe('lead');
    await submitLead(db, submissionOf({ visitorId, reached: 'booked' }), rulesOf());
    await submitLead(db, submissionOf({ visitorId }), rulesOf());
    expect(await statusOf()).toBe('booked');
  });
});

describeOnEachDatabase('a held submission', (open) => {
  test('is stored, sends no email and changes no status', async () => {
    const { db } = await open();
    const rules = rulesOf();
    const sent = submissionOf({ isHeld: true });
    expect(await submitLead(db, sent, rules)).toEqual({ ok: true, visitorId: sent.visitorId });
    expect(rules.enqueued).toEqual([]);
    expect(await db.select().from(leads)).toMatchObject([{ isHeld: true, status: 'guest' }]);
  });

  test('is replaced by the name from a real submission of the same person, not vice versa', async () => {
    const { db } = await open();
    const email = 'runa@studio.example';
    await submitLead(db, submissionOf({ email, name: 'Cheap pills', isHeld: true }), rulesOf());
    await submitLead(db, submissionOf({ email, name: 'Runa' }), rulesOf());
    await submitLead(db, submissionOf({ email, name: 'Cheap pills', isHeld: true }), rulesOf());
    expect(await db.select().from(leads)).toMatchObject([{ isHeld: false, status: 'lead', name: 'Runa' }]);
  });
});

describeOnEachDatabase('submissions of the same address', (open) => {
  test('are accepted up to the limit, and again after the window', async () => {
    const { db } = await open();
    const email = 'runa@studio.example';
    const limits = { ...submissionLimits, perEmail: 3 };
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds));
    const network = '192.0.2.1';
    const send = (seconds: number) =>
      submitLead(
        db,
        submissionOf({ email, network, createdAt: at(seconds) }),
        rulesOf({ limits }, at(seconds)),
      );
    const batch = [0, 1, 2, 3].map(() => submissionOf({ email, network, createdAt: at(0) }));
    expect((await submitLeads(db, batch, rulesOf({ limits }))).map(({ ok }) => ok)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await send(60)).toEqual({ ok: false, reason: 'too-many', retryAfterS: 840 });
    expect(await send(899)).toEqual({ ok: false, reason: 'too-many', retryAfterS: 1 });
    expect(await send(900)).toMatchObject({ ok: true });
    expect(await db.$count(submissions)).toBe(4);
  });

  test('from another network are accepted, whatever others sent with that address', async () => {
    const { db } = await open();
    const email = 'runa@studio.example';
    const rules = rulesOf();
    const send = (network: string) => submitLead(db, submissionOf({ email, network }), rules);
    for (let n = 0; n < 15; n += 1) expect(await send('192.0.2.66')).toMatchObject({ ok: true });
    expect(await send('192.0.2.66')).toMatchObject({ reason: 'too-many' });
    expect(await send('198.51.100.1')).toMatchObject({ ok: true });
  });

  test('do not count towards other people’s limits, and repeats do not count', async () => {
    const { db } = await open();
    const limits = { ...submissionLimits, perEmail: 1, perNetwork: 2 };
    const network = '192.0.2.0';
    const sent = submissionOf({ network });
    const rules = rulesOf({ limits });
    for (let times = 0; times < 5; times++)
      expect(await submitLead(db, sent, rules)).toMatchObject({ ok: true });
    expect(await submitLead(db, submissionOf({ network }), rules)).toMatchObject({ ok: true });
    expect(await submitLead(db, submissionOf({ network }), rules)).toMatchObject({ reason: 'too-many' });
    expect(await submitLead(db, submissionOf({ network: '198.51.100.0' }), rules)).toMatchObject({
      ok: true,
    });
  });
});
