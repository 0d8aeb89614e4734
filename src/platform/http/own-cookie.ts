import type { Origin } from '../client-address.ts';
import type { Config } from '../config/config.ts';

/** Did this request come over TLS, as far as its sender's browser is concerned? */
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>, client: Origin): boolean =>
  publicUrl?.startsWith('https:') ?? client.isHttps;

/** A cookie that only the product sets. */
export type OwnCookie = {
  /** Its value in a Cookie header; null without one. */
  readonly in: (cookies: string | null, isTls: boolean) => string | null;
  /** The Set-Cookie value that keeps this value. */
  readonly set: (value: string, maxAgeSeconds: number, isTls: boolean) => string;
  /** The Set-Cookie value that removes it. */
  readonly removed: (isTls: boolean) => string;
};

/**
 * A cookie of this name, which no script can read unless it is `isReadable`. Over TLS the name gets the prefix that keeps other
 * hosts from setting it; for a cookie of one path, where browsers do not allow that, the one that keeps connections without TLS
 * from it.
 */
export function ownCookie(
  plainName: string,
  { path = '/', isReadable = false }: { readonly path?: string; readonly isReadable?: boolean } = {},
): OwnCookie {
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  const nameOf = (isTls: boolean) => (isTls ? `${prefix}${plainName}` : plainName);
  const set: OwnCookie['set'] = (value, maxAgeSeconds, isTls) =>
    `${nameOf(isTls)}=${value}${isReadable ? '' : '; HttpOnly'}; Max-Age=${maxAgeSeconds}; Path=${path}; SameSite=Lax${isTls ? '; Secure' : ''}`;
  return {
    in(cookies, isTls) {
      const name = `${nameOf(isTls)}=`;
      const found = (cookies ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(name));
      return found === undefined ? null : found.slice(name.length);
    },
    set,
    removed: (isTls) => set('', 0, isTls),
  };
}
