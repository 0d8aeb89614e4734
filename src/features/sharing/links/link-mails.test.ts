import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fill } from '#src/platform/fill.ts';
import words from '#content/listening.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makeColleague } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeGuestStudio, password } from '../guests/guest-studio.fixture.ts';
import { revokeLink } from './edit-link.ts';
import { linkActions } from './link-actions.ts';
import { linkMailKinds } from './link-mails.ts';
import { linkMailOf } from './link.email.tsx';
import { listeningLinks, listeningMails } from './listening.table.ts';

const { errors } = words.share;

describeOnOneDatabase('a listening link by email', (open) => {
  async function start() {
    const studio = await makeGuestStudio((await open()).db);
    const { services, team, projectId } = studio;
    const link = await studio.link({ password });
    const act = (name: keyof typeof linkActions, fields: Record<string, string>, person: Person = team) =>
      linkActions[name]({
        services,
        session: { id: randomUUID(), person, isComplete: true, isRecent: true },
        entries: { linkId: link.id, sendId: randomUUID(), message: '', ...fields },
        params: { id: projectId },
      });
    return { ...studio, link, act };
  }

  test('asks first, and sends each address once', async () => {
    const { db, act, link, services, time } = await start();
    const addresses = 'Nils@label.example, nils@label.example\nmaren@label.example;';
    expect(await act('send-link', { addresses })).toMatchObject({ ok: false, status: 409, ask: {} });
    expect(await db.$count(listeningMails)).toBe(0);
    const sendId = randomUUID();
    for (let times = 0; times < 2; times += 1)
      expect(await act('send-link', { addresses, sendId, sure: 'yes' })).toMatchObject({ ok: true });
    const stored = await db.select().from(listeningMails);
    expect(stored.map(({ email }) => email).toSorted()).toEqual([
      'maren@label.example',
      'nils@label.example',
    ]);
    const mails = await db.select().from(outbox).where(eq(outbox.kind, 'listening-link'));
    expect(mails).toHaveLength(2);
    const kinds = linkMailKinds({
      origin: 'https://studio.example',
      secret: services.secret,
      teamInbox: 'team@studio.example',
    });
    const decide = async (mail = mails[0]) => mail && kinds['listening-link']?.(db, mail, time.now);
    const decision = await decide();
    const mail = decision?.kind === 'mail' ? await decision.compose() : null;
    expect(mail).toMatchObject({ replyTo: 'team@studio.example' });
    expect(mail?.text).toContain(`https://studio.example/listen/${link.token}`);
    expect(mail?.text).toContain(words.mail.password);
    expect(`${mail?.subject} ${mail?.text}`, 'named only where a preview may name it').not.toContain(
      'Tidewater',
    );
    await db.update(listeningLinks).set({ revokedAt: time.now });
    expect(await decide()).toMatchObject({ kind: 'skip' });
  });

  test('is refused with wrong addresses, beyond a day’s limit, after its end, and for others', async () => {
    const { db, act, services, team, client, other, projectId, link } = await start();
    const wrong = [
      ['', errors.noAddresses],
      ['nobody', fill(errors.address, { address: 'nobody' })],
      [`${'x'.repeat(255)}@label.example`, `${'x'.repeat(255)}@label.example`],
      [
        Array.from({ length: 21 }, (_, n) => `n${n}@label.example`).join(' '),
        fill(errors.tooManyAddresses, { count: '20' }),
      ],
    ] as const;
    for (const [addresses, message] of wrong)
      expect(await act('send-link', { addresses, sure: 'yes' }), addresses).toMatchObject({
        status: 422,
        errors: [{ field: 'addresses', message: expect.stringContaining(message) }],
      });
    const listener = await makeColleague(db, client.clientId, 'Olu Vestergaard', 'listen');
    const sure = { addresses: 'nils@label.example', sure: 'yes' };
    expect(await act('send-link', sure, other)).toMatchObject({ status: 404 });
    expect(listener.permission).toBe('listen');
    for (let round = 0; round < 2; round += 1) {
      const addresses = Array.from({ length: 20 }, (_, n) => `r${round}n${n}@label.example`).join(' ');
      expect(await act('send-link', { addresses, sure: 'yes' }, client)).toMatchObject({ ok: true });
    }
    expect(await act('send-link', sure, client)).toMatchObject({ status: 429 });
    expect(await db.$count(listeningMails)).toBe(40);
    await revokeLink(services, team, { projectId, linkId: link.id });
    expect(await act('send-link', sure)).toMatchObject({ status: 404, error: errors.ended });
    const form = { target: 'project', name: 'Again', days: '14' };
    expect(await act('edit-link', form), 'a revoked link stays revoked').toMatchObject({ status: 404 });
  });

  test('changes only with a valid form, and keeps its password unless it is replaced or removed', async () => {
    const { db, act, ids, link } = await start();
    const files = { target: 'files', name: 'Label', days: '14' };
    const day = { ...files, target: 'project', days: 'date', endTime: '18:00' };
    const key = ids.older;
    const pick = { [`pick-${key}`]: 'yes', [`version-${key}`]: `recording:${ids.older}` };
    for (const [form, field] of [
      [files, 'target'],
      [{ ...files, ...pick, [`title-${key}`]: 'x'.repeat(201) }, `title-${key}`],
      [{ ...files, ...pick, [`title-${key}`]: 'two\nlines' }, `title-${key}`],
      [{ ...files, ...pick, [`version-${key}`]: 'all' }, 'target'],
      [{ ...day, endDay: '2020-01-01' }, 'endDay'],
      [{ ...day, endDay: '2099-01-01' }, 'endDay'],
      [{ ...day, endDay: '2026-12-01', endTime: '25:00' }, 'endTime'],
      [{ ...day, endDay: 'tomorrow' }, 'endDay'],
    ] as const)
      expect(await act('edit-link', form), field).toMatchObject({ status: 422, errors: [{ field }] });
    for (const version of [`file:${ids.foreign}`, `file:${ids.text}`, `recording:${randomUUID()}`])
      expect(
        await act('edit-link', { ...files, ...pick, [`version-${key}`]: version }),
        version,
      ).toMatchObject({ status: 404 });
    const cover = { ...files, ...pick, cover: ids.text };
    expect(await act('edit-link', cover), 'no picture').toMatchObject({ status: 404 });
    const hashOf = async () =>
      (await db.select().from(listeningLinks).where(eq(listeningLinks.id, link.id)))[0]?.passwordHash;
    const before = await hashOf();
    expect(await act('edit-link', { ...day, endDay: '2026-12-01' })).toMatchObject({ ok: true });
    expect(await hashOf()).toBe(before);
    expect(await act('edit-link', { ...files, ...pick, removePassword: 'yes' })).toMatchObject({ ok: true });
    expect(await hashOf()).toBeNull();
  });
});

test('an email escapes what people typed, on one line in its subject', () => {
  const mail = linkMailOf({
    messageId: 'one@studio.example',
    to: 'nils@label.example',
    replyTo: 'team@studio.example',
    sender: 'Ada\r\nBcc: all@label.example',
    message: '<img src=x>\nhttps://studio.example/listen',
    url: 'https://studio.example/listen/token',
    expiresAt: new Date('2026-12-01T18:00:00Z'),
    hasPassword: false,
    about: 'Harbour\nEP',
  });
  expect(mail.subject).toBe('Ada Bcc: all@label.example sent you “Harbour EP” to listen to');
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('&lt;img src=x&gt;');
});
