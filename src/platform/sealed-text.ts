import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Creates the functions that encrypt texts of table rows with a key derived from the installation's secret for one purpose. */
export const sealedFor = (purpose: string) => ({
  /** Encrypts a text for one row: AES-256-GCM with the row's id as additional data, base64url. */
  seal: (secret: string, rowId: string, text: string): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce).setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  },

  /** Decrypts a text. Returns null if it was encrypted with another secret, for another purpose or for another row. */
  unseal: (secret: string, rowId: string, sealed: string): string | null => {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(rowId)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  },
});
