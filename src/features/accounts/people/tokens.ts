import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Returns a random token of 256 bits, base64url. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** Returns the hash of a random token, as stored; it needs no salt, because the token cannot be guessed. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Returns the keyed hash of a short code, as stored; unkeyed, all codes could be tried on a stolen database. */
export const codeHashOf = (secret: string, emailKey: string, code: string) =>
  createHmac('sha256', secret).update(`sign-in code\n${emailKey}\n${code}`).digest('base64url');
