import { expect, test } from 'vitest';
import { createPostHandlers } from './composition.ts';
import type { Services } from './platform/services/services.ts';

// Nothing here needs the database: a refused form that cannot be counted is refused all the same.
const services = {
  config: { publicUrl: 'https://studio.example', formForwardUrl: null },
  origin: 'https://studio.example',
  secret: 'a secret for tests only',
  database: {},
  clock: { now: () => new Date(0) },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
} as unknown as Services;
const findPostHandler = createPostHandlers(services);

const post = (headers: Record<string, string>) =>
  findPostHandler('/forms/contact')?.({
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: Buffer.from('{}'),
    client: { address: '192.0.2.1', isHttps: true },
    origin: 'https://studio.example',
  });

test('every form is taken at its own address, and no other path', () => {
  for (const form of ['discovery-call', 'brief', 'contact', 'lead-capture', 'message']) {
    expect(findPostHandler(`/forms/${form}`)).not.toBeNull();
    expect(findPostHandler(`/forms/${form}/`)).not.toBeNull();
  }
  for (const path of ['/forms', '/forms/portal', '/forms/Contact', '/desk/leads', '/'])
    expect(findPostHandler(path)).toBeNull();
});

test('a post from a page of another site is refused unread', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    expect(await post(headers)).toMatchObject({
      kind: 'finished',
      status: 403,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  for (const headers of [{ origin: 'https://studio.example' }, { 'sec-fetch-site': 'same-origin' }, {}])
    expect(await post(headers)).toMatchObject({ kind: 'finished', status: 422 });
});
