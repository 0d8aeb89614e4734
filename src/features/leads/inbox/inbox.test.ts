import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { leads, leadNotes, leadReplies, leadSearch } from '../lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import type { Submission } from '../submissions/submission.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findInbox, inboxPageSize } from './find-inbox.ts';
import { everything, inboxFilterOf, inboxQueryOf, type InboxFilter } from './inbox-filter.ts';
import { markLeadSeen } from '#src/features/leads/lead-page/find-lead.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

async function sent(db: Db, name: string, hours: number, changes: Partial<Submission> = {}): Promise<string> {
  const email = changes.email ?? `${name.toLowerCase().replaceAll(/\W/g, '-')}@visitor.example`;
  const fields = { name, email, message: 'A short film.', ...changes.fields };
  const submission = submissionOf({ name, createdAt: ago(hours), ...changes, email, fields });
  await submitLead(db, submission, rulesOf());
  const [lead] = await db.select().from(leads).where(eq(leads.email, email));
  return lead?.id ?? '';
}

const namesOf = async (db: Db, filter: Partial<InboxFilter> = {}) =>
  (await findInbox(db, { ...everything, ...filter }, now)).leads.map(({ name }) => name);

const answered = (db: Db, id: string, hours: number) =>
  db
    .update(leads)
    .set({ waitingSince: null, answeredAt: ago(hours) })
    .where(eq(leads.id, id));

