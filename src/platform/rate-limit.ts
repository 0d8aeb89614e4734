import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Db } from './database/database.ts';
import { rateLimits } from './rate-limit.table.ts';

/** At most `limit` hits of one subject (an address, a network) within a window that its first hit opens. */
export type RateLimit = { name: string; subject: string; limit: number; windowMs: number };

export type RateLimitResult = { ok: true } | { ok: false; name: string; retryAfterS: number };

export type RateLimiter = {
  /** Counts one hit against every limit in one statement; refused when any of them is exceeded. */
  hit: (db: Db, limits: readonly RateLimit[]) => Promise<RateLimitResult>;
  /** The same for several hits in one statement; answers each, as if they had come one after the other. */
  hitEach: (db: Db, hits: readonly (readonly RateLimit[])[]) => Promise<RateLimitResult[]>;
  /** Forgets windows that have ended. */
  prune: (db: Db) => Promise<void>;
};

/** A window in the database: how many hits it had before these, and when it ends. */
type Counter = { hits: number; readonly expiresAtMs: number };

/**
 * Counters in the database, shared by every process; subjects are stored as keyed hashes. Windows are fixed: a refused hit
 * makes nobody wait longer.
 */
export function createRateLimiter({ clock, secret }: { clock: Clock; secret: string }): RateLimiter {
  const keyOf = ({ name, subject }: RateLimit) =>
    createHmac('sha256', secret).update(`${name}\n${subject}`).digest('base64url');

  async function hitEach(db: Db, hits: readonly (readonly RateLimit[])[]): Promise<RateLimitResult[]> {
    const now = clock.now();
    const keyed = hits.map((limits) => limits.map((limit) => ({ ...limit, key: keyOf(limit) })));
    const byKey = Map.groupBy(keyed.flat(), ({ key }) => key);
    const counters = await addHits(
      db,
      now,
      [...byKey].map(([key, same]) => ({ key, hits: same.length, windowMs: same[0]?.windowMs ?? 0 })),
    );
    return keyed.map((limits) => {
      const exceeded = limits.flatMap(({ key, name, limit }) => {
        const counter = counters.get(key);
        if (!counter) throw new Error('A rate limit went uncounted');
        counter.hits += 1;
        if (counter.hits <= limit) return [];
        const waitMs = counter.expiresAtMs - now.getTime();
        return [{ name, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) }];
      });
      const [longest] = exceeded.toSorted((a, b) => b.retryAfterS - a.retryAfterS);
      return longest ? { ok: false, ...longest } : { ok: true };
    });
  }

  return {
    hitEach,
    async hit(db, limits) {
      const [result] = await hitEach(db, [limits]);
      return result ?? { ok: true };
    },
    async prune(db) {
      await db.delete(rateLimits).where(lt(rateLimits.expiresAt, clock.now()));
    },
  };
}

type AddedHits = { readonly key: string; readonly hits: number; readonly windowMs: number };

async function addHits(db: Db, now: Date, added: readonly AddedHits[]): Promise<Map<string, Counter>> {
  if (added.length === 0) return new Map();
  const rows = added.map(({ key, hits, windowMs }) => ({
    key,
    hits,
    expires_at: new Date(now.getTime() + windowMs),
  }));
  // One order for everybody, or two requests could each wait for the other's row.
  const result = await db.execute(sql`
    insert into rate_limits (key, hits, window_started_at, expires_at)
    select key, hits, ${now.toISOString()}::timestamptz, expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (key text, hits integer, expires_at timestamptz)
    order by key
    on conflict (key) do update set
      hits = case when rate_limits.expires_at > excluded.window_started_at then rate_limits.hits else 0 end + excluded.hits,
      window_started_at = case when rate_limits.expires_at > excluded.window_started_at
        then rate_limits.window_started_at else excluded.window_started_at end,
      expires_at = case when rate_limits.expires_at > excluded.window_started_at
        then rate_limits.expires_at else excluded.expires_at end
    returning key, hits, extract(epoch from expires_at)::float8 * 1000 as expires_at_ms`);
  const { rows: counted } = result as { rows: { key: string; hits: number; expires_at_ms: number }[] };
  const addedByKey = new Map(added.map(({ key, hits }) => [key, hits]));
  return new Map(
    counted.map(({ key, hits, expires_at_ms: expiresAtMs }) => [
      key,
      { hits: hits - (addedByKey.get(key) ?? 0), expiresAtMs },
    ]),
  );
}
