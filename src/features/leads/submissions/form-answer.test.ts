import { expect, test } from 'vitest';
import calls from '#content/calls.yaml';
import forms from '#content/forms.yaml';
import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';
import { failureAnswer, formStateOf, type FormFailure } from './form-answer.ts';
import type { FormPost } from './read-form.ts';

const { failures, errors } = forms.shared;
const id = '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11';
const post: FormPost = { entries: { name: 'Runa' }, submissionId: id, problems: [] };

const answer = (failure: FormFailure, changes: { accept?: string; post?: FormPost | null } = {}) =>
  failureAnswer({ form: 'contact', posted: { accept: changes.accept ?? '' }, failure, post, ...changes });

/** Returns the page for a browser without scripts. */
function pageOf(failure: FormFailure, given: FormPost | null = post) {
  const shown = answer(failure, { post: given });
  if (shown.kind !== 'page') throw new Error('No page is shown');
  return shown.refused;
}

test.each([
  ['unreadable', 400, failures.unreadable],
  ['unsupported-type', 415, failures.unreadable],
  ['conflict', 409, failures.conflict],
  ['server', 500, failures.server],
  ['unavailable', 503, fill(failures.unavailable, { email: site.contactEmail })],
] as const)(
  'a form not stored because it is %s reports so with status %i',
  async (reason, status, detail) => {
    expect(pageOf({ reason })).toEqual({
      form: 'contact',
      status,
      headers: { 'cache-control': 'no-store' },
      values: { name: 'Runa' },
      errors: {},
      submissionId: reason === 'conflict' ? '' : id,
      notice: forms.contact.failure,
      detail,
    });
    const json = answer({ reason }, { accept: 'application/json' });
    expect(json).toMatchObject({ kind: 'finished', status });
    expect(json.kind === 'finished' && JSON.parse(json.body)).toEqual({ error: detail, errors: [] });
    expect(json.kind === 'finished' && json.headers).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
  },
);

test('an invalid form has one message above its fields', () => {
  const problems = [{ field: 'email', code: 'email' }] as const;
  expect(pageOf({ reason: 'invalid' }, { ...post, problems })).toMatchObject({
    status: 422,
    errors: { email: forms.contact.fields.email.error },
    notice: errors.summary,
    detail: null,
  });
});

test('a visitor over the limit gets the waiting time in whole minutes', () => {
  for (const [retryAfterS, minutes] of [
    [1, '1'],
    [60, '1'],
    [61, '2'],
    [900, '15'],
  ] as const) {
    const detail = fill(failures.tooMany, { minutes });
    const headers = { 'cache-control': 'no-store', 'retry-after': String(retryAfterS) };
    expect(pageOf({ reason: 'too-many', retryAfterS })).toMatchObject({ status: 429, headers, detail });
  }
});

test('a taken time is reported only next to the times', () => {
  expect(pageOf({ reason: 'time', why: 'taken' })).toMatchObject({
    status: 409,
    errors: { slot: calls.chooser.errors.taken },
    submissionId: id,
    notice: forms.contact.failure,
    detail: null,
  });
});

test('a form that could not be read is shown empty', () => {
  expect(pageOf({ reason: 'unreadable' }, null)).toMatchObject({ values: {}, errors: {}, submissionId: '' });
});

test('the page of a form is empty on a first visit, and keeps refused values as typed', () => {
  expect(formStateOf(null)).toEqual({
    values: {},
    errors: {},
    notice: null,
    detail: null,
    submissionId: expect.stringMatching(/^[\da-f-]{36}$/),
    idPrefix: 'page',
  });
  const { values, notice, detail } = pageOf({ reason: 'server' });
  const shown = { values, errors: {}, notice, detail, submissionId: id, idPrefix: 'page' };
  expect(formStateOf(pageOf({ reason: 'server' }))).toEqual(shown);
});
