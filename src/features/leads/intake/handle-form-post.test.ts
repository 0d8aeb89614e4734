import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { formNames } from '../form-names.ts';
import {
  acceptJson,
  contactFields,
  intakeOf,
  origin,
  send,
  sendForResponse,
  silentLog,
} from './form-request.fixture.ts';
import { leads } from '../lead.table.ts';
import { submissionLimits } from './submit-leads.ts';
import { submissions } from '../submission.table.ts';
import { findVisitorId, findVisitorStatus } from './visitor.ts';

const secret = 'a secret for tests only';
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(';')[0]);
const bytesOf = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers],
  body: await response.text(),
});

// Text direction, decomposition, emoji of several code points, headers, markup, SQL, formulas, control characters.
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
  test('is answered with JSON if the client reads that', async () => {
    const database = await open();
    for (const form of formNames) {
      const response = await sendForResponse(intakeOf(database), contactFields(), {
        form,
        headers: acceptJson,
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ ok: true, next: `/#received-${form}` });
    }
    const stored = await database.db.select().from(submissions);
    expect(stored.map(({ form }) => form).toSorted()).toEqual(formNames.toSorted());
  });

  test('leads a browser without scripts to the form’s own next page, or to its receipt', async () => {
    const intake = intakeOf(await open());
    const locationAfter = async (next?: string) => {
      const fields = contactFields(next === undefined ? {} : { _next: next });
      const response = await sendForResponse(intake, fields);
      expect(response.status).toBe(303);
      return response.headers.get('location');
    };
    expect(await locationAfter()).toBe('/#received-contact');
    expect(await locationAfter('/production')).toBe('/production');
    expect(await locationAfter(`${origin}/#about`)).toBe('/#about');
    expect(await locationAfter('https://evil.example/')).toBe('/');
    expect(await locationAfter('//evil.example')).toBe('/');
  });

  test('is not acknowledged when its transaction fails', async () => {
    const database = await open();
    const intake = intakeOf(database, { enqueue: () => Promise.reject(new Error('disk full')) });
    const response = await sendForResponse(intake, contactFields(), { headers: acceptJson });
    expect(response.status).toBe(500);
    expect(await database.db.$count(submissions)).toBe(0);
    expect(await database.db.$count(leads)).toBe(0);
  });

  test('keeps every value exactly as typed, from every kind of body', async () => {
    const database = await open();
    const intake = intakeOf(database, {
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
        expect((await sendForResponse(intake, fields, bodies[kind])).status).toBe(303);
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
    const intake = intakeOf({ db, hasRoom });
    // Asked for as JSON: PGlite drops a byte order mark from the beginning of a text that it reads.
    const kept = {
      id: submissions.id,
      name: sql<string>`to_json(${leads.name})`,
      fields: submissions.fields,
    };
    for (const [index, name] of hostileNames.entries()) {
      const fields = contactFields({ name, email: `${index}@studio.example` });
      await sendForResponse(intake, fields);
      const rows = await db.select(kept).from(submissions).innerJoin(leads, eq(leads.id, submissions.leadId));
      const stored = rows.find(({ id }) => id === fields['submission_id']);
      expect(stored?.fields['name']).toBe(name);
      expect(stored?.name).toBe(name);
    }
  });

  test('is not cached between server and browser', async () => {
    const intake = intakeOf(await open());
    for (const headers of [acceptJson, {}]) {
      const response = await sendForResponse(intake, contactFields(), { headers });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is stored even without a submission id', async () => {
    const database = await open();
    const { submission_id: _, ...fields } = contactFields();
    await sendForResponse(intakeOf(database), fields);
    await sendForResponse(intakeOf(database), { ...fields, submission_id: '' });
    expect(await database.db.$count(submissions)).toBe(2);
  });

  test('gives the visitor a cookie that answers lead, then booked', async () => {
    const database = await open();
    const intake = intakeOf(database);
    const statusOf = (cookie: string) => findVisitorStatus(database.db, findVisitorId(cookie, secret, true));
    const first = cookiesOf(await sendForResponse(intake, contactFields())).join('; ');
    expect(await statusOf(first)).toBe('lead');
    const second = await sendForResponse(intake, contactFields({ preferred_time: 'morning' }), {
      form: 'discovery-call',
      headers: { cookie: first },
    });
    expect(cookiesOf(second).join('; ')).toBe(first);
    expect(await statusOf(first)).toBe('booked');
    expect(await statusOf('')).toBe('guest');
  });
});

describeOnOneDatabase('a refused form', (open) => {
  test('is told what is wrong even if it cannot be counted, which is logged', async () => {
    const warned: object[] = [];
    const warn = (event: string, fields: object = {}) => void warned.push({ event, ...fields });
    const error = new Error('no database');
    const countRefused = () => Promise.reject(error);
    const intake = { ...intakeOf(await open()), countRefused, log: { ...silentLog, warn } };
    const answer = await send(intake, contactFields({ email: 'nowhere' }));
    expect(answer).toMatchObject({ kind: 'page', refused: { status: 422 } });
    expect(warned).toEqual([{ event: 'refused form not counted', error }]);
  });
});

describeOnOneDatabase('a repeat', (open) => {
  test('in parallel or later is answered in the same bytes and stored once', async () => {
    const database = await open();
    const intake = intakeOf(database, { limits: { ...submissionLimits, perEmail: 1 } });
    const fields = contactFields();
    const sendAgain = async () => bytesOf(await sendForResponse(intake, fields, { headers: acceptJson }));
    const first = await Promise.all(Array.from({ length: 50 }, sendAgain));
    const later = await sendAgain();
    expect(new Set([...first, later].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(later.status).toBe(200);
    expect(await database.db.$count(submissions)).toBe(1);
  });

  test('with other words is refused and changes nothing', async () => {
    const database = await open();
    const intake = intakeOf(database);
    const fields = contactFields();
    await sendForResponse(intake, fields);
    for (const changes of [
      { message: 'Other words.' },
      { email: 'other@studio.example' },
      { _gotcha: 'x' },
    ]) {
      const response = await sendForResponse(intake, { ...fields, ...changes }, { headers: acceptJson });
      expect(response.status).toBe(409);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const asAnother = await sendForResponse(intake, fields, { form: 'message', headers: acceptJson });
    expect(asAnother.status).toBe(409);
    expect(await database.db.$count(submissions)).toBe(1);
    expect(await database.db.$count(leads)).toBe(1);
  });
});

describeOnOneDatabase('a form whose honeypot is filled', (open) => {
  test.each([
    ['JSON', acceptJson],
    ['a redirect', {}],
  ])('is answered in the same bytes as any other form, as %s', async (_what, headers) => {
    const submission_id = randomUUID();
    const answers = [];
    for (const gotcha of ['', 'https://spam.example']) {
      const database = await open();
      const fields = contactFields({ submission_id, _gotcha: gotcha });
      const enqueued: string[] = [];
      const intake = intakeOf(database, { enqueue: async (_tx, ids) => void enqueued.push(...ids) });
      const answer = await bytesOf(await sendForResponse(intake, fields, { headers }));
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
