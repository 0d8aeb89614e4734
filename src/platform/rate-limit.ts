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
  /** Forgets windows that have ended. */
  prune: (db: Db) => Promise<void>;
};

/** Counters in the database, shared by every process; subjects are stored as keyed hashes. */
export function createRateLimiter({ clock, secret }: { clock: Clock; secret: string }): RateLimiter {
  const keyOf = ({ name, subject }: RateLimit) =>
    createHmac('sha256', secret).update(`${name}\n${subject}`).digest('base64url');

  return {
    async hit(db, limits) {
      if (limits.length === 0) return { ok: true };
      const now = clock.now();
      const rows = limits.map((limit) => ({
        key: keyOf(limit),
        hits: 1,
        windowStartedAt: now,
        expiresAt: new Date(now.getTime() + limit.windowMs),
      }));
      // One order for everybody, or two requests could each wait for the other's row.
      rows.sort((a, b) => (a.key < b.key ? -1 : 1));
      const hasEnded = sql`${rateLimits.expiresAt} <= excluded.window_started_at`;
      const counted = await db
        .insert(rateLimits)
        .values(rows)
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            hits: sql`case when ${hasEnded} then 1 else ${rateLimits.hits} + 1 end`,
            windowStartedAt: sql`case when ${hasEnded} then excluded.window_started_at else ${rateLimits.windowStartedAt} end`,
            expiresAt: sql`case when ${hasEnded} then excluded.expires_at else ${rateLimits.expiresAt} end`,
          },
        })
        .returning();
      const exceeded = limits.flatMap((limit) => {
        const row = counted.find(({ key }) => key === keyOf(limit));
        if (!row || row.hits <= limit.limit) return [];
        const waitMs = row.expiresAt.getTime() - now.getTime();
        return [{ name: limit.name, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) }];
      });
      const longest = exceeded.toSorted((a, b) => b.retryAfterS - a.retryAfterS)[0];
      return longest ? { ok: false, ...longest } : { ok: true };
    },
    async prune(db) {
      await db.delete(rateLimits).where(lt(rateLimits.expiresAt, clock.now()));
    },
  };
}
