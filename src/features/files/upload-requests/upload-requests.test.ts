import { randomUUID } from 'node:crypto';
import { eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import {
  makeColleague,
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { createCalendar } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addClientUpload } from '../client-uploads/client-uploads.ts';
import { clientUploads } from '../client-uploads/client-upload.table.ts';
import { storedBytesOf } from '../store/stored-bytes.fixture.ts';
import { reminderAt, remindOfRequestJob, requestReminderQueue } from './remind-of-request.job.ts';
import {
  changeRequest,
  closeRequest,
  listOpenRequests,
  listUploadRequests,
  requestUploads,
} from './upload-requests.ts';

const calendar = createCalendar('Etc/UTC');

async function openStudio(db: Db) {
  const made = await makeTestProject(db);
  const { projectId, team, client } = made;
  const services = { ...testServices(), calendar };
  const ask = async (title = 'Drum stems', dueOn = '2026-12-04') => {
    const asked = await requestUploads(db, services, team, { projectId, title, dueOn });
    if (!asked.ok) throw new Error(asked.reason);
    return asked.requestId;
  };
  const send = (requestId: string | null, to = projectId) =>
    db.transaction((tx) =>
      addClientUpload(tx, services, client, {
        id: randomUUID(),
        projectId: to,
        name: 'Kick.wav',
        requestId,
        stored: storedBytesOf(randomUUID()),
      }),
    );
  const remind = (requestId: string, now = '2026-12-03T08:00:00Z') =>
    remindOfRequestJob({ ...services, db, clock: { now: () => new Date(now) } }).run(
      { requestId },
      { id: requestId, attempt: 1 },
    );
  return { ...made, services, ask, send, remind };
}

const mailsOf = (db: Db) =>
  db.select({ kind: emailItems.kind, details: emailItems.details }).from(emailItems);

describeOnEachDatabase('files requested from a client', (open) => {
  test('are listed with the files that were sent for them, and emailed with a reminder to come', async () => {
    const { db } = await open();
    const { projectId, client, services, ask, send } = await openStudio(db);
    const requestId = await ask();
    await ask('Score', '2026-12-01');
    await send(requestId);
    await send(null);
    await send(randomUUID());
    expect(await listUploadRequests(db, projectId)).toMatchObject([
      { title: 'Score', dueOn: '2026-12-01', state: 'open', fileCount: 0 },
      { title: 'Drum stems', requestedByName: 'Ada Brandt', requestedAt: testNow, fileCount: 1 },
    ]);
    expect(await listOpenRequests(db, client.clientId)).toHaveLength(2);
    expect(await mailsOf(db)).toContainEqual({
      kind: 'files-requested',
      details: expect.objectContaining({ request: 'Drum stems', due: '4 Dec 2026', author: 'Ada Brandt' }),
    });
    expect(services.queued).toContainEqual({
      queue: requestReminderQueue,
      id: expect.any(String),
      data: { requestId },
      startAfter: new Date('2026-12-03T08:00:00Z'),
    });
  });

  test('are complete once a client who sent files, or the team, says so', async () => {
    const { db } = await open();
    const { projectId, client, team, services, ask, send } = await openStudio(db);
    const listener = await makeColleague(db, client.clientId, 'Lina Roth', 'listen');
    const outsider = await makePerson(db, 'client', 'Sable Okafor');
    const requestId = await ask();
    const close = (person: typeof client | typeof team, as: 'done' | 'cancelled' = 'done') =>
      closeRequest(db, services, person, { projectId, requestId, as });
    expect(await close(client)).toEqual({ ok: false, reason: 'no-files' });
    expect(await close(outsider)).toEqual({ ok: false, reason: 'not-found' });
    await send(requestId);
    expect(await close(listener)).toEqual({ ok: true });
    expect(await close(team, 'cancelled')).toEqual({ ok: false, reason: 'closed' });
    expect(await listUploadRequests(db, projectId)).toMatchObject([
      { state: 'done', closedByName: 'Lina Roth', closedAt: testNow },
    ]);
    expect(await listOpenRequests(db, client.clientId)).toEqual([]);
    const kinds = (await mailsOf(db)).map(({ kind }) => kind);
    expect(kinds).toContain('upload-request-done');
    const asked = await db.select().from(notifications).where(eq(notifications.kind, 'files-requested'));
    expect(asked).toMatchObject([{ clearedAt: testNow }]);
  });

  test('are cancelled by the team; later files are not for them any more', async () => {
    const { db } = await open();
    const { projectId, team, services, ask, send, remind } = await openStudio(db);
    const requestId = await ask();
    const cancelled = { projectId, requestId, as: 'cancelled' } as const;
    expect(await closeRequest(db, services, team, cancelled)).toEqual({ ok: true });
    await send(requestId);
    expect(await db.select({ requestId: clientUploads.requestId }).from(clientUploads)).toEqual([
      { requestId: null },
    ]);
    expect(await remind(requestId)).toEqual({ ok: true });
    expect((await mailsOf(db)).map(({ kind }) => kind)).not.toContain('files-request-due');
  });

  test('are changed by the team; the reminder follows the new day', async () => {
    const { db } = await open();
    const { projectId, team, services, ask, remind } = await openStudio(db);
    const requestId = await ask();
    const change = (to: { title: string; dueOn: string }, id = requestId) =>
      changeRequest(db, services, team, { projectId, requestId: id, ...to });
    const reminders = async () => (await mailsOf(db)).filter(({ kind }) => kind === 'files-request-due');
    await remind(requestId);
    expect(await reminders()).toMatchObject([{ details: { due: '4 Dec 2026' } }]);
    expect(await change({ title: 'Drum and bass stems', dueOn: '2026-12-20' })).toEqual({ ok: true });
    expect(await listUploadRequests(db, projectId)).toMatchObject([
      { title: 'Drum and bass stems', dueOn: '2026-12-20', remindedAt: null },
    ]);
    expect(services.queued.at(-1)).toMatchObject({
      queue: requestReminderQueue,
      data: { requestId },
      startAfter: new Date('2026-12-19T08:00:00Z'),
    });
    await remind(requestId, '2026-12-04T08:00:00Z');
    expect(await reminders()).toMatchObject([{ details: { due: '4 Dec 2026' } }]);
    await remind(requestId, '2026-12-19T08:00:00Z');
    // No email was sent in between: both reminders are one item of the email that still waits.
    expect(await reminders()).toMatchObject([
      { details: { request: 'Drum and bass stems', due: '20 Dec 2026' } },
    ]);
    const told = await db.select().from(notifications).where(isNull(notifications.clearedAt));
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(['files-request-due', 'files-requested']);
    expect(told.map(({ details }) => details['due'])).toEqual(['20 Dec 2026', '20 Dec 2026']);
    const elsewhere = { title: 'Score', dueOn: '2026-12-24' };
    expect(await change(elsewhere, randomUUID())).toEqual({ ok: false, reason: 'not-found' });
    await closeRequest(db, services, team, { projectId, requestId, as: 'done' });
    expect(await change(elsewhere)).toEqual({ ok: false, reason: 'closed' });
  });

  test('of another project are not answered', async () => {
    const { db } = await open();
    const { ask, send } = await openStudio(db);
    const requestId = await ask();
    const other = await makeTestProject(db);
    await send(requestId, other.projectId);
    expect(await db.select({ requestId: clientUploads.requestId }).from(clientUploads)).toEqual([
      { requestId: null },
    ]);
  });

  test('are followed by one reminder', async () => {
    const { db } = await open();
    const { projectId, ask, remind } = await openStudio(db);
    const requestId = await ask();
    expect(await remind(requestId)).toEqual({ ok: true });
    expect(await remind(requestId)).toEqual({ ok: true });
    const reminders = (await mailsOf(db)).filter(({ kind }) => kind === 'files-request-due');
    expect(reminders).toMatchObject([{ details: { request: 'Drum stems', due: '4 Dec 2026' } }]);
    expect(await listUploadRequests(db, projectId)).toMatchObject([{ remindedAt: expect.any(Date) }]);
  });
});

test('reminds on the morning before the deadline, else on its own, else not', () => {
  const at = (now: string) => reminderAt(calendar, new Date(now), '2026-12-04')?.toISOString() ?? null;
  expect(at('2026-11-20T09:00:00Z')).toBe('2026-12-03T08:00:00.000Z');
  expect(at('2026-12-03T09:00:00Z')).toBe('2026-12-04T08:00:00.000Z');
  expect(at('2026-12-04T09:00:00Z')).toBeNull();
});
