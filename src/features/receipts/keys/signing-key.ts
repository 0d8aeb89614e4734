import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { sealedFor } from '#src/platform/sealed-text.ts';
import type { Services } from '#src/platform/services/services.ts';
import { signingKeys } from './signing-key.table.ts';

const { seal, unseal } = sealedFor('private keys of receipts');

type Row = typeof signingKeys.$inferSelect;

/** Returns a public key as a JWK (RFC 8037). */
const jwkOf = ({ id, publicKey }: Pick<Row, 'id' | 'publicKey'>) =>
  ({ kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: id, use: 'sig', alg: 'EdDSA' }) as const;

export type PublicJwk = ReturnType<typeof jwkOf>;

export type SigningKey = { readonly id: string; readonly jwk: PublicJwk; readonly privateKey: KeyObject };

/** Returns the thumbprint (RFC 7638) of an Ed25519 public key. */
const thumbprintOf = (x: string) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

function keyOf(row: Row, secret: string): SigningKey | null {
  const text = unseal(secret, row.id, row.sealedPrivateKey);
  if (text === null) return null;
  const privateKey = createPrivateKey({
    key: Buffer.from(text, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  });
  return { id: row.id, jwk: jwkOf(row), privateKey };
}

/** Returns the newest key that the secret can decrypt; null if there is none. */
async function findSigningKey(db: Db, secret: string): Promise<SigningKey | null> {
  for (const row of await db.select().from(signingKeys).orderBy(desc(signingKeys.madeAt), signingKeys.id)) {
    const key = keyOf(row, secret);
    if (key) return key;
  }
  return null;
}

function newRow(secret: string, madeAt: Date): Row {
  const { publicKey: made, privateKey } = generateKeyPairSync('ed25519');
  const { x: publicKey = '' } = made.export({ format: 'jwk' });
  const id = thumbprintOf(publicKey);
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  return { id, publicKey, sealedPrivateKey: seal(secret, id, text), madeAt };
}

/**
 * Returns the key that signs the installation's receipts, created on first use. Processes of one database agree on it. With another
 * SECRET there is another key, and with the previous SECRET the previous key is used again.
 */
export async function signingKeyOf({
  db,
  secret,
  clock,
}: Pick<Services, 'db' | 'secret' | 'clock'>): Promise<SigningKey> {
  const known = await findSigningKey(db, secret);
  if (known) return known;
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table signing_keys in share row exclusive mode`);
    const made = await findSigningKey(tx, secret);
    if (made) return made;
    const row = newRow(secret, clock.now());
    await tx.insert(signingKeys).values(row);
    const key = keyOf(row, secret);
    if (!key) throw new Error('The signing key cannot be read');
    return key;
  });
}

/** Returns the public key with this id, also of receipts signed under an earlier SECRET; null if there is none. */
export async function findPublicKey(db: Db, id: string): Promise<PublicJwk | null> {
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.id, id));
  return row ? jwkOf(row) : null;
}
