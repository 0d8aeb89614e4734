import { expect, test } from 'vitest';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { accessPolicy } from './access-policy.ts';
import { accessOf, type AccessPolicy } from './access.ts';
import { needsNoConfirmation } from './listen-only.ts';

const late: Session = {
  id: '1',
  person: {
    id: '1',
    role: 'client',
    clientId: '1',
    permission: 'approve',
    name: 'Runa',
    email: 'r@s.example',
  },
  isComplete: true,
  isRecent: false,
};

const asked = (
  body: string | FormData,
  { route = '/portal/people', action = 'invite', session = late } = {},
) => {
  const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const request = new Request('https://studio.example/', { method: 'POST', body, headers });
  const access = accessOf((accessPolicy as AccessPolicy)[route] ?? {}, 'POST', action);
  if (access === undefined) throw new Error(`${route} has no ${action}`);
  return { request, allowed: needsNoConfirmation(access, { request, route, action, session }) };
};

test('lets a person be invited without a confirmation only if they may do no more than listen', async () => {
  for (const action of ['invite', 'change-may']) {
    const { request, allowed } = asked('name=Lena&may=listen', { action });
    expect(await allowed).toBe(true);
    expect(await request.text(), 'the action reads the form').toBe('name=Lena&may=listen');
  }
  const form = new FormData();
  form.set('may', 'listen');
  expect(await asked(form).allowed).toBe(true);
  for (const body of ['may=approve', 'may=', '', 'may=listen&may=approve', 'may=LISTEN', 'may=listen%FF'])
    expect(await asked(body).allowed, body).toBe(false);
});

test('lets no other action pass, and nobody who could not do it after a confirmation', async () => {
  expect(await asked('may=listen', { action: 'remove' }).allowed).toBe(false);
  expect(await asked('may=listen', { route: '/desk/team' }).allowed).toBe(false);
  expect(await asked('may=listen', { route: '/desk/clients/[id]', action: 'add' }).allowed).toBe(false);
  const listener: Session = {
    ...late,
    person: {
      id: '1',
      role: 'client',
      clientId: '1',
      permission: 'listen',
      name: 'Lina',
      email: 'l@s.example',
    },
  };
  expect(await asked('may=listen', { session: listener }).allowed).toBe(false);
});
