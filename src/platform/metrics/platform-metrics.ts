import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Config } from '../config/config.ts';
import type { Database, Db } from '../database/database.ts';
import { minuteMs } from '../durations.ts';
import type { Outages, Part } from '../outages/outages.ts';
import { version } from '../version.ts';
import { withTimeout } from '../with-timeout.ts';
import type { MetricGroup } from './metric-group.ts';

export type Ask = () => Promise<unknown>;

/** Shorter than the limit of a reading, so that a service that hangs counts as unavailable. */
const answerWithinMs = 2000;

/** Returns the response time of a service in seconds; null after the timeout. */
async function secondsOf(ask: Ask): Promise<number | null> {
  const startedAt = performance.now();
  try {
    await withTimeout(ask(), answerWithinMs);
    return (performance.now() - startedAt) / 1000;
  } catch {
    return null;
  }
}

const up = { help: 'Whether this part answers: 1, or 0.', label: 'part' };
const answer = { help: 'How long this part took to answer when it was asked just now.', label: 'part' };

/** Asks one part something small. */
const partMetrics = (part: Part, ask: Ask, freshMs?: MetricGroup['freshMs']): MetricGroup => ({
  name: part,
  gauges: { up, answer_seconds: answer },
  ...(freshMs === undefined ? {} : { freshMs }),
  async read() {
    const seconds = await secondsOf(ask);
    const answered = seconds === null ? [] : [{ of: part, value: seconds }];
    return { up: [{ of: part, value: seconds === null ? 0 : 1 }], answer_seconds: answered };
  },
});

const mailServer: Part = 'mail server';

/** The mail server is not probed: it counts as unavailable from a failed email to the next successful one. */
const mailMetrics = ({ isAway }: Pick<Outages, 'isAway'>): MetricGroup => ({
  name: mailServer,
  gauges: { up },
  read: async () => ({ up: [{ of: mailServer, value: isAway(mailServer) ? 0 : 1 }] }),
});

const diskMetrics = ({ dataDir }: Pick<Config, 'dataDir'>): MetricGroup => ({
  name: 'disk',
  gauges: {
    disk_free_bytes: { help: 'Free room on the disk of DATA_DIR.' },
    disk_size_bytes: { help: 'Size of the disk of DATA_DIR.' },
  },
  async read() {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { disk_free_bytes: bavail * bsize, disk_size_bytes: blocks * bsize };
  },
});

const versionMetrics: MetricGroup = {
  name: 'version',
  gauges: { info: { help: 'Always 1; which version runs.', label: 'version' } },
  read: async () => ({ info: [{ of: version, value: 1 }] }),
};

type QueueRow = { readonly queue: string; readonly late: number; readonly seconds: number };

/** The jobs of each queue that have been due for more than a minute and not begun, and how long the oldest has been due. */
const lateJobs = (db: Db): MetricGroup => ({
  name: 'jobs',
  gauges: {
    jobs_late: { help: 'Jobs that have been due for more than a minute.', label: 'queue' },
    jobs_late_seconds: { help: 'How long the oldest job that is late has been due.', label: 'queue' },
  },
  async read() {
    const { rows } = (await db.execute(sql`
      select queue.name as queue, count(job.id)::int as late,
        coalesce(extract(epoch from now() - min(job.start_after)), 0)::float8 as seconds
      from pgboss.queue
      left join pgboss.job on job.name = queue.name and job.state < 'active' and not job.blocked
        and job.start_after < now() - interval '1 minute'
      group by queue.name order by queue.name`)) as { rows: unknown[] };
    const queues = rows as QueueRow[];
    return {
      jobs_late: queues.map(({ queue, late }) => ({ of: queue, value: late })),
      jobs_late_seconds: queues.map(({ queue, seconds }) => ({ of: queue, value: seconds })),
    };
  },
});

/**
 * Storing and reading a file costs money at an object store, so it is checked rarely; but one that seems unavailable
 * may only have been slow once.
 */
const fileStoreFreshMs: MetricGroup['freshMs'] = ({ answer_seconds: answered }) =>
  Array.isArray(answered) && answered.length > 0 ? minuteMs : 0;

/** The metrics of every server: its parts, its jobs, its disk, its version. */
export function platformMeasures(
  {
    database,
    config,
    outages,
  }: { database: Database; config: Pick<Config, 'dataDir'>; outages: Pick<Outages, 'isAway'> },
  checkFileStore: Ask | null,
): MetricGroup[] {
  return [
    versionMetrics,
    partMetrics('database', () => database.db.execute(sql`select 1`)),
    ...(checkFileStore ? [partMetrics('file store', checkFileStore, fileStoreFreshMs)] : []),
    mailMetrics(outages),
    lateJobs(database.db),
    diskMetrics(config),
  ];
}
