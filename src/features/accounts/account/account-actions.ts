import words from '#content/accounts.yaml';
import { isSecure } from '#src/platform/http/is-secure.ts';
import { validate } from 'uuid';
import { removePasskey } from '#src/features/accounts/passkeys/passkeys.ts';
import { endedCookieOf, sessionTokenOf } from '#src/features/accounts/sessions/session-cookie.ts';
import { endSession, endSessionOfToken, endSessionsOf } from '#src/features/accounts/sessions/session.ts';
import type { Action, ActionOutcome, Arrived } from '#src/features/accounts/access/take-action.ts';

type Named = 'sign-out' | 'end-session' | 'end-others' | 'remove-passkey';

const gone: ActionOutcome = { ok: false, status: 404, error: words.team.errors.gone };

/** What can be done on one's own page, by name. */
export function accountActionsOf({ request, client }: Omit<Arrived, 'url'>): Record<Named, Action> {
  return {
    'sign-out': async ({ services: { db, config } }) => {
      const isSecureHere = isSecure(config, client);
      const token = sessionTokenOf(request.headers.get('cookie'), isSecureHere);
      if (token !== null) await db.transaction((tx) => endSessionOfToken(tx, token));
      return { ok: true, next: '/', cookies: [endedCookieOf(isSecureHere)] };
    },
    'end-session': async ({ services: { db }, session, entries }) => {
      const { id = '' } = entries;
      if (!session || !validate(id)) return gone;
      const isEnded = await db.transaction((tx) => endSession(tx, session.person.id, id));
      return isEnded ? { ok: true, next: '/account' } : gone;
    },
    'end-others': async ({ services: { db }, session }) => {
      if (!session) return gone;
      await db.transaction((tx) => endSessionsOf(tx, session.person.id, session.id));
      return { ok: true, next: '/account' };
    },
    'remove-passkey': async ({ services: { db, clock }, session, entries }) => {
      if (!session) return gone;
      const { id = '' } = entries;
      const isRemoved = await db.transaction((tx) => removePasskey(tx, clock.now(), session.person, id));
      return isRemoved ? { ok: true, next: '/account' } : gone;
    },
  };
}
