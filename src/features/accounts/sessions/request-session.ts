import type { Origin } from '#src/platform/client-address.ts';
import { isSecure } from '#src/platform/http/is-secure.ts';
import type { Services } from '#src/platform/services.ts';
import { sessionTokenOf } from './session-cookie.ts';
import type { Session } from './session.ts';
import { findSession } from './sessions.ts';

/** Whoever sent this request, by its cookie; null for nobody. */
export async function requestSession(
  request: Request,
  client: Origin,
  { config, db, clock }: Pick<Services, 'config' | 'db' | 'clock'>,
): Promise<Session | null> {
  const token = sessionTokenOf(request.headers.get('cookie'), isSecure(config, client));
  return token === null ? null : findSession(db, clock.now(), token, config.teamPasskeys);
}
