import { isSecure } from '#src/platform/http/is-secure.ts';
import type { Origin } from '#src/platform/client-address.ts';
import { endedCookieOf, sessionTokenOf } from './session-cookie.ts';
import { endSessionOfToken } from './sessions.ts';
import type { Action } from './take-action.ts';

/** How a posted form came in. */
export type Arrived = { readonly request: Request; readonly client: Origin; readonly url: URL };

/** What can be done on one's own page, by name. */
export function accountActionsOf({
  request,
  client,
}: Omit<Arrived, 'url'>): Readonly<Record<string, Action>> {
  return {
    'sign-out': async ({ services: { db, config } }) => {
      const isSecureHere = isSecure(config, client);
      const token = sessionTokenOf(request.headers.get('cookie'), isSecureHere);
      if (token !== null) await db.transaction((tx) => endSessionOfToken(tx, token));
      return { ok: true, next: '/', cookies: [endedCookieOf(isSecureHere)] };
    },
  };
}
