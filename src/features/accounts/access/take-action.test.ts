import { expect, test } from 'vitest';
import type { Services } from '#src/platform/services.ts';
import { takeAction } from './take-action.ts';

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

test('an action that was done is answered as done, whatever was typed into the way on', async () => {
  const move = async ({ entries }: { entries: Readonly<Record<string, string>> }) =>
    ({ ok: true, next: `/desk/projects${entries['filter'] ?? ''}#card` }) as const;
  for (const filter of ['?€', '?q=東京', '?q=\ud83c', '?a\r\nb: c']) {
    const answer = await takeAction(asked(new URLSearchParams({ filter }).toString()), { move });
    if (!(answer instanceof Response)) throw new Error('not answered');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/desk\/projects\?[\x21-\x7e]*#card$/);
  }
});
