import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A random text that cannot be guessed: 256 bits, base64url. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** The hash under which a random token is stored: it needs no salt, since it cannot be guessed. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The hash under which a short code is stored: keyed, since all codes could be tried on a stolen database. */
export const codeHashOf = (secret: string, emailKey: string, code: string) =>
  createHmac('sha256', secret).update(`sign-in code\n${emailKey}\n${code}`).digest('base64url');
