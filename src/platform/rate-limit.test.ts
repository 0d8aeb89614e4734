import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from './database/test-database.fixture.ts';
import { createRateLimiter, type RateLimit } from './rate-limit.ts';
import { rateLimits } from './rate-limit.table.ts';

const secret = 'a secret of the tests';
const start = new Date('2026-01-02T03:04:05Z').getTime();

function limiterAt(time: { ms: number }) {
  return createRateLimiter({ clock: { now: () => new Date(start + time.ms) }, secret });
}

const perMinute = (subject: string, limit = 2): RateLimit => ({
  name: 'forms',
  subject,
  limit,
  windowMs: 60_000,
});

describeOnEachDatabase('a rate limit', (open) => {
  test('refuses what is over it, says for how long, and opens again', async () => {
    const { db } = await open();
    const time = { ms: 0 };
    const limiter = limiterAt(time);
    const hit = () => limiter.hit(db, [perMinute('192.0.2.1')]);
    expect([await hit(), await hit()]).toEqual([{ ok: true }, { ok: true }]);
    time.ms = 15_500;
    expect(await hit()).toEqual({ ok: false, name: 'forms', retryAfterS: 45 });
    expect(await limiter.hit(db, [perMinute('192.0.2.2')])).toEqual({ ok: true });
    time.ms = 60_000;
    expect(await hit()).toEqual({ ok: true });
  });

  test('counts several limits at once and reports the longest wait', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const both = [
      perMinute('a@b.example', 1),
      { ...perMinute('net', 1), name: 'network', windowMs: 3_600_000 },
    ];
    expect(await limiter.hit(db, both)).toEqual({ ok: true });
    expect(await limiter.hit(db, both)).toEqual({ ok: false, name: 'network', retryAfterS: 3600 });
  });

  test('lets exactly as many of many hits at once through as it allows', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const limits = [perMinute('crowd', 7), { ...perMinute('crowd', 7), name: 'other' }];
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) => limiter.hit(db, n % 2 ? limits : limits.toReversed())),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(7);
  });

  test('answers several hits at once as if they had come one after the other', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const network = { ...perMinute('net', 3), name: 'network' };
    const hits = ['ann', 'ann', 'bea', 'cem'].map((subject) => [perMinute(subject, 1), network]);
    expect(await limiter.hitEach(db, hits)).toEqual([
      { ok: true },
      { ok: false, name: 'forms', retryAfterS: 60 },
      { ok: true },
      { ok: false, name: 'network', retryAfterS: 60 },
    ]);
    expect(await limiter.hitEach(db, [])).toEqual([]);
  });

  test('keeps no address, and nothing of windows that are over', async () => {
    const { db } = await open();
    const time = { ms: 0 };
    const limiter = limiterAt(time);
    await limiter.hit(db, [perMinute('ann@film.example')]);
    expect(JSON.stringify(await db.select().from(rateLimits))).not.toContain('film');
    time.ms = 60_001;
    await limiter.prune(db);
    expect(await db.select().from(rateLimits)).toEqual([]);
  });

  test('never admits more than its number in one window, whatever the timing', async () => {
    const { db } = await open();
    let subject = 0;
    const gaps = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 12 });
    const check = async (waits: number[], limit: number) => {
      subject += 1;
      const time = { ms: 0 };
      const limiter = limiterAt(time);
      let windowEndsMs = -1;
      let admitted = 0;
      for (const wait of waits) {
        time.ms += wait;
        if (time.ms >= windowEndsMs) {
          windowEndsMs = time.ms + 60_000;
          admitted = 0;
        }
        const result = await limiter.hit(db, [perMinute(String(subject), limit)]);
        if (result.ok) admitted += 1;
        else expect(time.ms + result.retryAfterS * 1000).toBeGreaterThanOrEqual(windowEndsMs);
        expect(result.ok).toBe(admitted <= limit && (result.ok || admitted < limit));
        expect(admitted).toBeLessThanOrEqual(limit);
      }
    };
    await fc.assert(fc.asyncProperty(gaps, fc.integer({ min: 1, max: 4 }), check), { numRuns: 40 });
  });
});
