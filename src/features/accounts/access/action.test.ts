import { expect, test } from 'vitest';
import words from '#content/system.yaml';
import type { Services } from '#src/platform/services/services.ts';
import { runAction, type ActionInput, type ActionRequest } from './action.ts';

const asked = (body: string) => ({
  request: new Request('https://studio.example/desk/projects?do=move', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  url: new URL('https://studio.example/desk/projects?do=move'),
  params: {},
  locals: { services: {} as Services, session: null },
});

test('an action that succeeded is answered as such, whatever the typed address to go on to', async () => {
  const move = async ({ entries }: { entries: Readonly<Record<string, string>> }) =>
    ({ ok: true, next: `/desk/projects${entries['filter'] ?? ''}#card` }) as const;
  for (const filter of ['?€', '?q=東京', '?q=\ud83c', '?a\r\nb: c']) {
    const answer = await runAction(asked(new URLSearchParams({ filter }).toString()), { move });
    if (!(answer instanceof Response)) throw new Error('not answered');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/desk\/projects\?[\x21-\x7e]*#card$/);
  }
});

const post = (
  body: string,
  { to = 'move', accept = '*/*', type = 'application/x-www-form-urlencoded' } = {},
) => {
  const url = new URL(`https://studio.example/desk/projects?do=${to}`);
  const headers = { 'content-type': type, accept };
  const logged: object[] = [];
  const log = { error: (event: string, fields: object) => logged.push({ event, ...fields }) };
  const services = { log } as unknown as Services;
  const asks: ActionRequest = {
    request: new Request(url, { method: 'POST', body, headers }),
    url,
    params: { id: '7' },
    locals: { services, session: null },
  };
  return { asks, logged };
};
const json = { accept: 'application/json' };

test('a request that is no post runs no action', async () => {
  const { asks } = post('');
  expect(await runAction({ ...asks, request: new Request(asks.url) }, {})).toBeNull();
});

test('an action gets the typed values and the route’s parameters, and programs are answered in JSON that is not cached', async () => {
  const given: unknown[] = [];
  const move = async (input: ActionInput) => {
    given.push(input.entries, input.params);
    return { ok: true, data: { moved: 1 }, cookies: ['a=1', 'b=2'] } as const;
  };
  const answer = await runAction(post('to=review&note=%20', json).asks, { move });
  if (!(answer instanceof Response)) throw new Error('not answered');
  expect(given).toEqual([{ to: 'review', note: ' ' }, { id: '7' }]);
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true, next: '/desk/projects', moved: 1 }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const empty = await runAction(post('').asks, { move });
  expect(empty instanceof Response && empty.headers.get('location')).toBe('/desk/projects');
  expect(given.slice(2)).toEqual([{}, { id: '7' }]);
});

test('a refused form is shown again with what was typed, each error at its field', async () => {
  const move = async () =>
    ({
      ok: false,
      status: 422,
      error: 'Please look again.',
      errors: [{ field: 'to', code: 'option', message: 'There is no such column.' }],
    }) as const;
  const { asks } = post('to=nowhere');
  const shown = {
    action: 'move',
    entries: { to: 'nowhere' },
    status: 422,
    error: 'Please look again.',
    errors: { to: 'There is no such column.' },
  };
  expect(await runAction(asks, { move })).toEqual(shown);
  expect(asks.locals.refused).toEqual(shown);
  const answer = await runAction(post('to=nowhere', json).asks, { move });
  if (!(answer instanceof Response)) throw new Error('not answered');
  expect([answer.status, await answer.json()]).toEqual([
    422,
    { error: 'Please look again.', errors: (await move()).errors },
  ]);
});

test.each([
  ['names no action of the page', { to: 'toString' }, 'a=b', 404, words.refused.unknown],
  ['cannot be read', {}, 'a=1&a=2', 400, words.refused.unreadable],
  ['is of another kind', { type: 'text/csv' }, 'a;b', 415, words.refused.unreadable],
])('a post that %s does nothing and says so', async (_what, how, body, status, error) => {
  let isDone = false;
  const move = async () => {
    isDone = true;
    return { ok: true } as const;
  };
  expect(await runAction(post(body, how).asks, { move })).toMatchObject({ status, error, errors: {} });
  expect(isDone).toBe(false);
});

test('an action that throws is answered as failed, and logged', async () => {
  for (const thrown of [new Error('no disk'), 'no disk']) {
    const { asks, logged } = post('a=b');
    const move = () => Promise.reject(thrown);
    expect(await runAction(asks, { move })).toMatchObject({ status: 503, error: words.refused.failed });
    expect(logged).toEqual([{ event: 'action failed', path: '/desk/projects', error: new Error('no disk') }]);
  }
});

test('does not run an action over the write limit, and keeps the typed values', async () => {
  const { asks } = post('content=One+more');
  const move = () => Promise.reject(new Error('run'));
  const refused = await runAction({ ...asks, locals: { ...asks.locals, isOverLimit: true } }, { move });
  expect(refused).toMatchObject({
    status: 429,
    entries: { content: 'One more' },
    error: words.refused.tooManyWrites,
  });
});
