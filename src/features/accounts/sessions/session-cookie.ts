import { knownCookieOf } from '#src/studio/known-cookie.ts';
import type { Origin } from '#src/platform/client-address.ts';
import { isSecure, ownCookie } from '#src/platform/http/own-cookie.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Services } from '#src/platform/services/services.ts';
import { findSession, type Session } from './session.ts';

const sessionCookie = ownCookie('antinode_session');

/** Returns the session token in a Cookie header; null without one. */
export const sessionTokenOf = sessionCookie.in;

/** Returns the Set-Cookie values of a new session: the token, and a flag by which scripts know that a person is signed in. */
export const sessionCookiesOf = (token: string, maxAgeSeconds: number, isTls: boolean): string[] => [
  sessionCookie.set(token, maxAgeSeconds, isTls),
  knownCookieOf(isTls),
];

/** The Set-Cookie value that ends a session in the browser. */
export const endedCookieOf = sessionCookie.removed;

/** Returns true if a person made the request; false for event streams and for pages that refresh themselves. */
export const isByPerson = ({ headers }: Pick<Request, 'headers'>) =>
  headers.get('x-refresh') !== 'live' && headers.get('accept') !== 'text/event-stream';

/**
 * Finds the session of a request by its cookie; null if there is none. Requests that an open page makes by itself do not extend it.
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
