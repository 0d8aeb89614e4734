import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import notices from '#content/notices.yaml';
import { makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import { createCalendar } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobRequest } from '#src/platform/jobs/jobs.ts';
import { queueClientMail } from './queue-mails.ts';

describeOnOneDatabase('the mail that somebody gets once a day', (open) => {
  test.each([
    ['America/New_York', '2026-11-20T12:59:00Z', '2026-11-20T13:00:00Z'],
    ['America/New_York', '2027-01-01T03:00:00Z', '2027-01-01T13:00:00Z'],
    ['America/New_York', '2026-07-01T13:00:00Z', '2026-07-02T12:00:00Z'],
    ['Asia/Tokyo', '2026-12-31T14:00:00Z', '2026-12-31T23:00:00Z'],
    ['Asia/Tokyo', '2026-12-31T23:00:00Z', '2027-01-01T23:00:00Z'],
  ])('in %s, of what happens at %s, leaves at %s', async (zone, now, leaves) => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const queued: JobRequest[] = [];
    const enqueue = async (_tx: Db, requests: readonly JobRequest[]) => void queued.push(...requests);
    const queueing = { jobs: { enqueue }, now: new Date(now), calendar: createCalendar(zone) };
    const recipient = {
      id: client.id,
      clientId: client.clientId,
      mailPreference: 'daily',
      may: 'approve',
    } as const;
    const news = { notify: 'message-received', projectId, subjectId: uuidv7(), details: {} } as const;
    await db.transaction((tx) => queueClientMail(tx, queueing, recipient, news));
    expect(notices.daily.hour).toBe(8);
    expect(queued.map(({ startAfter }) => startAfter)).toEqual([new Date(leaves)]);
  });
});
