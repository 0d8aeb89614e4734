import { randomUUID } from 'node:crypto';
import { ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import desk from '#content/desk.yaml';
import { addPerson } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import { leads, submissions, leadReplies, leadNotes } from '../lead.table.ts';
import { writeMails } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { longest } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { leadsCsv, listLeads } from '../inbox/export-leads.ts';
import { mostSubject, usualReplySubject } from '../reply-subject.ts';
import { leadActionsOf } from './lead-actions.ts';

const now = new Date('2026-11-21T10:00:00Z');
const { errors } = desk.lead;

/** Returns a team member who uses the page of a lead. */
async function openDesk(db: Db) {
  const person = await addPerson(db, 'team', now, 'Ada');
  const config = { formForwardUrl: null };
  const services = {
    ...testServices(now),
    db,
    config,
    rateLimiter: rulesOf().rateLimiter,
  } as unknown as Services;
  const session = { id: person.id, person, isComplete: true, isRecent: true };
  const actions = leadActionsOf('/desk/leads?state=held');
  return (name: string, id: string | undefined, entries: Entries = {}, who = session) =>
    actions[name]?.({ services, session: who, entries, params: { id } });
}

async function withLead(db: Db, changes: Parameters<typeof submissionOf>[0] = {}) {
  const act = await openDesk(db);
  await submitLead(db, submissionOf(changes), rulesOf());
  const [lead] = await db.select().from(leads);
  const leadId = lead?.id ?? '';
  return { leadId, act: (name: string, entries: Entries = {}) => act(name, leadId, entries), any: act };
}

const deedsOf = async (db: Db) => (await db.select().from(activity)).map(({ kind }) => kind).toSorted();
const wrong = (field: string, error: string, status = 422) => ({
  ok: false,
  status,
  error,
  errors: [{ field, code: 'option', message: error }],
});

describeOnOneDatabase("on a lead's page", (open) => {
  test('asks before a second answer: what the first one said, with the text kept, and sends it again', async () => {
    const { db } = await open();
    const { leadId, any } = await withLead(db);
    const ben = await addPerson(db, 'team', now, 'Ben');
    const asBen = { id: ben.id, person: ben, isComplete: true, isRecent: true };
    const reply = (content: string, more: Entries = {}) => ({ entry: uuidv7(), content, seen: '', ...more });
    const first = reply('We can, from Monday.');
    expect(await any('reply', leadId, first)).toEqual({ ok: true });
    const second = reply('Sorry, we are full.');
    const question = {
      status: 409,
      error: 'Already answered by Ada',
      ask: { texts: ['Ada, Today, 10:00: We can, from Monday.'], no: { href: '#reply-text' } },
    };
    expect(await any('reply', leadId, second, asBen)).toMatchObject(question);
    expect(await db.$count(leadReplies), 'nothing was sent').toBe(1);
    expect(await any('reply', leadId, { ...second, sure: 'yes' }, asBen)).toEqual({ ok: true });
    expect(await any('reply', leadId, second, asBen), 'stored already').toEqual({ ok: true });
    expect(await any('reply', leadId, reply('And a price.'), asBen), 'after their own').toEqual({ ok: true });
    const seen = reply('Never mind.', { seen: second.entry });
    expect(await any('reply', leadId, seen)).toMatchObject({ error: 'Already answered by Ben' });
    const latest = (await db.select().from(leadReplies)).find(({ content }) => content === 'And a price.');
    expect(await any('reply', leadId, { ...seen, seen: latest?.id ?? '' })).toEqual({ ok: true });
  });

  test('replies with the usual subject or another one', async () => {
    const { db } = await open();
    const { act } = await withLead(db);
    const reply = (subject?: string) =>
      act('reply', { entry: randomUUID(), content: 'Hello', ...(subject === undefined ? {} : { subject }) });
    for (const subject of [undefined, usualReplySubject, ' ', 'Dates for the film'])
      expect(await reply(subject)).toEqual({ ok: true });
    const subjects = (await db.select().from(leadReplies)).map(({ subject }) => subject);
    expect(subjects).toEqual(['', '', '', 'Dates for the film']);
    const tooLong = fill(errors.tooLong, { max: String(mostSubject) });
    expect(await reply('x'.repeat(mostSubject + 1))).toEqual(wrong('subject', tooLong));
  });

  test('sets, changes and clears a follow-up, which the exports contain', async () => {
    const { db } = await open();
    const { act, any } = await withLead(db);
    const set = (followUpOn: string, followUpNote = '') => act('follow-up', { followUpOn, followUpNote });
    expect(await set('2026-11-30', 'Ask about the date')).toEqual({ ok: true });
    expect(await set('2026-11-30', 'Ask about the date')).toEqual({ ok: true });
    const [record] = await listLeads(db);
    expect(record).toMatchObject({ followUpOn: '2026-11-30', followUpNote: 'Ask about the date' });
    expect(leadsCsv(record ? [record] : [])).toContain('"2026-11-30","Ask about the date"');
    expect(await set('2026-02-30')).toEqual(wrong('followUpOn', errors.day));
    expect(await set('', 'When?')).toEqual(wrong('followUpOn', errors.followUpDay));
    const tooLong = fill(errors.tooLong, { max: String(longest.name) });
    expect(await set('2026-12-01', 'x'.repeat(longest.name + 1))).toEqual(wrong('followUpNote', tooLong));
    expect(await set('')).toEqual({ ok: true });
    expect(await listLeads(db)).toMatchObject([{ followUpOn: null, followUpNote: '' }]);
    expect(await deedsOf(db)).toEqual(['lead-follow-up-cleared', 'lead-follow-up-set']);
    expect(await any('follow-up', randomUUID(), { followUpOn: '2026-12-01' })).toMatchObject({ status: 404 });
  });

  test('redirects to the list after deleting a lead’s only submission, and stays on the page otherwise', async () => {
    const { db } = await open();
    const act = await openDesk(db);
    const email = 'runa@halfmoon.example';
    const [stranger, known] = [submissionOf({ isHeld: true }), submissionOf({ isHeld: true, email })];
    for (const submission of [stranger, known, submissionOf({ email })])
      await submitLead(db, submission, rulesOf());
    const leadOf = new Map((await db.select().from(submissions)).map(({ id, leadId }) => [id, leadId]));
    const remove = (submission: string) => act('delete', leadOf.get(submission), { submission });
    expect(await remove(stranger.id)).toEqual({ ok: true, next: '/desk/leads?state=held' });
    expect(await remove(known.id)).toEqual({ ok: true });
    expect(await deedsOf(db)).toEqual(['submission-deleted', 'submission-deleted']);
    expect(await remove(known.id)).toMatchObject({ ok: false, status: 404 });
    expect(await act('delete', leadOf.get(known.id))).toMatchObject({ ok: false, status: 404 });
  });

  test('releases a submission held by mistake and records it', async () => {
    const { db } = await open();
    const held = submissionOf({ isHeld: true });
    const { act, leadId } = await withLead(db, held);
    expect(await act('status', { status: 'booked' })).toEqual(wrong('status', errors.held, 409));
    expect(await act('status', { status: 'converted', project: 'Reel 3' })).toEqual(
      wrong('status', errors.held, 409),
    );
    expect(await act('release', { submission: held.id })).toEqual({ ok: true });
    expect(await db.select().from(submissions)).toMatchObject([{ leadId, isHeld: false }]);
    expect(await db.select().from(activity)).toMatchObject([
      { kind: 'submission-released', leadId, subjectId: held.id, actorName: 'Ada' },
    ]);
    expect(await act('release', { submission: held.id })).toMatchObject({ ok: false, status: 404 });
    expect(await act('release', { submission: 'x' })).toMatchObject({ ok: false, status: 404 });
  });

  test('stores a reply and a note once each, and refuses blank text or the id of another text', async () => {
    const { db } = await open();
    const { act, leadId, any } = await withLead(db);
    const kinds = [
      ['reply', errors.blankReply],
      ['note', errors.blankNote],
    ] as const;
    for (const [kind, blank] of kinds) {
      const entry = randomUUID();
      expect(await act(kind, { entry, content: ' ' })).toEqual(wrong('content', blank));
      const long = await act(kind, { entry, content: 'x'.repeat(100_000) });
      expect(long).toMatchObject({ status: 422, error: expect.stringMatching(/longer than \d+ characters/) });
      expect(await act(kind, { entry, content: 'On Friday at ten.' })).toEqual({ ok: true });
      expect(await act(kind, { entry, content: 'On Monday.' })).toEqual(
        wrong('content', errors.changed, 409),
      );
      expect(await act(kind, { entry: 'x', content: 'On Monday.' })).toEqual(
        wrong('content', errors.changed, 409),
      );
      for (const id of [undefined, 'x', randomUUID()])
        expect(await any(kind, id, { entry: randomUUID(), content: 'Hello' })).toMatchObject({ status: 404 });
    }
    const kept = { leadId, authorName: 'Ada', content: 'On Friday at ten.' };
    expect(await db.select().from(leadReplies)).toMatchObject([kept]);
    expect(await db.select().from(leadNotes)).toMatchObject([kept]);
  });

  test('sends no reply to a lead without an address', async () => {
    const { db } = await open();
    const { act } = await withLead(db, { email: 'by telephone' });
    const reply = { entry: randomUUID(), content: 'On Friday at ten.' };
    expect(await act('reply', reply)).toEqual(wrong('content', errors.noAddress));
    expect(await act('status', { status: 'converted', project: 'Reel 3' })).toEqual(
      wrong('status', errors.noAddress, 409),
    );
  });

  test('sets each status, ends the wait of answered and closed leads, and refuses other statuses', async () => {
    const { db } = await open();
    const { act, any } = await withLead(db);
    const stored = async () => (await db.select().from(leads))[0];
    for (const status of ['booked', 'proposal', 'lead'] as const) {
      expect(await act('status', { status })).toEqual({ ok: true });
      expect(await stored()).toMatchObject({ status, answeredAt: null });
    }
    for (const status of ['guest', 'x', ''])
      expect(await act('status', { status })).toEqual(wrong('status', errors.status));
    expect(await any('status', randomUUID(), { status: 'booked' })).toMatchObject({ status: 404 });
    expect(await act('answer')).toEqual({ ok: true });
    expect(await stored()).toMatchObject({ waitingSince: null, answeredByName: 'Ada' });
    expect(await any('answer', randomUUID())).toMatchObject({ status: 404 });
    expect(await act('status', { status: 'closed' })).toEqual({ ok: true });
    expect(await stored()).toMatchObject({ status: 'closed' });
  });

  test('converts a lead into a client with a named project, once', async () => {
    const { db } = await open();
    const { act, any } = await withLead(db);
    expect(await act('status', { status: 'converted' })).toEqual(wrong('project', errors.projectName));
    const long = await act('status', { status: 'converted', project: 'x'.repeat(longest.name + 1) });
    expect(long).toMatchObject({ status: 422, errors: [{ field: 'project' }] });
    const named = { status: 'converted', project: 'Tidewater, reel 3' };
    expect(await any('status', randomUUID(), named)).toMatchObject({ status: 404 });
    expect(await act('status', named)).toEqual({ ok: true });
    expect(await db.select().from(leads)).toMatchObject([{ status: 'converted' }]);
    expect(await act('status', { status: 'lead' })).toEqual(wrong('status', errors.stillClient, 409));
  });

  test('retries a failed email only from its own lead’s page, once, and records it', async () => {
    const { db } = await open();
    const { act, any, leadId } = await withLead(db);
    await submitLead(db, submissionOf({ email: 'osric@visitor.example' }), rulesOf());
    const [other] = await db.select().from(leads).where(ne(leads.id, leadId));
    await writeMails(db, now, [{ kind: 'reply', subjectId: randomUUID(), leadId, topic: null }]);
    await db.update(outbox).set({ state: 'failed', lastError: 'no such mailbox', settledAt: now });
    const [failed] = await db.select().from(outbox);
    const entries = { mail: failed?.id ?? '' };
    for (const id of [other?.id, randomUUID(), 'x'])
      expect(await any('retry', id, entries)).toMatchObject({ ok: false, status: 404 });
    expect(await db.select().from(outbox)).toMatchObject([{ state: 'failed' }]);
    expect(await act('retry', entries)).toEqual({ ok: true });
    expect(await act('retry', entries)).toMatchObject({ ok: false, status: 404 });
    expect(await db.select().from(outbox)).toMatchObject([{ state: 'queued' }]);
    expect(await db.select().from(activity)).toMatchObject([
      { kind: 'mail-retried', leadId, actorName: 'Ada' },
    ]);
  });

  test('refuses to convert a team member', async () => {
    const { db } = await open();
    const { email } = await addPerson(db, 'team', now, 'Ben');
    const { act } = await withLead(db, { email });
    expect(await act('status', { status: 'converted', project: 'Reel 3' })).toEqual(
      wrong('status', errors.teamMember, 409),
    );
  });
});
