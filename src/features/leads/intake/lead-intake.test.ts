import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookedPathOf, discoveryCallPostsOf } from '#src/features/calls/booking/book-from-form.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import { outboxQueue } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { formNames } from '../form-names.ts';
import { submissions } from '../submission.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { contactFields, silentLog } from './form-request.fixture.ts';
import { formPostsOf, submitRulesOf } from './lead-intake.ts';
import { rulesOf, submissionOf, submitLead } from './submission.fixture.ts';

const now = new Date('2026-11-21T10:00:00Z');

/** An installation with this address and this service for forms, whose jobs end up in `queued`. */
function installationOf(
  { db, hasRoom }: Pick<Database, 'db' | 'hasRoom'>,
  config: { publicUrl?: string | null; formForwardUrl?: string | null } = {},
) {
  const queued: { queue: unknown; id: unknown; data: unknown }[] = [];
  const services = {
    db,
    database: { hasRoom },
    secret: 'a secret for tests only',
    log: silentLog,
    clock: { now: () => now },
    origin: 'http://localhost:3000',
    config: { publicUrl: null, formForwardUrl: null, ...config },
    rateLimiter: rulesOf().rateLimiter,
    jobs: { enqueue: async (_tx: unknown, jobs: typeof queued) => void queued.push(...jobs) },
  } as unknown as Services;
  return { services, queued, posts: formPostsOf(services, formNames) };
}

const postOf = (fields: Entries, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: Buffer.from(new URLSearchParams(fields).toString()),
  client: { address: '192.0.2.1', isSecure: false } as never,
  origin: 'http://studio.test',
});

describeOnOneDatabase('the route of each form', (open) => {
  test('stores what was sent, and queues the mails once', async () => {
    const database = await open();
    const { posts, queued } = installationOf(database);
    expect([...posts.keys()]).toEqual(formNames.map((form) => `/forms/${form}`));
    const fields = contactFields();
    const take = posts.get('/forms/contact');
    for (let times = 0; times < 2; times += 1)
      expect(await take?.(postOf(fields, { accept: 'application/json' }))).toMatchObject({
        kind: 'finished',
        status: 200,
      });
    const id = fields['submission_id'];
    expect(await database.db.select().from(submissions)).toMatchObject([{ id, form: 'contact' }]);
    const mails = await database.db.select().from(outbox).orderBy(outbox.id);
    expect(mails).toMatchObject([
      { kind: 'team-mail', subjectId: id, state: 'queued' },
      { kind: 'sender-mail', subjectId: id, state: 'queued' },
    ]);
    expect(queued).toEqual(
      mails.map((mail) => ({ queue: outboxQueue, id: mail.id, data: { mailId: mail.id } })),
    );
  });

  test('shows the page again with the reason if something is wrong', async () => {
    const { posts, queued } = installationOf(await open());
    const refused = await posts.get('/forms/contact')?.(postOf(contactFields({ email: 'nowhere' })));
    expect(refused).toMatchObject({ kind: 'page', locals: { refusedForm: { status: 422 } } });
    expect(queued).toEqual([]);
  });

  test('redirects only within the public address, or the one that was asked if there is none', async () => {
    const database = await open();
    const locationOf = async (publicUrl: string | null, next: string) => {
      const { posts } = installationOf(database, { publicUrl });
      const answer = await posts.get('/forms/contact')?.(postOf(contactFields({ _next: next })));
      return answer?.kind === 'finished' && answer.headers['location'];
    };
    expect(await locationOf('https://studio.example', 'https://studio.example/post')).toMatch(/\/post$/);
    expect(await locationOf('https://studio.example', 'http://studio.test/post')).not.toMatch(/post/);
    expect(await locationOf(null, 'http://studio.test/post')).toMatch(/\/post$/);
  });

  test('also forwards to the configured service, and sends no confirmation of its own for a booked call', async () => {
    const database = await open();
    const { services } = installationOf(database, { formForwardUrl: 'https://forms.example/f' });
    const sent = [submissionOf(), submissionOf(), submissionOf()] as const;
    for (const submission of sent) await submitLead(database.db, submission, rulesOf());
    const [plain, booked, withheld] = [sent[0].id, sent[1].id, sent[2].id];
    const { enqueue } = submitRulesOf(services);
    await enqueue(database.db, [plain, withheld], new Map([[withheld, 'inbox']]));
    await enqueue(database.db, [booked], undefined, true);
    const mailsOf = async (id: string) => {
      const mails = await database.db
        .select()
        .from(outbox)
        .where(eq(outbox.subjectId, id))
        .orderBy(outbox.id);
      return mails
        .map(({ kind, lastError }) => (lastError === null ? kind : `${kind}: ${lastError}`))
        .toSorted();
    };
    expect(await mailsOf(plain)).toEqual(['forward', 'sender-mail', 'team-mail']);
    expect(await mailsOf(withheld)).toEqual(['forward', 'sender-mail: inbox', 'team-mail']);
    expect(await mailsOf(booked)).toEqual(['forward', 'team-mail']);
  });

  test('books the time that was picked', async () => {
    const database = await open();
    await makeHosts(database.db, now, 1);
    const { services } = installationOf(database);
    const { name = '', email = '', submission_id: id = '' } = contactFields();
    const fields = {
      name,
      email,
      submission_id: id,
      slot: '2026-11-23T09:00:00.000Z',
      time_zone: 'Asia/Kathmandu',
    };
    const take = discoveryCallPostsOf(services).get('/forms/discovery-call');
    expect(await take?.(postOf(fields))).toMatchObject({
      status: 303,
      headers: { location: bookedPathOf(services.secret, id), 'cache-control': 'no-store' },
    });
    expect(await database.db.select().from(calls)).toMatchObject([
      { submissionId: id, startsAt: new Date(fields.slot), visitorZone: fields.time_zone },
    ]);
    const mails = await database.db.select().from(outbox).where(eq(outbox.subjectId, id));
    expect(mails.map(({ kind }) => kind)).toEqual(['team-mail']);
  });

  test('counts refused posts of a network, and then refuses all of them', async () => {
    const { posts } = installationOf(await open());
    const statuses = new Set<number>();
    for (let n = 0; n < 200 && !statuses.has(429); n += 1) {
      const answer = await posts.get('/forms/contact')?.(postOf(contactFields({ email: 'nowhere' })));
      if (answer?.kind === 'page')
        statuses.add((answer.locals as { refusedForm: { status: number } }).refusedForm.status);
    }
    expect([...statuses]).toEqual([422, 429]);
  });
});
