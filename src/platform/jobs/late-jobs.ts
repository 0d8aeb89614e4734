import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import type { Measure } from '../metrics/measure.ts';

type Row = { readonly queue: string; readonly late: number; readonly seconds: number };

/** The jobs of each queue that have been due for more than a minute and not begun, and how long the oldest has been due. */
export const lateJobs = (db: Db): Measure => ({
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
    const queues = rows as Row[];
    return {
      jobs_late: queues.map(({ queue, late }) => ({ of: queue, value: late })),
      jobs_late_seconds: queues.map(({ queue, seconds }) => ({ of: queue, value: seconds })),
    };
  },
});
