import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../database/test-database.fixture.ts';
import { createRateLimiter, networkLimits, wideNetworkLimit, type RateLimit } from './rate-limit.ts';
import { rateLimits } from './rate-limit.table.ts';

const secret = 'a secret of the tests';
const start = new Date('2026-01-02T03:04:05Z').getTime();

function limiterAt(time: { ms: number }, warn: (event: string, fields?: object) => void = () => undefined) {
  return createRateLimiter({ clock: { now: () => new Date(start + time.ms) }, secret, log: { warn } });
}

const perMinute = (subject: string, limit = 2): RateLimit => ({
  name: 'forms',
  subject,
  limit,
  windowMs: 60_000,
});

describeOnEachDatabase('a rate limit', (open) => {
  test('refuses hits over the limit, reports the wait, and resets', async () => {
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

  test('is counted in order, and limits after the first refusal are not counted', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const network = (subject: string) => ({ ...perMinute(subject, 2), name: 'network' });
    const address = { ...perMinute('ann@film.example', 3), name: 'address', windowMs: 3_600_000 };
    const hit = (subject: string) => limiter.hit(db, [network(subject), address]);
    expect([await hit('one'), await hit('one')]).toEqual([{ ok: true }, { ok: true }]);
    for (let times = 0; times < 20; times += 1)
      expect(await hit('one')).toEqual({ ok: false, name: 'network', retryAfterS: 60 });
    expect(await db.$count(rateLimits), 'a network that is refused makes no rows').toBe(2);
    expect(await hit('another'), 'the address has been counted twice, not twenty-two times').toEqual({
      ok: true,
    });
    expect(await hit('another')).toEqual({ ok: false, name: 'address', retryAfterS: 3600 });
  });

  test('of an IPv6 network also counts its /48, and a full one creates no more rows', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const rule = { name: 'network', limit: 1, windowMs: 60_000 };
    const hit = (n: number) =>
      limiter.hit(db, [...networkLimits(`2001:db8:1:${n.toString(16)}::/64`, rule), perMinute(`a${n}`)]);
    for (let n = 0; n < 16; n += 1) expect(await hit(n)).toEqual({ ok: true });
    for (let n = 16; n < 40; n += 1)
      expect(await hit(n)).toEqual({ ok: false, name: 'network, wide', retryAfterS: 60 });
    expect(await db.$count(rateLimits)).toBe(16 + 16 + 1 + 1);
    expect(networkLimits('192.0.2.1', rule)).toEqual([{ ...rule, subject: '192.0.2.1' }]);
  });

  test('of a few for everybody counts a /48 of IPv6 as one network', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const rule = { name: 'network', limit: 2, windowMs: 60_000 };
    const hit = async (network: string) => (await limiter.hit(db, [wideNetworkLimit(network, rule)])).ok;
    for (const n of [1, 2]) expect(await hit(`2001:db8:1:${n}::/64`)).toBe(true);
    expect(await hit('2001:db8:1:3::/64')).toBe(false);
    for (const other of ['2001:db8:2:1::/64', '192.0.2.1', '192.0.2.2']) expect(await hit(other)).toBe(true);
  });

  test('logs a refusal once per window, with a short hash', async () => {
    const { db } = await open();
    const time = { ms: 0 };
    const lines: unknown[] = [];
    const limiter = limiterAt(time, (event, fields) => lines.push({ event, ...fields }));
    for (let times = 0; times < 9; times += 1) await limiter.hit(db, [perMinute('ann@film.example')]);
    expect(lines).toEqual([
      { event: 'rate limit reached', limit: 'forms', subject: expect.stringMatching(/^[\w-]{8}$/) },
    ]);
    time.ms = 60_000;
    for (let times = 0; times < 9; times += 1) await limiter.hit(db, [perMinute('ann@film.example')]);
    expect(lines).toHaveLength(2);
    const batch = Array.from({ length: 5 }, () => [perMinute('bea@film.example')]);
    await limiter.hitEach(db, batch);
    await limiter.hit(db, [perMinute('bea@film.example')]);
    expect(lines, 'after several at once that went beyond it').toHaveLength(3);
  });

  test('admits exactly its number of concurrent hits', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const limits = [perMinute('crowd', 7), { ...perMinute('crowd', 7), name: 'other' }];
    const results = await Promise.all(Array.from({ length: 30 }, () => limiter.hit(db, limits)));
    expect(results.filter((result) => result.ok)).toHaveLength(7);
  });

  test('treats a batch of hits as consecutive', async () => {
    const { db } = await open();
    const limiter = limiterAt({ ms: 0 });
    const network = { ...perMinute('net', 3), name: 'network' };
    const hits = ['ann', 'ann', 'bea', 'cem'].map((subject) => [network, perMinute(subject, 1)]);
    expect(await limiter.hitEach(db, hits)).toEqual([
      { ok: true },
      { ok: false, name: 'forms', retryAfterS: 60 },
      { ok: true },
      { ok: false, name: 'network', retryAfterS: 60 },
    ]);
    expect(await db.$count(rateLimits), 'cem was refused at the network').toBe(3);
    expect(await limiter.hitEach(db, [])).toEqual([]);
  });

  test('stores no addresses and no expired windows', async () => {
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
