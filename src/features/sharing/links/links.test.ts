import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import words from '#content/listening.yaml';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { makeGuestStudio } from '../guests/guest-studio.fixture.ts';
import { makeColleague } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findLinks, findSharedProject } from './find-links.ts';
import { linkActions } from './link-actions.ts';
import { isPassword, linkTokenOf, passwordHashOf } from './open-link.ts';
import { listeningLinks } from './listening.table.ts';

const { errors } = words.share;

describeOnOneDatabase('listening links', (open) => {
  async function start() {
    const studio = await makeGuestStudio((await open()).db);
    const { services, client, projectId } = studio;
    const usual = { linkId: randomUUID(), target: 'project', name: 'A jury', days: '14' };
    const act = (name: keyof typeof linkActions, fields: Record<string, string>, person: Person = client) =>
      linkActions[name]({
        services,
        session: { id: randomUUID(), person, isComplete: true, isRecent: true },
        entries: { ...usual, ...fields },
        params: { id: projectId },
      });
    return { ...studio, usual, act };
  }

  test('creates a link once, for two weeks; client and team can revoke it; the history shows both', async () => {
    const { db, act, usual, team, time } = await start();
    for (let times = 0; times < 2; times += 1) expect(await act('make-link', {})).toMatchObject({ ok: true });
    const [link, ...others] = await db.select().from(listeningLinks);
    expect(others).toEqual([]);
    expect(link).toMatchObject({
      name: 'A jury',
      passwordHash: null,
      mayComment: false,
      namesProject: false,
    });
    expect(link?.expiresAt).toEqual(new Date(time.now.getTime() + 14 * 86_400_000));
    for (let times = 0; times < 2; times += 1)
      expect(await act('revoke-link', { linkId: usual.linkId }, team)).toMatchObject({ ok: true });
    const deeds = await db.select({ kind: activity.kind }).from(activity);
    expect(deeds.filter(({ kind }) => kind.startsWith('link-'))).toEqual([
      { kind: 'link-made' },
      { kind: 'link-revoked' },
    ]);
  });

  test('rejects an invalid field with a message', async () => {
    const { db, act, ids } = await start();
    const wrong = [
      [{ name: ' ' }, 'name', errors.name],
      [{ days: 'never' }, 'days', errors.days],
      [{ days: '3650' }, 'days', errors.days],
      [{ target: 'everything' }, 'target', errors.target],
      [{ password: 'short' }, 'password', errors.shortPassword],
    ] as const;
    for (const [fields, field, message] of wrong)
      expect(await act('make-link', fields)).toMatchObject({ status: 422, errors: [{ field, message }] });
    for (const target of [
      `file:${ids.foreign}`,
      `recording:${ids.foreign}`,
      `file:${ids.text}`,
      'file:x',
      `file:${ids.none}`,
    ])
      expect(await act('make-link', { target }), target).toMatchObject({ status: 404 });
    expect(await db.$count(listeningLinks)).toBe(0);
  });

  test('rejects other people who create, see or revoke links', async () => {
    const { db, act, other, client, team, projectId, usual, time, services } = await start();
    const { secret } = services;
    await act('make-link', {});
    const listener = await makeColleague(db, client.clientId, 'Olu Vestergaard', 'listen');
    const approver = await makeColleague(db, client.clientId, 'Ines Vestergaard');
    for (const person of [other, listener]) expect(await findSharedProject(db, person, projectId)).toBeNull();
    expect(await findSharedProject(db, team, 'malformed')).toBeNull();
    expect(await act('make-link', { linkId: randomUUID() }, other)).toMatchObject({ status: 404 });
    expect(await act('revoke-link', { linkId: usual.linkId }, other)).toMatchObject({ status: 404 });
    for (const person of [client, approver, team]) {
      const project = await findSharedProject(db, person, projectId);
      const found = project && (await findLinks(db, { now: time.now, secret }, project));
      expect(found?.links).toMatchObject([
        { id: usual.linkId, isOpen: true, hasPassword: false, guests: [] },
      ]);
      expect(JSON.stringify(found)).not.toMatch(/hash"?:/i);
    }
    await db.update(people).set({ disabledAt: time.now }).where(eq(people.id, client.id));
    const [link] = (await findLinks(db, { now: time.now, secret }, { id: projectId, name: '' })).links;
    expect(link).toMatchObject({ isOpen: false, revokedAt: null, token: linkTokenOf(secret, usual.linkId) });
    const later = { now: time.now, secret: 'another secret' };
    const [shown] = (await findLinks(db, later, { id: projectId, name: '' })).links;
    expect(shown?.token, 'an address that would lead nowhere').toBeNull();
  });
});

test('stores the password of a link as scrypt with its own salt', async () => {
  const [one, other] = [await passwordHashOf('low tide at seven'), await passwordHashOf('low tide at seven')];
  expect(one).not.toBe(other);
  expect(await isPassword('low tide at seven', one)).toBe(true);
  expect(await isPassword('low tide at eight', one)).toBe(false);
});
