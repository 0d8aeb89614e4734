import { describe, expect, test } from 'vitest';
import forms from '#content/forms.yaml';
import { systemClock } from '#src/platform/clock.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createLog } from '#src/platform/log.ts';
import {
  acceptJson,
  contactFields,
  formServicesOf,
  send,
  sendForResponse,
  silentLog,
} from './form-request.fixture.ts';
import { submissions } from '../lead.table.ts';
import { formStateOf } from './form-answer.ts';
import type { FormServices } from './form-handler.ts';
import { submissionLimits } from './submit-leads.ts';

const { fields: asked } = forms.contact;
const secret = 'a secret for tests only';

describe('a form that is refused', () => {
  test('reports each invalid field, stores nothing and keeps the typed values', async () => {
    const database = await openAnyTestDatabase();
    const fields = contactFields({ name: ' ', email: 'marit@', message: '', company: 'Fjord & Co' });
    const answer = await send(formServicesOf(database), fields);
    expect(answer.kind === 'page' && answer.refused).toMatchObject({
      status: 422,
      values: { company: 'Fjord & Co', email: 'marit@' },
      errors: {
        name: asked.name.error,
        email: asked.email.error,
        message: asked.message.error,
      },
    });
    const response = await sendForResponse(formServicesOf(database), fields, { headers: acceptJson });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: expect.any(String),
      errors: [
        { field: 'name', code: 'required', message: asked.name.error },
        { field: 'email', code: 'email', message: asked.email.error },
        { field: 'message', code: 'required', message: asked.message.error },
      ],
    });
    expect(await database.db.$count(submissions)).toBe(0);
  });

  const json = { 'content-type': 'application/json' };
  test.each([
    ['a body that is no form', 415, { 'content-type': 'text/plain' }, 'hello'],
    ['a body that breaks off', 400, json, '{"name":'],
    ['a name with a zero byte', 422, json, JSON.stringify(contactFields({ name: 'a\0b' }))],
    ['a name with half an emoji', 422, json, JSON.stringify(contactFields({ name: 'a\ud83c' }))],
    ['a name that is too long', 422, json, JSON.stringify(contactFields({ name: 'x'.repeat(1001) }))],
    ['a service that does not exist', 422, json, JSON.stringify(contactFields({ service: 'Catering' }))],
    ['an id that is no UUID', 422, json, JSON.stringify(contactFields({ submission_id: '7' }))],
  ])('for %s gets status %i with a message', async (_what, status, headers, body) => {
    const neverAsked: FormServices = {
      submit: () => Promise.reject(new Error('asked')),
      countRefused: async () => ({ ok: true }),
      hasRoom: () => Promise.reject(new Error('asked')),
      secret,
      log: silentLog,
    };
    const response = await sendForResponse(neverAsked, {}, { headers: { ...headers, ...acceptJson }, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: expect.stringMatching(/\w+.*\./),
      errors: expect.any(Array),
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('keeps the typed values if the disk is full or the database is unavailable or fails', async () => {
    const database = await openAnyTestDatabase();
    const full = formServicesOf({ ...database, hasRoom: async () => false });
    expect(await send(full, contactFields())).toMatchObject({
      refused: { status: 503, values: { name: 'Runa Vestergaard' } },
    });
    const filled = Object.assign(new Error('could not extend file'), { code: '53100' });
    const fullInBetween = { ...full, hasRoom: async () => true, submit: () => Promise.reject(filled) };
    expect(await send(fullInBetween, contactFields())).toMatchObject({ refused: { status: 503 } });
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const away = { ...full, hasRoom: async () => true, submit: () => Promise.reject(refused) };
    expect(await send(away, contactFields())).toMatchObject({ refused: { status: 503 } });
    const broken = { ...full, hasRoom: async () => true, submit: () => Promise.reject(new Error('gone')) };
    expect(await send(broken, contactFields())).toMatchObject({
      refused: {
        status: 500,
        values: { name: 'Runa Vestergaard' },
        notice: forms.contact.failure,
      },
    });
  });

  test('over a limit reports when to try again', async () => {
    const database = await openAnyTestDatabase();
    const services = formServicesOf(database);
    for (let sent = 0; sent < 15; sent++) {
      const email = sent % 2 ? 'runa@halfmoon.example' : 'RUNA@halfmoon.example';
      expect((await sendForResponse(services, contactFields({ email }))).status).toBe(303);
    }
    const response = await sendForResponse(services, contactFields(), { headers: acceptJson });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('900');
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('15 minutes') });
    const page = await send(services, contactFields());
    expect(page).toMatchObject({ refused: { status: 429, values: { name: 'Runa Vestergaard' } } });
    const other = contactFields({ email: 'somebody@else.example' });
    expect((await sendForResponse(services, other)).status).toBe(303);
  });

  test('counts towards its network’s limit, and stores nothing about it', async () => {
    const database = await openAnyTestDatabase();
    const services = formServicesOf(database, { limits: { ...submissionLimits, perNetwork: 4 } });
    const text = { headers: { 'content-type': 'text/plain' }, body: 'hello' };
    const refused = [
      await send(services, contactFields({ email: 'marit@' })),
      await send(services, {}, text),
      await send(services, contactFields({ name: '' })),
    ];
    expect(refused).toMatchObject([422, 415, 422].map((status) => ({ refused: { status } })));
    expect((await sendForResponse(services, contactFields())).status).toBe(303);
    expect(await send(services, contactFields({ email: 'marit@' }))).toMatchObject({
      refused: { status: 429, values: { email: 'marit@' } },
    });
    expect(await send(services, contactFields())).toMatchObject({ refused: { status: 429 } });
    expect(await database.db.$count(submissions)).toBe(1);
  });

  test('by the database is logged without any typed text', async () => {
    const database = await openAnyTestDatabase();
    const logged: string[] = [];
    const log = createLog({ sink: { write: (line) => void logged.push(line) }, clock: systemClock });
    const services = formServicesOf(database);
    // The database enforces its own constraints after the checks.
    const refused: FormServices = {
      ...services,
      log,
      submit: (given) => services.submit({ ...given, name: 'Runa\0' }),
    };
    expect(await send(refused, contactFields())).toMatchObject({ refused: { status: 500 } });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('submission not stored');
    expect(logged[0]).not.toMatch(/Runa|halfmoon|locked in January|insert into/);
  });

  test('is shown again with a usable id', () => {
    const refused = { form: 'contact', status: 422, headers: {}, values: {}, errors: {} } as const;
    const stateOf = (submissionId: string) =>
      formStateOf({ ...refused, submissionId, notice: '', detail: null });
    const id = '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11';
    expect(stateOf(id).submissionId).toBe(id);
    for (const unusable of ['', '7']) expect(stateOf(unusable).submissionId).toMatch(/^[\da-f-]{36}$/);
  });
});
