import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The keys that sign receipts; see `signing-key.ts`. */
export const signingKeys = pgTable('signing_keys', {
  /** The thumbprint (RFC 7638) of the public key, base64url. */
  id: text().primaryKey(),
  /** 32 bytes, base64url. */
  publicKey: text('public_key').notNull(),
  /** PKCS #8, encrypted with a key derived from SECRET. */
  sealedPrivateKey: text('sealed_private_key').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
});
