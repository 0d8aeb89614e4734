import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookedPathOf, discoveryCallHandlersOf } from '#src/features/calls/booking/book-from-form.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { outboxQueue } from '#src/features/notifications/outbox/outbox.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { formNames } from '../form-names.ts';
import { leads, submissions } from '../lead.table.ts';
import { formHandlersOf, submitRulesOf } from './form-handler.ts';
import {
  acceptJson,
  contactFields,
  formServicesOf,
  origin,
  send,
  sendForResponse,
  silentLog,
} from './form-request.fixture.ts';
import { rulesOf, submissionOf, submitLead } from './submission.fixture.ts';
import { submissionLimits } from './submit-leads.ts';
import { findVisitorId, findVisitorStatus } from './visitor.ts';

const secret = 'a secret for tests only';
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(';')[0]);
const bytesOf = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers],
  body: await response.text(),
});

// Text direction, decomposition, multi-code-point emoji, headers, markup, SQL, formulas, control characters.
const hostileNames = [
  '\u202eمريم‏',
  'Rene\u0301 A\u030angstro\u0308m',
  '\ufeff  x  ',
  '👩🏽‍🚀🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'x\r\nBcc: victim@evil.example\r\n\r\nhello',
  '<script>alert(1)</script>"\'`&amp;',
  "Robert'); drop table leads;--",
  '=HYPERLINK("https://evil.example")',
  '\uffff\ufdd0\ue000',
  `${String.fromCharCode(...Array.from({ length: 31 }, (_, n) => n + 1))}x`,
];

describeOnOneDatabase('an accepted form', (open) => {
  test('gets a JSON response if the client accepts it', async () => {
    const database = await open();
    for (const form of formNames) {
      const response = await sendForResponse(formServicesOf(database), contactFields(), {
        form,
        headers: acceptJson,
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ ok: true, next: `/#received-${form}` });
    }
    const stored = await database.db.select().from(submissions);
    expect(stored.map(({ form }) => form).toSorted()).toEqual(formNames.toSorted());
  });

  test('redirects a browser without scripts to the form’s own next page, or to its receipt', async () => {
    const services = formServicesOf(await open());
    const locationAfter = async (next?: string) => {
      const fields = contactFields(next === undefined ? {} : { _next: next });
      const response = await sendForResponse(services, fields);
      expect(response.status).toBe(303);
      return response.headers.get('location');
    };
    expect(await locationAfter()).toBe('/#received-contact');
    expect(await locationAfter('/production')).toBe('/production');
    expect(await locationAfter(`${origin}/#about`)).toBe('/#about');
    expect(await locationAfter('https://evil.example/')).toBe('/');
    expect(await locationAfter('//evil.example')).toBe('/');
  });

  test('is not acknowledged if its transaction fails', async () => {
    const database = await open();
    const services = formServicesOf(database, { enqueue: () => Promise.reject(new Error('disk full')) });
    const response = await sendForResponse(services, contactFields(), { headers: acceptJson });
    expect(response.status).toBe(500);
    expect(await database.db.$count(submissions)).toBe(0);
    expect(await database.db.$count(leads)).toBe(0);
  });

  test('keeps every value exactly as typed, from every content type', async () => {
    const database = await open();
    const services = formServicesOf(database, {
      limits: { ...submissionLimits, perEmail: 1e6, perNetwork: 1e6 },
    });
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((text) => `x${text}`);
    const kinds = ['urlencoded', 'json', 'multipart'] as const;
    await fc.assert(
      fc.asyncProperty(value, value, fc.constantFrom(...kinds), async (name, text, kind) => {
        const fields = contactFields({ name, message: text });
        const form = new FormData();
        for (const [field, typed] of Object.entries(fields)) form.set(field, typed);
        const multipart = new Response(form);
        const bodies = {
          urlencoded: {},
          json: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) },
          multipart: {
            headers: { 'content-type': multipart.headers.get('content-type') ?? '' },
            body: await multipart.bytes(),
          },
        };
        expect((await sendForResponse(services, fields, bodies[kind])).status).toBe(303);
        const stored = (await database.db.select().from(submissions)).find(
          ({ id }) => id === fields['submission_id'],
        );
        const sent = (typed: string) =>
          kind === 'multipart' ? typed.replaceAll(/\r\n|\r|\n/g, '\r\n') : typed;
        expect(stored?.fields).toMatchObject({ name: sent(name), message: sent(text) });
      }),
      { numRuns: 40 },
    );
  });

  test('stores hostile names exactly as typed', async () => {
    const { db, hasRoom } = await open();
    const services = formServicesOf({ db, hasRoom });
    // Read as JSON: PGlite drops a leading byte order mark from text.
    const kept = {
      id: submissions.id,
      name: sql<string>`to_json(${leads.name})`,
      fields: submissions.fields,
    };
    for (const [index, name] of hostileNames.entries()) {
      const fields = contactFields({ name, email: `${index}@studio.example` });
      await sendForResponse(services, fields);
      const rows = await db.select(kept).from(submissions).innerJoin(leads, eq(leads.id, submissions.leadId));
      const stored = rows.find(({ id }) => id === fields['submission_id']);
      expect(stored?.fields['name']).toBe(name);
      expect(stored?.name).toBe(name);
    }
  });

  test('is not cached between server and browser', async () => {
    const services = formServicesOf(await open());
    for (const headers of [acceptJson, {}]) {
      const response = await sendForResponse(services, contactFields(), { headers });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is stored even without a submission id', async () => {
    const database = await open();
    const { submission_id: _, ...fields } = contactFields();
    await sendForResponse(formServicesOf(database), fields);
    await sendForResponse(formServicesOf(database), { ...fields, submission_id: '' });
    expect(await database.db.$count(submissions)).toBe(2);
  });

  test('gives the visitor a cookie whose status is lead, then booked', async () => {
    const database = await open();
    const services = formServicesOf(database);
    const statusOf = (cookie: string) => findVisitorStatus(database.db, findVisitorId(cookie, secret, true));
    const first = cookiesOf(await sendForResponse(services, contactFields())).join('; ');
    expect(await statusOf(first)).toBe('lead');
    const second = await sendForResponse(services, contactFields({ preferred_time: 'morning' }), {
      form: 'discovery-call',
      headers: { cookie: first },
    });
    expect(cookiesOf(second).join('; ')).toBe(first);
    expect(await statusOf(first)).toBe('booked');
    expect(await statusOf('')).toBe('guest');
  });
});

