import type { Origin } from '../client-address.ts';
import type { Config } from '../config/config.ts';

/** Returns true if the client's browser sent this request over TLS. */
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>, client: Origin): boolean =>
  publicUrl?.startsWith('https:') ?? client.isHttps;

/** A cookie set only by the product. */
export type OwnCookie = {
  /** Returns its value in a Cookie header; null without one. */
  readonly in: (cookies: string | null, isTls: boolean) => string | null;
  /** Returns the Set-Cookie value that stores this value. */
  readonly set: (value: string, maxAgeSeconds: number, isTls: boolean) => string;
  /** Returns the Set-Cookie value that deletes it. */
  readonly removed: (isTls: boolean) => string;
};

/**
 * Defines a cookie, HttpOnly unless `isReadable`. Over TLS its name gets the `__Host-` prefix, so that other hosts
 * cannot set it; for a cookie limited to a path, where browsers do not allow that, `__Secure-`.
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
