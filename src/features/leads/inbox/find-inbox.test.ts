import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import { leads as leadTable } from '../lead.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findInbox } from './find-inbox.ts';
import { everything, inboxFilterOf, inboxQueryOf, type InboxFilter } from './inbox-filter.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const days = (count: number) => 24 * count;

const send = (db: Db, changes: Parameters<typeof submissionOf>[0]) =>
  submitLead(db, submissionOf({ createdAt: ago(5), ...changes }), rulesOf());

describeOnOneDatabase('the follow-ups of the inbox', (open) => {
  test('lists leads with a follow-up, earliest day first, and counts them', async () => {
    const { db } = await open();
    for (const name of ['Ada', 'Bo', 'Cy']) await send(db, { email: `${name}@halfmoon.example`, name });
    const list = async () => {
      const { leads: found, followUpCount } = await findInbox(
        db,
        inboxFilterOf(new URLSearchParams('state=follow-up')),
        now,
      );
      return { names: found.map(({ name }) => name), followUpCount };
    };
    expect(await list()).toEqual({ names: [], followUpCount: 0 });
    const set = (name: string, followUpOn: string) =>
      db.update(leadTable).set({ followUpOn }).where(eq(leadTable.name, name));
    await set('Cy', '2026-11-23');
    await set('Ada', '2026-11-30');
    expect(await list()).toEqual({ names: ['Cy', 'Ada'], followUpCount: 2 });
  });
});

describeOnOneDatabase('the margin of the inbox', (open) => {
  test('shows the longest wait answered within a week, by reply or otherwise', async () => {
    const { db } = await open();
    const longest = async () => (await findInbox(db, everything, now)).longestWaitMinutes;
    expect(await longest()).toBe(0);
    const note = (kind: string, hours: number, waitedMinutes: string) =>
      recordActivity(db, ago(hours), { id: null, name: 'Ada' }, { kind, details: { waitedMinutes } });
    await note('lead-answered', days(7), '900');
    await note('lead-noted', 1, '800');
    await note('lead-answered', days(7) - 1, '90');
    expect(await longest()).toBe(90);
    await note('lead-replied', 1, '400');
    await note('lead-replied', 1, '70');
    expect(await longest()).toBe(400);
  });

  test('counts failed emails and confirmations withheld by the installation’s limit', async () => {
    const { db } = await open();
    const failures = async () => (await findInbox(db, everything, now)).failedCount;
    expect(await failures()).toBe(0);
    const mail = { kind: 'sender-mail', subjectId: randomUUID(), createdAt: ago(1), settledAt: ago(1) };
    const withheld = { state: 'skipped', lastError: 'confirmations, installation' } as const;
    await db.insert(outbox).values([
      { ...mail, id: randomUUID(), state: 'failed' },
      { ...mail, id: randomUUID(), state: 'sent', subjectId: randomUUID() },
      { ...mail, ...withheld, id: randomUUID() },
      { ...mail, ...withheld, id: randomUUID(), settledAt: ago(24) },
      { ...mail, ...withheld, id: randomUUID(), kind: 'team-mail' },
      { ...mail, ...withheld, id: randomUUID(), lastError: 'confirmations, mailbox' },
    ]);
    expect(await failures()).toBe(2);
  });

  test('counts each person with held submissions once', async () => {
    const { db } = await open();
    const email = 'runa@halfmoon.example';
    await send(db, { email });
    for (let times = 0; times < 2; times += 1) await send(db, { email, isHeld: true });
    await send(db, { isHeld: true });
    const inbox = await findInbox(db, everything, now);
    expect(inbox).toMatchObject({ heldCount: 2, hasMore: false, filter: everything, now });
    const held = await findInbox(db, { ...everything, isHeld: true }, now);
    expect(held.leads).toHaveLength(2);
    expect(held.counts).toMatchObject({ every: 2, shown: 2 });
  });
});

describeOnOneDatabase('a line of the inbox', (open) => {
  test('quotes the typed text, or else the chosen options, up to a limit', async () => {
    const { db } = await open();
    const excerptOf = async (fields: Entries) => {
      const email = `${randomUUID()}@visitor.example`;
      await send(db, { email, fields: { email, ...fields } });
      const { leads } = await findInbox(db, { ...everything, search: email }, now);
      return leads.map(({ excerpt }) => excerpt);
    };
    const choices = { service: 'Mixing', timeline: 'Soon', project_type: 'Podcast', company: 'Halfmoon' };
    expect(await excerptOf({ message: 'Hello', project_details: 'A film', ...choices })).toEqual(['Hello']);
    expect(await excerptOf({ message: ' ', project_details: 'A film', project: 'x' })).toEqual(['A film']);
    expect(await excerptOf({ project: 'A record', ...choices })).toEqual(['A record']);
    expect(await excerptOf(choices)).toEqual(['Podcast, Soon, Mixing, Halfmoon']);
    expect(await excerptOf({})).toEqual(['']);
    expect(await excerptOf({ message: 'x'.repeat(301) })).toEqual(['x'.repeat(300)]);
  });

  test('summarises a held form if held ones are listed', async () => {
    const { db } = await open();
    const email = 'runa@halfmoon.example';
    const fields = (message: string) => ({ fields: { email, message } });
    await send(db, { email, ...fields('real'), createdAt: ago(9) });
    await send(db, { email, form: 'message', ...fields('spam'), isHeld: true });
    const excerptOf = async (filter: Partial<InboxFilter>) =>
      (await findInbox(db, { ...everything, ...filter }, now)).leads.map(({ form, excerpt }) => [
        form,
        excerpt,
      ]);
    expect(await excerptOf({})).toEqual([['contact', 'real']]);
    expect(await excerptOf({ isHeld: true })).toEqual([['message', 'spam']]);
  });
});

const filterOf = (query: string) => inboxFilterOf(new URLSearchParams(query));

test('the address of an unfiltered inbox has no query', () => {
  expect(filterOf('')).toEqual(everything);
  for (const page of ['0', '-1', '100001', 'x', '1.9', ''])
    expect(filterOf(`page=${page}`), page).toEqual(everything);
  expect(filterOf('page=100000')).toEqual({ ...everything, page: 100_000 });
  expect(filterOf('page=2')).toEqual({ ...everything, page: 2 });
});

test('a search ignores spaces around it, and is cut at two hundred characters', () => {
  expect(filterOf('q=%20Runa%20V%20').search).toBe('Runa V');
  expect(filterOf('q=Ru%00na').search).toBe('Runa');
  expect(filterOf(`q=${'x'.repeat(201)}`).search).toBe('x'.repeat(200));
});

test('every filter of the inbox has its own query parameter', () => {
  expect(
    inboxQueryOf({ ...everything, wait: 'due', source: 'brief', status: 'booked', search: 'a b', page: 2 }),
  ).toBe('?state=due&source=brief&status=booked&q=a+b&page=2');
  expect(inboxQueryOf({ ...everything, isHeld: true, wait: 'due' })).toBe('?state=held');
  for (const query of [
    '?state=held',
    '?state=new',
    '?state=open',
    '?state=answered',
    '?status=closed',
    '?source=message',
  ])
    expect(inboxQueryOf(filterOf(query))).toBe(query);
  expect(filterOf('state=due')).toEqual({ ...everything, wait: 'due' });
  expect(filterOf('state=held')).toEqual({ ...everything, isHeld: true });
});