describeOnEachDatabase('the inbox', (open) => {
  test('shows the longest wait first, followed by answered leads, latest first', async () => {
    const { db } = await open();
    await sent(db, 'Five hours', 5);
    await answered(db, await sent(db, 'Answered first', 40), 9);
    await sent(db, 'Thirty hours', 30);
    await answered(db, await sent(db, 'Answered last', 50), 1);
    await sent(db, 'Twenty hours', 20);
    await sent(db, 'Held', 60, { isHeld: true });
    expect(await namesOf(db)).toEqual([
      'Thirty hours',
      'Twenty hours',
      'Five hours',
      'Answered last',
      'Answered first',
    ]);
  });

  test('counts the leads of each filter and shows them', async () => {
    const { db } = await open();
    await sent(db, 'New', 5, { form: 'brief', fields: { project_type: 'Sonic Branding', message: '' } });
    const opened = await sent(db, 'Opened', 10);
    await markLeadSeen(db, ago(1), opened);
    const again = await sent(db, 'Again', 10, { form: 'message' });
    await markLeadSeen(db, ago(9), again);
    await answered(db, again, 8);
    await sent(db, 'Again', 2, { form: 'discovery-call', reached: 'booked' });
    await sent(db, 'Due', 20);
    await answered(db, await sent(db, 'Answered', 30, { form: 'brief' }), 3);
    await sent(db, 'Held', 5, { isHeld: true });
    const { counts, heldCount } = await findInbox(db, everything, now);
    expect(counts.every).toBe(5);
    expect(counts.waits).toEqual({ new: 2, open: 1, due: 1, answered: 1 });
    expect(counts.sources).toEqual({
      'discovery-call': 1,
      brief: 2,
      contact: 2,
      'lead-capture': 0,
      message: 1,
    });
    expect(counts.statuses).toEqual({ guest: 0, lead: 4, booked: 1, proposal: 0, converted: 0, closed: 0 });
    expect(heldCount).toBe(1);
    expect(await namesOf(db, { wait: 'new' })).toEqual(['New', 'Again']);
    expect(await namesOf(db, { wait: 'open' })).toEqual(['Opened']);
    expect(await namesOf(db, { wait: 'due' })).toEqual(['Due']);
    expect(await namesOf(db, { wait: 'answered' })).toEqual(['Answered']);
    expect(await namesOf(db, { source: 'message' })).toEqual(['Again']);
    expect(await namesOf(db, { status: 'booked', wait: 'new' })).toEqual(['Again']);
    expect(await namesOf(db, { isHeld: true })).toEqual(['Held']);
    const narrowed = await findInbox(db, { ...everything, source: 'brief' }, now);
    expect(narrowed.counts.waits).toEqual({ new: 1, open: 0, due: 0, answered: 1 });
    expect(narrowed.counts.shown).toBe(2);
  });

  test('summarises each lead’s latest submission', async () => {
    const { db } = await open();
    await sent(db, 'Osric', 5, { form: 'message' });
    const fields = { message: '', project_type: 'Sonic Branding', timeline: '1 month' };
    await sent(db, 'Osric', 2, { form: 'brief', fields });
    await sent(db, 'Osric', 1, { isHeld: true, fields: { message: 'cheap links' } });
    const { leads: found } = await findInbox(db, everything, now);
    expect(found).toMatchObject([{ name: 'Osric', form: 'brief', excerpt: 'Sonic Branding, 1 month' }]);
  });

  test('finds text in any field, and matches % and _ literally', async () => {
    const { db } = await open();
    await sent(db, 'Marit Solheim', 9, { fields: { message: 'We are 100% sure' } });
    await sent(db, 'Vestergård', 8, { fields: { message: 'Say "Lydmåling"\nC:\\new_mix' } });
    await sent(db, 'Cmixed', 7, { email: 'odd_one@visitor.example' });
    const found = (search: string) => namesOf(db, { search });
    expect(await found('100%')).toEqual(['Marit Solheim']);
    expect(await found('%')).toEqual(['Marit Solheim']);
    expect(await found('_')).toEqual(['Vestergård', 'Cmixed']);
    expect(await found('odd_one')).toEqual(['Cmixed']);
    expect(await found('sOLHEIM')).toEqual(['Marit Solheim']);
    expect(await found('VESTERGÅRD')).toEqual(['Vestergård']);
    expect(await found('"lydmåling"\nc:\\NEW_')).toEqual(['Vestergård']);
    // Field names are not typed text.
    expect(await found('message')).toEqual([]);
    expect(await found("'; drop table leads; --")).toEqual([]);
    // Text does not match across two fields.
    expect(await found('Marit Solheimmarit')).toEqual([]);
    const { counts } = await findInbox(db, { ...everything, search: '100%' }, now);
    expect([counts.every, counts.sources.contact]).toEqual([1, 1]);
  });

  test('ignores case, also beyond ASCII, and finds no deleted text', async () => {
    const { db } = await open();
    await sent(db, 'ÅSA ØDEGÅRD', 9);
    const id = await sent(db, '東京', 8, { fields: { message: 'Гагарин' } });
    const found = (search: string) => namesOf(db, { search });
    for (const search of ['ÅSA', 'åsa', 'ødegård']) expect(await found(search)).toEqual(['ÅSA ØDEGÅRD']);
    for (const search of ['東京', 'Гагарин']) expect(await found(search)).toEqual(['東京']);
    for (const search of ['гагарин', 'ГАГАРИН', 'asa odegard', 'Å\u00ADSA'])
      expect(await found(search), search).toHaveLength(1);
    await db.delete(leads).where(eq(leads.id, id));
    expect(await found('東京')).toEqual([]);
    const { rows } = (await db.execute(sql`select content from submission_search`)) as { rows: unknown[] };
    expect(rows).toHaveLength(1);
  });

  test('ignores accents, ß, ligatures and width, in any script', async () => {
    const { db } = await open();
    await sent(db, 'Os Mare\u0301s', 9, { fields: { message: 'Straße, Œuvre' } });
    await sent(db, 'Σίσυφος ΑΘΗΝΑ', 8, { fields: { message: 'ＡＢＣ ŁÓDŹ Ærø' } });
    const found = (search: string) => namesOf(db, { search });
    for (const search of ['os mares', 'OS MARÉS', 'marés', 'strasse', 'STRAẞE', 'straße', 'oeuvre', 'ŒUVRE'])
      expect(await found(search), search).toEqual(['Os Mare\u0301s']);
    for (const search of ['σισυφοσ', 'ΣΊΣΥΦΟΣ', 'αθηνα', 'abc', 'lodz', 'aero', 'ÆRØ'])
      expect(await found(search), search).toEqual(['Σίσυφος ΑΘΗΝΑ']);
  });

  test('finds a lead by the notes and replies about it', async () => {
    const { db } = await open();
    const id = await sent(db, 'Marit Solheim', 9);
    await sent(db, 'Somebody else', 8);
    const found = (search: string) => namesOf(db, { search });
    const about = { leadId: id, authorName: 'Ada' };
    await db
      .insert(leadNotes)
      .values({ ...about, id: randomUUID(), content: 'Prefers the Café', writtenAt: now });
    await db
      .insert(leadReplies)
      .values({ ...about, id: randomUUID(), content: 'Our rate is 90 €', sentAt: now });
    for (const search of ['cafe', '90 €', 'CAFÉ'])
      expect(await found(search), search).toEqual(['Marit Solheim']);
    await db.delete(leads).where(eq(leads.id, id));
    expect(await db.$count(leadSearch)).toBe(0);
  });

  test('searches for text that the database cannot store in its stored form', async () => {
    const { db } = await open();
    const odd = sql`searchable_content(${String.raw`{"message":"Half\ud800 \u0000 Moon"}`}::json) as content`;
    const { rows } = (await db.execute(sql`select ${odd}`)) as { rows: unknown[] };
    expect(rows).toEqual([{ content: String.raw`{"message":"half\ud800 \u0000 moon"}` }]);
  });

  test('shows every lead exactly once across pages, and no next link on the last page', async () => {
    const { db } = await open();
    const since = ago(5).toISOString();
    await db.insert(leads).values(
      Array.from({ length: inboxPageSize * 2 + 7 }, (_, n) => ({
        id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        emailKey: `${n}@visitor.example`,
        email: `${n}@visitor.example`,
        name: `Visitor ${n}`,
        status: 'lead' as const,
        isHeld: false,
        createdAt: new Date(since),
        waitingSince: new Date(since),
      })),
    );
    const pages = [1, 2, 3].map(async (page) => {
      const { leads: found, hasMore } = await findInbox(db, { ...everything, page }, now);
      return { ids: found.map(({ id }) => id), hasMore };
    });
    const [first, second, third] = await Promise.all(pages);
    expect([first, second, third].map((page) => page?.ids.length)).toEqual([50, 50, 7]);
    expect([first, second, third].map((page) => page?.hasMore)).toEqual([true, true, false]);
    expect(new Set([first, second, third].flatMap((page) => page?.ids)).size).toBe(inboxPageSize * 2 + 7);
    await db.delete(leads).where(inArray(leads.id, third?.ids ?? []));
    expect(await findInbox(db, { ...everything, page: 2 }, now)).toMatchObject({ hasMore: false });
  });
});

test('round-trips a filter through its address and ignores unknown values', () => {
  const filter = { ...everything, wait: 'due', source: 'brief', search: '50% & more', page: 3 } as const;
  expect(inboxFilterOf(new URLSearchParams(inboxQueryOf(filter)))).toEqual(filter);
  const held = { ...everything, isHeld: true };
  expect(inboxFilterOf(new URLSearchParams(inboxQueryOf(held)))).toEqual(held);
  expect(inboxQueryOf(everything)).toBe('');
  const nonsense = 'state=constructor&source=toString&status=1&page=-4&q=%00%ED%A0%80';
  expect(inboxFilterOf(new URLSearchParams(nonsense))).toMatchObject({
    wait: null,
    source: null,
    status: null,
    page: 1,
  });
});