describeOnOneDatabase('a refused form', (open) => {
  test('gets its errors even if it cannot be counted, which is logged', async () => {
    const warned: object[] = [];
    const warn = (event: string, fields: object = {}) => void warned.push({ event, ...fields });
    const error = new Error('no database');
    const countRefused = () => Promise.reject(error);
    const services = { ...formServicesOf(await open()), countRefused, log: { ...silentLog, warn } };
    const answer = await send(services, contactFields({ email: 'nowhere' }));
    expect(answer).toMatchObject({ kind: 'page', refused: { status: 422 } });
    expect(warned).toEqual([{ event: 'refused form not counted', error }]);
  });
});

describeOnOneDatabase('a repeat', (open) => {
  test('in parallel or later gets the same response bytes and is stored once', async () => {
    const database = await open();
    const services = formServicesOf(database, { limits: { ...submissionLimits, perEmail: 1 } });
    const fields = contactFields();
    const sendAgain = async () => bytesOf(await sendForResponse(services, fields, { headers: acceptJson }));
    const first = await Promise.all(Array.from({ length: 50 }, sendAgain));
    const later = await sendAgain();
    expect(new Set([...first, later].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(later.status).toBe(200);
    expect(await database.db.$count(submissions)).toBe(1);
  });

  test('with different content is refused and changes nothing', async () => {
    const database = await open();
    const services = formServicesOf(database);
    const fields = contactFields();
    await sendForResponse(services, fields);
    for (const changes of [
      { message: 'Other words.' },
      { email: 'other@studio.example' },
      { _gotcha: 'x' },
    ]) {
      const response = await sendForResponse(services, { ...fields, ...changes }, { headers: acceptJson });
      expect(response.status).toBe(409);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const asAnother = await sendForResponse(services, fields, { form: 'message', headers: acceptJson });
    expect(asAnother.status).toBe(409);
    expect(await database.db.$count(submissions)).toBe(1);
    expect(await database.db.$count(leads)).toBe(1);
  });
});

describeOnOneDatabase('a form whose honeypot is filled', (open) => {
  test.each([
    ['JSON', acceptJson],
    ['a redirect', {}],
  ])('gets the same response bytes as any other form, as %s', async (_what, headers) => {
    const submission_id = randomUUID();
    const answers = [];
    for (const gotcha of ['', 'https://spam.example']) {
      const database = await open();
      const fields = contactFields({ submission_id, _gotcha: gotcha });
      const enqueued: string[] = [];
      const services = formServicesOf(database, { enqueue: async (_tx, ids) => void enqueued.push(...ids) });
      const answer = await bytesOf(await sendForResponse(services, fields, { headers }));
      answers.push(answer);
      const cookie = answer.headers.filter(([name]) => name === 'set-cookie').join(';');
      const visitorId = findVisitorId(cookie.replace('set-cookie,', ''), secret, true);
      expect(await findVisitorStatus(database.db, visitorId)).toBe('lead');
      expect(await database.db.select().from(submissions)).toMatchObject([{ isHeld: gotcha !== '' }]);
      expect(enqueued).toEqual(gotcha === '' ? [submission_id] : []);
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});

const now = new Date('2026-11-21T10:00:00Z');

/** Returns an installation with this address and form service; its jobs are added to `queued`. */
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
  return { services, queued, posts: formHandlersOf(services, formNames) };
}

const postOf = (fields: Entries, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: Buffer.from(new URLSearchParams(fields).toString()),
  client: { address: '192.0.2.1', isSecure: false } as never,
  origin: 'http://studio.test',
});

describeOnOneDatabase('the route of each form', (open) => {
  test('stores the submission and queues its emails once', async () => {
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
      mails.map((mail) => ({ queue: outboxQueue, id: mail.id, data: { mailId: mail.id }, priority: -1 })),
    );
  });

  test('shows the page again with the errors if a value is invalid', async () => {
    const { posts, queued } = installationOf(await open());
    const refused = await posts.get('/forms/contact')?.(postOf(contactFields({ email: 'nowhere' })));
    expect(refused).toMatchObject({ kind: 'page', locals: { refusedForm: { status: 422 } } });
    expect(queued).toEqual([]);
  });

  test('redirects only within the public address, or the requested one if there is none', async () => {
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

  test('forwards to the configured service, and sends no separate confirmation for a booked call', async () => {
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

  test('books the picked time', async () => {
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
    const take = discoveryCallHandlersOf(services).get('/forms/discovery-call');
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

  test('counts a network’s refused posts, then refuses all of them', async () => {
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
