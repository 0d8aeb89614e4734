import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { accessPolicy } from './access-policy.ts';
import { mayPass, type AccessPolicy } from './access.ts';

const pages = join(projectRootFrom(import.meta.dirname), 'src/pages');

/** The routes that are rendered on request, by their files. */
const renderedRoutes = globSync('{**,.well-known}/*.{astro,ts}', { cwd: pages })
  .filter((file) => /export const prerender = false/.test(readFileSync(join(pages, file), 'utf8')))
  .map((file) => `/${file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')}`);

test('every route rendered on request is in the access policy, and nothing else is', () => {
  expect(Object.keys(accessPolicy).toSorted()).toEqual(renderedRoutes.toSorted());
});

test('what erases, exports a whole person or changes passkeys asks again', () => {
  const asksAgain = Object.entries(accessPolicy as AccessPolicy).flatMap(([route, { GET, POST }]) => [
    ...(GET?.startsWith('recent-') ? [route] : []),
    ...Object.entries(typeof POST === 'object' ? POST : {}).flatMap(([action, access]) =>
      access.startsWith('recent-') ? [`${route}?do=${action}`] : [],
    ),
  ]);
  expect(asksAgain.toSorted()).toEqual([
    '/account?do=remove-passkey',
    '/desk/clients/[id]/export.json',
    '/desk/clients/[id]/merge?do=merge',
    '/desk/clients/[id]?do=erase',
    '/desk/clients/[id]?do=erase-person',
    '/desk/leads/[id]/export.json',
    '/desk/leads/[id]?do=erase',
    '/desk/team?do=remove-passkeys',
    '/sign-in/passkey?do=add',
    '/sign-in/passkey?do=begin-add',
  ]);
});

test('a session of some minutes ago passes everywhere but there, and nobody passes there who may not at all', () => {
  const person = { id: 'p', role: 'team', name: 'Ada', email: 'ada@studio.example' } as const;
  const session = { id: 's', person, isComplete: true, isRecent: true };
  expect(mayPass('recent-team', session)).toBe(true);
  expect(mayPass('recent-team', { ...session, isRecent: false })).toBe(false);
  expect(mayPass('team', { ...session, isRecent: false })).toBe(true);
  expect(
    mayPass('recent-team', {
      ...session,
      person: { ...person, role: 'client', clientId: 'c', may: 'approve' },
    }),
  ).toBe(false);
  expect(mayPass('recent-person', { ...session, isComplete: false })).toBe(false);
  expect(mayPass('recent-started', { ...session, isComplete: false })).toBe(true);
  expect(mayPass('recent-started', null)).toBe(false);
});
