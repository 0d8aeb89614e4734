import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * The token in the address of a link: 256 bits, made of the link's id with the installation's secret, so that the address can
 * be shown again though only the token's hash is stored.
 */
export const linkTokenOf = (secret: string, linkId: string): string =>
  createHmac('sha256', secret).update(`listening link\n${linkId}`).digest('base64url');

/** The path of a link. */
export const linkPathOf = (token: string): `/listen/${string}` => `/listen/${token}`;

const keyBytes = 32;
/** About 60 ms and 32 MB for each try. */
const cost = { N: 2 ** 15, r: 8, p: 1 } as const;

type Cost = Readonly<Record<keyof typeof cost, number>>;

const derive = (password: string, salt: Buffer, { N, r, p }: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    // Normalized, since the same characters may be typed in another form of Unicode.
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** How a password is kept: scrypt with a salt of its own, and what it was made with. */
export async function passwordHashOf(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether this is the password of a hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const stored = Buffer.from(key, 'base64url');
  const tried = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return tried.length === stored.length && timingSafeEqual(tried, stored);
}
