import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import words from '#content/forms.yaml';
import { submissionOf } from '../submissions/submission.fixture.ts';
import { type StoredSubmission, forward } from './lead-mail-kinds.ts';

const submission = submissionOf({ email: 'runa@halfmoon.example' }) as unknown as StoredSubmission;

/** Starts a form service that responds with this status and stores the requests it gets in `received`. */
async function startService(status: number, headers: Record<string, string> = {}) {
  const received: { method: string | undefined; accept: string | undefined; fields: URLSearchParams }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const fields = new URLSearchParams(await text(request));
    received.push({ method: request.method, accept: request.headers.accept, fields });
    response.writeHead(status, headers).end('Thank you');
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/f`, received };
}

test('forwards a submission once, under the form’s field names, even if the service redirects to a thank-you page', async () => {
  const { url, received } = await startService(302, { location: '/thanks' });
  expect(await forward(submission, url)).toEqual({ ok: true });
  const [sent, ...more] = received;
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ method: 'POST', accept: 'application/json' });
  expect(Object.fromEntries(sent?.fields ?? [])).toMatchObject({
    ...submission.fields,
    company: '',
    _subject: words.contact.subject,
    _replyto: 'runa@halfmoon.example',
    form_source: 'contact_form',
    submission_id: submission.id,
  });
});

test('forwards a picked time with its time zone, and no time fields without one', async () => {
  const { url, received } = await startService(200);
  const time = { slot: '2026-11-23T09:00:00.000Z', time_zone: 'Asia/Kathmandu' };
  const { fields } = submission;
  await forward({ ...submission, form: 'discovery-call', fields: { ...fields, ...time } }, url);
  await forward({ ...submission, form: 'discovery-call' }, url);
  expect(Object.fromEntries(received[0]?.fields ?? [])).toMatchObject(time);
  expect(received[1]?.fields.has('slot')).toBe(false);
});

test('retries an unreachable or busy service, but not one that refuses the request', async () => {
  for (const [status, permanent] of [
    [400, true],
    [404, true],
    [408, false],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
  ] as const) {
    const { url } = await startService(status);
    expect(await forward(submission, url)).toEqual({
      ok: false,
      permanent,
      reason: `the service answered ${status}`,
    });
  }
  expect(await forward(submission, 'http://127.0.0.1:1/f')).toMatchObject({ ok: false, permanent: false });
});

test('forwards nothing after forwarding is turned off', async () => {
  expect(await forward(submission, null)).toEqual({
    ok: false,
    permanent: true,
    reason: 'FORM_FORWARD_URL is not set',
  });
});
