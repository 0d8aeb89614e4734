import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addPerson, issueTo, testSecret } from '#src/features/accounts/people/account.fixture.ts';
import { signInCodes } from './sign-in.table.ts';
import { consumeSignInCode, consumeSignInToken, findSignInLink, pruneSignInCodes } from './sign-in-codes.ts';

const emailKey = 'runa@halfmoon.example';
const now = new Date('2026-11-21T10:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const minutes = (count: number) => count * 60_000;

const enter = (db: Db, code: string, at = now, whose = emailKey, from = '192.0.2.1') =>
  consumeSignInCode(db, at, { emailKey: whose, code, secret: testSecret, from });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A database on which something else is done once a try was counted, before its code is used up. */
function withBetween(db: Db, between: () => Promise<unknown>): Db {
  let updates = 0;
  const set = (values: Partial<typeof signInCodes.$inferInsert>) => ({
    where: (condition: SQL) => ({
      returning: async (fields: Record<string, PgColumn>) => {
        await between();
        return db.update(signInCodes).set(values).where(condition).returning(fields);
      },
    }),
  });
  const update = (table: typeof signInCodes) => ((updates += 1) === 2 ? { set } : db.update(table));
  return { update } as unknown as Db;
}

describeOnEachDatabase('a sign-in code', (open) => {
  test('works for exactly one of fifty who use it at once', async () => {
    const { db } = await open();
    const { code } = await issueTo(db, emailKey, now);
    const uses = await Promise.all(Array.from({ length: 50 }, () => enter(db, code)));
    expect(uses.filter((used) => used !== null)).toEqual([{ emailKey, next: null }]);
  });

  test('ends its link when it is used, and the link ends its code', async () => {
    const { db } = await open();
    const first = await issueTo(db, emailKey, now);
    expect(await enter(db, first.code)).not.toBeNull();
    expect(await consumeSignInToken(db, now, first.token)).toBeNull();
    const second = await issueTo(db, emailKey, now, '/portal/projects');
    expect(await consumeSignInToken(db, now, second.token)).toEqual({ emailKey, next: '/portal/projects' });
    expect(await enter(db, second.code)).toBeNull();
  });

  test('can be used until the fifth wrong try, and never after it', async () => {
    const { db } = await open();
    const forgiven = await issueTo(db, emailKey, now);
    for (let n = 0; n < 4; n += 1) expect(await enter(db, otherThan(forgiven.code))).toBeNull();
    expect(await enter(db, forgiven.code)).not.toBeNull();
    const dead = await issueTo(db, emailKey, now);
    for (let n = 0; n < 5; n += 1) expect(await enter(db, otherThan(dead.code))).toBeNull();
    expect(await enter(db, dead.code)).toBeNull();
  });

  test('counts wrong tries that come at the same time', async () => {
    const { db } = await open();
    const { code } = await issueTo(db, emailKey, now);
    await Promise.all(Array.from({ length: 5 }, () => enter(db, otherThan(code))));
    expect(await enter(db, code)).toBeNull();
  });

  test('lives ten minutes', async () => {
    const { db } = await open();
    const { code } = await issueTo(db, emailKey, now);
    expect(await enter(db, code, after(minutes(10)))).toBeNull();
    expect(await enter(db, code, after(minutes(10) - 1))).not.toBeNull();
  });

  test('counts the wrong tries of each network apart', async () => {
    const { db } = await open();
    const { code } = await issueTo(db, emailKey, now);
    const enterFrom = (from: string, typed: string) => enter(db, typed, now, emailKey, from);
    for (const stranger of ['192.0.2.2', '192.0.2.3'])
      for (let n = 0; n < 6; n += 1) expect(await enterFrom(stranger, otherThan(code))).toBeNull();
    expect(await enterFrom('192.0.2.2', code), 'tried too often from there').toBeNull();
    expect(await enterFrom('192.0.2.1', code)).not.toBeNull();
    expect(JSON.stringify(await db.select().from(signInCodes)), 'no network is stored').not.toContain(
      '192.0',
    );
  });

  test('and its link stay valid when two more are made for its address, and end with the third', async () => {
    const { db } = await open();
    const old = await issueTo(db, emailKey, now);
    const others = [await issueTo(db, emailKey, now), await issueTo(db, emailKey, now)];
    expect(await db.$count(signInCodes)).toBe(3);
    expect(await enter(db, old.code)).not.toBeNull();
    expect(await consumeSignInToken(db, now, others[0]?.token ?? '')).not.toBeNull();
    expect(await enter(db, others[1]?.code ?? ''), 'each by itself').not.toBeNull();
    const replaced = await issueTo(db, emailKey, now);
    for (let n = 0; n < 3; n += 1) await issueTo(db, emailKey, now);
    expect(await consumeSignInToken(db, now, replaced.token)).toBeNull();
    expect(await enter(db, replaced.code)).toBeNull();
    expect(await db.$count(signInCodes)).toBe(3);
  });

  test('that is replaced while it is checked is refused, and the new one still works', async () => {
    const { db } = await open();
    const old = await issueTo(db, emailKey, now);
    let newer = old;
    const between = async () => {
      for (let n = 0; n < 3 || newer.code === old.code; n += 1) newer = await issueTo(db, emailKey, now);
    };
    expect(await enter(withBetween(db, between), old.code)).toBeNull();
    expect(await enter(db, newer.code)).not.toBeNull();
  });

  test('of one address does not work for another', async () => {
    const { db } = await open();
    const { code } = await issueTo(db, emailKey, now);
    const other = 'somebody@else.example';
    expect(await enter(db, code, now, other)).toBeNull();
    await issueTo(db, other, now);
    expect(await enter(db, code, now, other)).toBeNull();
  });

  test('is stored only as a hash, and so is its link', async () => {
    const { db } = await open();
    const { code, token } = await issueTo(db, emailKey, now);
    const kept = JSON.stringify(await db.select().from(signInCodes));
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(token);
  });
});

describeOnEachDatabase('a sign-in link', (open) => {
  test('works for exactly one of fifty who use it at once', async () => {
    const { db } = await open();
    const { token } = await issueTo(db, emailKey, now);
    const uses = await Promise.all(Array.from({ length: 50 }, () => consumeSignInToken(db, now, token)));
    expect(uses.filter((used) => used !== null)).toHaveLength(1);
  });

  test('is for one address only, and a made-up one for none', async () => {
    const { db } = await open();
    const other = 'somebody@else.example';
    const [first, second] = [await issueTo(db, emailKey, now), await issueTo(db, other, now)];
    for (const madeUp of ['', `${first.token}x`, first.code]) {
      expect(await consumeSignInToken(db, now, madeUp)).toBeNull();
      expect(await findSignInLink(db, madeUp)).toBeNull();
    }
    expect(await findSignInLink(db, second.token)).toEqual({ emailKey: other, next: null });
    expect(await consumeSignInToken(db, now, second.token)).toEqual({ emailKey: other, next: null });
    expect(await consumeSignInToken(db, now, first.token)).toEqual({ emailKey, next: null });
  });

  test('lives ten minutes, and survives guesses at its code', async () => {
    const { db } = await open();
    const { code, token } = await issueTo(db, emailKey, now);
    for (let n = 0; n < 6; n += 1) await enter(db, otherThan(code));
    expect(await consumeSignInToken(db, after(minutes(10)), token)).toBeNull();
    expect(await consumeSignInToken(db, after(minutes(10) - 1), token)).not.toBeNull();
  });

  test('finds the address for a new link until three newer ones are issued', async () => {
    const { db } = await open();
    const { token } = await issueTo(db, emailKey, now, '/portal');
    await consumeSignInToken(db, now, token);
    expect(await findSignInLink(db, token)).toEqual({ emailKey, next: '/portal' });
    for (let n = 0; n < 3; n += 1) await issueTo(db, emailKey, now);
    expect(await findSignInLink(db, token)).toBeNull();
  });

  test('of a person is kept for a month after it ended', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { token } = await issueTo(db, person.emailKey, now);
    const ended = minutes(10) + 30 * 24 * minutes(60);
    await pruneSignInCodes(db, after(ended));
    expect(await findSignInLink(db, token)).not.toBeNull();
    await pruneSignInCodes(db, after(ended + 1));
    expect(await findSignInLink(db, token)).toBeNull();
  });

  test('of an unknown address is deleted after a day', async () => {
    const { db } = await open();
    const { token } = await issueTo(db, emailKey, now);
    await pruneSignInCodes(db, after(minutes(60)));
    expect(await findSignInLink(db, token)).not.toBeNull();
    await pruneSignInCodes(db, after(minutes(25 * 60)));
    expect(await findSignInLink(db, token)).toBeNull();
  });
});
