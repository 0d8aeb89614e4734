import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { wideNetworkOf } from '../client-address.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { rateLimits } from './rate-limit.table.ts';

/** At most `limit` hits of one subject (an address, a network) within a window that its first hit opens. */
export type RateLimit = {
  readonly name: string;
  readonly subject: string;
  readonly limit: number;
  readonly windowMs: number;
  /**
   * True for a network that contains others: if it is known to be full, it refuses before anything is counted,
   * including the counters of its networks.
   */
  readonly isWide?: boolean;
};

export type RateLimitResult = { ok: true } | { ok: false; name: string; retryAfterS: number };

export type RateLimiter = {
  /**
   * Counts one hit against these limits in order and stops at the first refusal; later limits are not counted. List the
   * network's limit first, then limits that one visitor could exhaust for others.
   */
  hit: (db: Db, limits: readonly RateLimit[]) => Promise<RateLimitResult>;
  /** Counts several hits with one statement per position. Returns the results as if the hits were consecutive. */
  hitEach: (db: Db, hits: readonly (readonly RateLimit[])[]) => Promise<RateLimitResult[]>;
  /** Deletes expired windows. */
  prune: (db: Db) => Promise<void>;
};

type Parts = { readonly clock: Clock; readonly secret: string; readonly log: Pick<Log, 'warn'> };

type Keyed = RateLimit & { readonly key: string };

/** One limit of one of several hits. */
type Asked = { readonly hit: number; readonly limit: Keyed };

/** A window in the database: how many hits it had before these, and when it ends. */
type Counter = { readonly hitsBefore: number; readonly expiresAtMs: number };

/** Factor for a /48 of IPv6, which one customer often has, relative to one network. */
const wideFactor = 16;

/** Returns the limits of a network: its own, and for IPv6 a looser one of its /48. List them before all others. */
export function networkLimits(network: string, rule: Omit<RateLimit, 'subject'>): RateLimit[] {
  const own = { ...rule, subject: network };
  const wide = wideNetworkOf(network);
  if (wide === network) return [own];
  const around = { name: `${rule.name}, wide`, subject: wide, limit: rule.limit * wideFactor };
  return [own, { ...rule, ...around, isWide: true }];
}

/**
 * The limit of a network that counts a /48 of IPv6 as one, for what a few networks together could use up for everybody else: an
 * address's emails, the places of a queue, what the installation sends in a day.
 */
export const wideNetworkLimit = (network: string, rule: Omit<RateLimit, 'subject'>): RateLimit => ({
  ...rule,
  subject: wideNetworkOf(network),
  isWide: true,
});

/** Windows known to be full, by key, so that a flood of refused hits runs no statements. */
function createFullWindows(mostKept = 10_000) {
  const ends = new Map<string, number>();
  return {
    endOf(key: string, nowMs: number): number | null {
      const endMs = ends.get(key) ?? 0;
      if (endMs > nowMs) return endMs;
      ends.delete(key);
      return null;
    },
    add(key: string, endMs: number): void {
      const [oldest] = ends.size < mostKept ? [] : ends.keys();
      if (oldest !== undefined) ends.delete(oldest);
      ends.set(key, endMs);
    },
  };
}

/**
 * Creates the rate limiter. Its counters are in the database, shared by all processes; subjects are stored as keyed
 * hashes. Windows are fixed: a refused hit does not prolong the wait. Refusals are logged with a short hash of their
 * subject.
 */
