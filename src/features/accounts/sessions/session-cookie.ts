import { cookieValueOf } from '#src/platform/http/cookie-value.ts';
import type { Origin } from '#src/platform/client-address.ts';
import { isSecure } from '#src/platform/http/is-secure.ts';
import type { Config } from '#src/platform/config.ts';
import type { Services } from '#src/platform/services.ts';
import { findSession, type Session } from './session.ts';

const knownName = 'antinode_known';

/** Only a cookie that came over TLS may carry the prefix that keeps other hosts from setting it. */
const nameOf = (isTls: boolean) => (isTls ? '__Host-antinode_session' : 'antinode_session');

const attributesOf = (isTls: boolean) => `Path=/; SameSite=Lax${isTls ? '; Secure' : ''}`;

/** The token that a Cookie header holds; null without one. */
export const sessionTokenOf = (cookies: string | null, isTls: boolean): string | null =>
  cookieValueOf(cookies, nameOf(isTls));

/** The Set-Cookie values of a new session: the token, and a mark that tells scripts that somebody is signed in. */
export function sessionCookiesOf(token: string, maxAgeSeconds: number, isTls: boolean): string[] {
  const rest = `Max-Age=${maxAgeSeconds}; ${attributesOf(isTls)}`;
  return [`${nameOf(isTls)}=${token}; HttpOnly; ${rest}`, `${knownName}=1; ${rest}`];
}

/** The Set-Cookie value that ends a session in the browser. */
export const endedCookieOf = (isTls: boolean) =>
  `${nameOf(isTls)}=; HttpOnly; Max-Age=0; ${attributesOf(isTls)}`;

/** Whether a person asked for it; open pages follow events and fetch themselves again without anybody. */
const isByPerson = ({ headers }: Request) =>
  headers.get('x-refresh') !== 'live' && headers.get('accept') !== 'text/event-stream';

/**
 * The session of whoever sent this request, by its cookie; null where nobody is signed in. What an open page asks for by itself
 * does not keep the session from ending.
 */
export async function findRequestSession(
  request: Request,
  client: Origin,
  {
    config,
    db,
    clock,
  }: Pick<Services, 'db' | 'clock'> & {
    readonly config: Pick<Config, 'publicUrl' | 'teamPasskeys'>;
  },
): Promise<Session | null> {
  const token = sessionTokenOf(request.headers.get('cookie'), isSecure(config, client));
  if (token === null) return null;
  return findSession(db, clock.now(), token, { rule: config.teamPasskeys, isVisit: isByPerson(request) });
}
