// Verifies receipts offline: node verify-receipt.mjs antinode-key.json receipt.json …
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [keyPath, ...paths] = process.argv.slice(2);
const jwk = JSON.parse(readFileSync(keyPath, 'utf8'));
const key = createPublicKey({ key: jwk, format: 'jwk' });

/** Returns what a receipt states. Throws unless it was signed with the key and no byte of it has changed. */
function verified(bytes) {
  const text = bytes.toString('utf8');
  const parts = /^\{"receipt":(\{.*\}),"signature":"([\w-]{86})"\}$/s.exec(text);
  if (!parts) throw new Error('this is not a receipt');
  const [, payload, signature] = parts;
  const signed = Buffer.from(signature, 'base64url');
  // Some other bytes and letters would be read as the same text and signature.
  const isExact = Buffer.from(text).equals(bytes) && signed.toString('base64url') === signature;
  if (!isExact || !verify(null, Buffer.from(payload), key, signed))
    throw new Error('it was changed, or signed with another key');
  const receipt = JSON.parse(payload);
  if (receipt.type !== 'antinode-approval' || receipt.version !== 1 || receipt.keyId !== jwk.kid)
    throw new Error('it is not a receipt that this script knows');
  return receipt;
}

for (const path of paths) {
  try {
    const receipt = verified(readFileSync(path));
    process.stdout.write(`${path}: valid ${JSON.stringify(receipt, null, 2)}\n`);
  } catch (error) {
    process.stdout.write(`${path}: NOT VALID, ${error.message}\n`);
    process.exitCode = 1;
  }
}