export function createRateLimiter({ clock, secret, log }: Parts): RateLimiter {
  const full = createFullWindows();
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const keyOf = ({ name, subject }: RateLimit) => hashOf(`${name}\n${subject}`);

  /** Counts hits against their limits at one place; the ends of the windows that refuse, by hit. */
  async function count(db: Db, now: Date, asked: readonly Asked[]): Promise<Map<number, number>> {
    const ends = new Map<number, number>();
    const open = asked.filter(({ hit, limit }) => {
      const endMs = full.endOf(limit.key, now.getTime());
      if (endMs !== null) ends.set(hit, endMs);
      return endMs === null;
    });
    const byKey = Map.groupBy(open, ({ limit }) => limit.key);
    const counters = await addHits(db, now, byKey);
    for (const [key, same] of byKey) {
      const counter = counters.get(key);
      if (!counter) throw new Error('A rate limit went uncounted');
      for (const [before, { hit, limit }] of same.entries()) {
        if (counter.hitsBefore + before < limit.limit) continue;
        if (counter.hitsBefore + before === limit.limit) {
          log.warn('rate limit reached', { limit: limit.name, subject: hashOf(limit.subject).slice(0, 8) });
        }
        // A limit that was full before stays full until its window ends, even if the caller's transaction is rolled back.
        if (counter.hitsBefore >= limit.limit) full.add(key, counter.expiresAtMs);
        ends.set(hit, counter.expiresAtMs);
      }
    }
    return ends;
  }

  async function hitEach(db: Db, hits: readonly (readonly RateLimit[])[]): Promise<RateLimitResult[]> {
    const now = clock.now();
    const keyed = hits.map((limits) => limits.map((limit): Keyed => ({ ...limit, key: keyOf(limit) })));
    const refused = (name: string, endMs: number): RateLimitResult => {
      return { ok: false, name, retryAfterS: Math.max(1, Math.ceil((endMs - now.getTime()) / 1000)) };
    };
    const results = keyed.map((limits): RateLimitResult => {
      const wide = limits.find(({ isWide, key }) => isWide && full.endOf(key, now.getTime()) !== null);
      return wide ? refused(wide.name, full.endOf(wide.key, now.getTime()) ?? 0) : { ok: true };
    });
    const places = Math.max(0, ...hits.map(({ length }) => length));
    for (let place = 0; place < places; place += 1) {
      const asked = keyed.flatMap((limits, hit) => {
        const limit = limits[place];
        return limit && results[hit]?.ok ? [{ hit, limit }] : [];
      });
      for (const [hit, endMs] of await count(db, now, asked)) {
        results[hit] = refused(hits[hit]?.[place]?.name ?? '', endMs);
      }
    }
    return results;
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

/** Adds hits to windows in one statement, and opens those that are not there or have ended. */
async function addHits(
  db: Db,
  now: Date,
  added: ReadonlyMap<string, readonly Asked[]>,
): Promise<Map<string, Counter>> {
  if (added.size === 0) return new Map();
  const rows = [...added].map(([key, same]) => ({
    key,
    hits: same.length,
    expires_at: new Date(now.getTime() + (same[0]?.limit.windowMs ?? 0)),
  }));
  // Rows are written in one order, so that two requests never wait for each other. The counter cannot overflow.
  const result = await db.execute(sql`
    insert into rate_limits as kept (key, hits, window_started_at, expires_at)
    select key, hits, ${now.toISOString()}::timestamptz, expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (key text, hits integer, expires_at timestamptz)
    order by key
    on conflict (key) do update set
      hits = case when kept.expires_at > excluded.window_started_at
        then least(kept.hits, 1000000000) else 0 end + excluded.hits,
      window_started_at = case when kept.expires_at > excluded.window_started_at
        then kept.window_started_at else excluded.window_started_at end,
      expires_at = case when kept.expires_at > excluded.window_started_at
        then kept.expires_at else excluded.expires_at end
    returning key, hits, extract(epoch from expires_at)::float8 * 1000 as expires_at_ms`);
  const { rows: counted } = result as { rows: { key: string; hits: number; expires_at_ms: number }[] };
  return new Map(
    counted.map(({ key, hits, expires_at_ms: expiresAtMs }) => [
      key,
      { hitsBefore: hits - (added.get(key)?.length ?? 0), expiresAtMs },
    ]),
  );
}
