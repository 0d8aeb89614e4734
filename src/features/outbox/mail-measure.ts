import { count, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { Measure } from '#src/platform/metrics/measure.ts';
import { outbox } from './outbox.table.ts';

const standings = ['queued', 'failing', 'dead'] as const;

/** How the mails and forwards stand that have not left: not tried yet, tried in vain and due again, or given up. */
export const mailMeasure = (db: Db): Measure => ({
  name: 'mails',
  gauges: {
    mails: {
      help: 'Mails and forwards that have not left: queued, failing (tried again later), dead (given up).',
      label: 'state',
    },
  },
  async read() {
    const standing = sql<(typeof standings)[number]>`case
      when ${outbox.state} = 'failed' then 'dead' when ${outbox.lastError} is null then 'queued' else 'failing' end`;
    const found = await db
      .select({ of: standing, value: count() })
      .from(outbox)
      .where(inArray(outbox.state, ['queued', 'failed']))
      .groupBy(sql`1`);
    return { mails: standings.map((of) => found.find((one) => one.of === of) ?? { of, value: 0 }) };
  },
});
