import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Submission } from './submission.ts';

export type SubmissionLimits = {
  readonly windowMs: number;
  readonly perEmail: number;
  /** Generous: a whole office may stand behind one network. */
  readonly perNetwork: number;
  /** Keys the counters, so that the table names nobody. */
  readonly secret: string;
};

const quarterHourMs = 15 * 60_000;

export const submissionLimits = (secret: string): SubmissionLimits => ({
  windowMs: quarterHourMs,
  perEmail: 15,
  perNetwork: 120,
  secret,
});

type Counter = { key: string; limit: number };

function countersOf({ email, network }: Submission, limits: SubmissionLimits): Counter[] {
  const keyOf = (kind: string, subject: string) =>
    createHmac('sha256', limits.secret).update(`submission ${kind} ${subject}`).digest('base64url');
  return [
    { key: keyOf('email', emailKeyOf(email)), limit: limits.perEmail },
    { key: keyOf('network', network), limit: limits.perNetwork },
  ];
}

/**
 * Counts new submissions by address and by network; returns, by id, how many seconds those over a limit have to wait.
 * The window is fixed: being refused makes nobody wait longer.
 */
export async function countSubmissions(
  tx: Db,
  submissions: readonly Submission[],
  limits: SubmissionLimits,
): Promise<Map<string, number>> {
  const waits = new Map<string, number>();
  const [first] = submissions;
  if (!first) return waits;
  const counters = new Map(submissions.map((submission) => [submission.id, countersOf(submission, limits)]));
  const hits = Map.groupBy([...counters.values()].flat(), ({ key }) => key);
  const now = first.createdAt;
  const left = await addHits(
    tx,
    [...hits].map(([key, theirs]) => ({ key, hits: theirs.length })),
    now,
    limits.windowMs,
  );
  for (const [id, theirs] of counters) {
    for (const { key, limit } of theirs) {
      const counter = left.get(key);
      if (!counter) throw new Error('A rate limit went uncounted');
      counter.before += 1;
      if (counter.before <= limit) continue;
      const waitSeconds = Math.max(1, Math.ceil((counter.expiresAtMs - now.getTime()) / 1000));
      waits.set(id, Math.max(waits.get(id) ?? 0, waitSeconds));
    }
  }
  return waits;
}

type Hits = { key: string; hits: number };

async function addHits(tx: Db, hits: Hits[], now: Date, windowMs: number) {
  const expiresAt = new Date(now.getTime() + windowMs);
  const result = await tx.execute(sql`
    insert into rate_limits (key, hits, window_started_at, expires_at)
    select key, hits, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(hits)}::json) as given (key text, hits integer)
    order by key
    on conflict (key) do update set
      hits = case when rate_limits.expires_at > excluded.window_started_at then rate_limits.hits else 0 end + excluded.hits,
      window_started_at = case when rate_limits.expires_at > excluded.window_started_at
        then rate_limits.window_started_at else excluded.window_started_at end,
      expires_at = case when rate_limits.expires_at > excluded.window_started_at
        then rate_limits.expires_at else excluded.expires_at end
    returning key, hits, extract(epoch from expires_at)::float8 * 1000 as expires_at_ms`);
  const { rows } = result as { rows: { key: string; hits: number; expires_at_ms: number }[] };
  const added = new Map(hits.map((each) => [each.key, each.hits]));
  return new Map(
    rows.map((row) => [
      row.key,
      { before: row.hits - (added.get(row.key) ?? 0), expiresAtMs: row.expires_at_ms },
    ]),
  );
}
