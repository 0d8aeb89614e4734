import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import words from '#content/installation.yaml';
import { callHosts, busyCalendars } from '#src/features/calls/host.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createJobs } from '#src/platform/jobs/jobs.ts';
import { quiet, settings } from '#src/platform/jobs/jobs.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { InstallationTask } from '../tasks/task.table.ts';
import type { ListedTask } from '../tasks/tasks.ts';
import { installationTasks } from '../tasks/task.table.ts';
import { backupHealth, diskHealth, findInstallation, queueHealth, testHealth } from './find-installation.ts';
import { InstallationScreen } from './installation-screen.tsx';
import { stateRowsOf } from './state-rows.ts';
import { TaskList } from './task-list.tsx';

const now = new Date('2026-11-28T20:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const done: ListedTask = {
  id: '0191f9a0-0000-7000-8000-000000000001',
  kind: 'backup',
  isFromCommand: false,
  state: 'done',
  askedBy: null,
  askedByName: 'Ada <b>',
  askedAt: daysAgo(0.5),
  finishedAt: daysAgo(0.5),
  percent: 100,
  problem: null,
  place: null,
  storageKey: 'a'.repeat(32),
  sha256: 'b',
  sizeBytes: 4_161_024,
  rowCount: 222,
  fileCount: 25,
  missingCount: 0,
  damagedCount: 0,
  testedId: null,
  testedAt: null,
};

describe('the state of a part', () => {
  test.each<[Partial<InstallationTask> | null, string]>([
    [null, 'look'],
    [{}, 'fine'],
    [{ finishedAt: daysAgo(8) }, 'look'],
    [{ missingCount: 1 }, 'broken'],
    [{ damagedCount: 1 }, 'broken'],
  ])('of the last backup %o is %s', (last, health) => {
    expect(backupHealth(last && { ...done, ...last }, now)).toBe(health);
  });

  test.each<[Partial<InstallationTask> | null, string]>([
    [null, 'look'],
    [{}, 'fine'],
    [{ finishedAt: daysAgo(100) }, 'look'],
    [{ state: 'failed' }, 'broken'],
  ])('of the last restore test %o is %s', (last, health) => {
    expect(testHealth(last && { ...done, ...last }, now)).toBe(health);
  });

  test.each([
    [5e9, 'fine'],
    [4.9e9, 'look'],
    [0.9e9, 'broken'],
  ])('of a disk with %d bytes free is %s', (freeBytes, health) => {
    expect(diskHealth({ freeBytes })).toBe(health);
  });

  test('of a queue is fine while its jobs are not late', () => {
    const queue = {
      queue: 'outbox',
      waiting: 3,
      retrying: 0,
      failed: 0,
      oldest: new Date(now.getTime() - 60_000),
    };
    expect(queueHealth(queue, now)).toBe('fine');
    expect(queueHealth({ ...queue, oldest: daysAgo(0.1) }, now)).toBe('look');
    expect(queueHealth({ ...queue, retrying: 1 }, now)).toBe('look');
    expect(queueHealth({ ...queue, failed: 1 }, now)).toBe('broken');
  });
});

describe('the list of tasks', () => {
  const html = (task: Partial<ListedTask>) =>
    renderToStaticMarkup(<TaskList tasks={[{ ...done, ...task }]} none="" now={now} canSeeMoney />);

  test('offers a kept archive, and no other', () => {
    expect(html({})).toContain(`href="/desk/installation/backups/${done.id}.tar"`);
    expect(html({})).toContain('Ada &lt;b&gt;');
    for (const gone of [
      { storageKey: null },
      { finishedAt: daysAgo(1.1) },
      { state: 'failed' as const, storageKey: null },
    ])
      expect(html(gone)).not.toContain('href=');
  });

  test('shows the progress, and why a task failed', () => {
    expect(html({ state: 'running', percent: 40, storageKey: null, finishedAt: null })).toContain(
      'Under way, 40 %',
    );
    expect(html({ state: 'failed', problem: 'full', storageKey: null })).toContain(words.tasks.full);
    expect(html({ state: 'failed', problem: 'The archive is cut off.' })).toContain(
      'The archive is cut off.',
    );
  });
});

describeOnOneDatabase('the page', (open) => {
  test('shows what is fine, and what is wrong with what to do, without an address of a calendar', async () => {
    const database = await open();
    const { db } = database;
    const jobs = createJobs({ database, log: quiet });
    for (const queue of ['outbox', 'installation-tasks'])
      jobs.define(queue, settings, { run: async () => ({ ok: true }) });
    await jobs.start();
    await jobs.stop();
    const config = { dataDir: makeTestFolder(), bucket: null, databaseUrl: null, publicUrl: null };
    const services = { db, database, config } as unknown as Services;
    const before = await findInstallation(services, now);
    const healths = Object.fromEntries(stateRowsOf(before, now).map(({ id, health }) => [id, health]));
    expect(healths).toMatchObject({
      backup: 'look',
      test: 'look',
      emails: 'fine',
      jobs: 'fine',
      calendars: 'fine',
    });

    const host = await makePerson(db, 'team', 'Noor Hale');
    await db.insert(callHosts).values({ personId: host.id, dailyMost: 5 });
    await db.insert(busyCalendars).values({
      id: randomUUID(),
      hostId: host.id,
      name: 'Private',
      sealedAddress: 'sealed-secret',
      failure: 'status-404',
      readAt: daysAgo(3),
      madeAt: daysAgo(30),
    });
    const mail = { kind: 'x', createdAt: now, subjectId: randomUUID() };
    await db
      .insert(outbox)
      .values({ ...mail, id: randomUUID(), state: 'failed', lastError: '550', settledAt: now });
    await db.insert(installationTasks).values({ ...done, missingCount: 2 });
    await db.execute(sql`insert into pgboss.job (name, data, state, completed_on, start_after)
      values ('outbox', '{}', 'failed', now(), now()), ('installation-tasks', '{}', 'created', null, now() - interval '1 hour')`);
    const installation = await findInstallation(services, new Date());
    const rows = new Map(stateRowsOf(installation, new Date()).map((row) => [row.id, row]));
    expect(['backup', 'emails', 'jobs', 'calendars'].map((id) => rows.get(id)?.health)).toEqual(
      Array.from({ length: 4 }, () => 'broken'),
    );
    expect(rows.get('jobs')?.texts.join('\n')).toMatch(/Emails: 0 waiting, 0 being retried, 1 failed/);
    expect(rows.get('calendars')?.texts[0]).toContain(
      'Private of Noor Hale could not be read since 25 Nov 2026',
    );
    const page = renderToStaticMarkup(
      <InstallationScreen
        installation={installation}
        now={now}
        canSeeMoney
        said={undefined}
        refused={null}
      />,
    );
    expect(page).not.toContain('sealed-secret');
    const withoutMoney = renderToStaticMarkup(
      <InstallationScreen
        installation={installation}
        now={now}
        canSeeMoney={false}
        said={undefined}
        refused={null}
      />,
    );
    expect(page).toContain('do=start');
    expect(withoutMoney).not.toContain('do=start');
    expect(withoutMoney).toContain(words.money);
    for (const shown of [
      words.health.broken,
      'href="/desk/mails"',
      `href="/desk/calls/hours/${host.id}"`,
      'npm run backup',
    ])
      expect(page).toContain(shown);
  });
});
