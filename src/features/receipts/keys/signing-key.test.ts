import { createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { everyRow } from '#src/platform/database/watch-rows.fixture.ts';
import { findPublicKey, signingKeyOf } from './signing-key.ts';
import { signingKeys } from './signing-key.table.ts';

const started = Date.parse('2026-11-20T09:00:00Z');
const keyAt = (db: Db, secret: string, ms = 0) =>
  signingKeyOf({ db, secret, clock: { now: () => new Date(started + ms) } });

describeOnEachDatabase('the signing key', (open) => {
  test('is created once, however many processes start at the same time', async () => {
    const { db } = await open();
    const keys = await Promise.all(Array.from({ length: 8 }, () => keyAt(db, 'secret')));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect(await db.$count(signingKeys)).toBe(1);
    expect((await keyAt(db, 'secret', 1)).id).toBe(keys[0]?.id);
  });

  test('is published as a JWK that verifies its signatures', async () => {
    const { db } = await open();
    const { id, jwk, privateKey } = await keyAt(db, 'secret');
    expect(jwk).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.stringMatching(/^[\w-]{43}$/),
      kid: id,
      use: 'sig',
      alg: 'EdDSA',
    });
    const text = Buffer.from('a receipt');
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify(null, text, key, sign(null, text, privateKey))).toBe(true);
  });

  test('is stored encrypted', async () => {
    const database = await open();
    const { privateKey } = await keyAt(database.db, 'secret');
    const { d = '' } = privateKey.export({ format: 'jwk' });
    const rows = (await everyRow(database)).join('\n');
    expect(rows).not.toContain(d);
    expect(rows).not.toContain(Buffer.from(d, 'base64url').toString('base64').slice(0, 40));
  });

  test('changes with SECRET, keeps earlier public keys, and returns with the earlier SECRET', async () => {
    const { db } = await open();
    const first = await keyAt(db, 'secret');
    const second = await keyAt(db, 'another secret', 1000);
    expect(second.id).not.toBe(first.id);
    expect((await keyAt(db, 'another secret', 2000)).id).toBe(second.id);
    expect((await keyAt(db, 'secret', 3000)).id).toBe(first.id);
    expect(await findPublicKey(db, first.id)).toEqual(first.jwk);
    expect(await findPublicKey(db, second.id)).toEqual(second.jwk);
    expect(await findPublicKey(db, "' or true --")).toBeNull();
  });
});
