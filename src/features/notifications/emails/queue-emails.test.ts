import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import notices from '#content/notices.yaml';
import { makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import { createCalendar } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { changeKinds, type ChangeKind } from '../kinds/change-kinds.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import { outbox } from '../outbox/outbox.table.ts';
import { queueClientEmail, queueTeamEmail } from './queue-emails.ts';

describeOnOneDatabase('the daily email', (open) => {
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
      permission: 'approve',
    } as const;
    const news = {
      notify: 'message-received',
      projectId,
      subjectId: uuidv7(),
      details: {},
      except: [],
    } as const;
    await db.transaction((tx) => queueClientEmail(tx, queueing, recipient, news));
    expect(notices.daily.hour).toBe(8);
    expect(queued.map(({ startAfter }) => startAfter)).toEqual([new Date(leaves)]);
  });
});

describeOnOneDatabase('the mail that the team gets at once', (open) => {
  test('is one a day of the same thing of a client, whatever was mailed of another', async () => {
    const { db } = await open();
    const [kind] = Object.entries(changeKinds).find(([, { teamMail }]) => teamMail?.time === 'at-once') ?? [];
    const subjectId = uuidv7();
    const queueing = { jobs: { enqueue: async () => undefined }, now: new Date('2026-11-20T12:00:00Z') };
    for (let of = 0; of < 2; of += 1) {
      const { client, projectId } = await makeTestProject(db);
      const news = { kind: kind as ChangeKind, projectId, subjectId, details: {}, except: [] };
      for (let time = 0; time < 2; time += 1)
        await db.transaction((tx) => queueTeamEmail(tx, queueing, client.clientId, news));
    }
    expect(await db.$count(outbox)).toBe(2);
  });
});
