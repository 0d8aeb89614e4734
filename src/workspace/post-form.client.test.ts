import { afterEach, expect, test, vi } from 'vitest';
import { answerMessages } from './page-action.ts';
import { failureText, post } from './post-form.client.ts';

const unsure = 'It may not have been stored.';
const html = { headers: { 'content-type': 'text/html' } };

afterEach(() => vi.unstubAllGlobals());

/** What a script says when it posts something and this comes back. */
async function saidOf(answer: () => Promise<Response>): Promise<string | null> {
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('location', { href: '/here' });
  const posted = await post('?do=send', new URLSearchParams());
  return posted.ok ? null : failureText(posted, answerMessages, unsure);
}

test.each([
  [
    'nobody answers',
    () => Promise.reject(new TypeError('no network')),
    `The server did not answer. ${unsure}`,
  ],
  ...[413, 502, 504, 200].map(
    (status) =>
      [
        `a proxy answers ${status} with a page of its own`,
        () => Promise.resolve(new Response('<h1>Sorry</h1>', { status, ...html })),
        `The server answered ${status}. ${unsure}`,
      ] as const,
  ),
  [
    'a connection ends within the answer',
    () => Promise.resolve(new Response('{"ok"')),
    `The server answered 200. ${unsure}`,
  ],
  [
    'the server refuses it',
    () => Promise.resolve(Response.json({ error: 'Too long.' }, { status: 422 })),
    'Too long.',
  ],
  ['it is stored', () => Promise.resolve(Response.json({ ok: true, next: '/there' })), null],
] as const)('where %s, the page says that and no more than is known', async (_name, answer, sentence) => {
  expect(await saidOf(answer)).toBe(sentence);
});
