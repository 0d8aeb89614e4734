import words from '#content/accounts.yaml';
import { isSecure } from '#src/platform/http/own-cookie.ts';
import { validate } from 'uuid';
import { removePasskey } from '#src/features/accounts/passkeys/passkeys.ts';
import { endedCookieOf, sessionTokenOf } from '#src/features/accounts/sessions/session-cookie.ts';
import { endSession, endSessionOfToken, endSessionsOf } from '#src/features/accounts/sessions/session.ts';
import { endTrust } from '#src/features/accounts/sessions/trusted-devices.ts';
import { senderOf } from '../security-log/security-log.ts';
import { personAction, refusal, type Action, type PostContext } from '../access/action.ts';

type Named = 'sign-out' | 'end-session' | 'end-trust' | 'end-others' | 'remove-passkey';

const gone = refusal(404, words.team.errors.gone);

/** Returns the actions of the account page, by name. */
export function accountActionsOf({ request, client }: Omit<PostContext, 'url'>): Record<Named, Action> {
  return {
    'sign-out': async ({ services: { db, config } }) => {
      const isSecureHere = isSecure(config, client);
      const token = sessionTokenOf(request.headers.get('cookie'), isSecureHere);
      if (token !== null) await db.transaction((tx) => endSessionOfToken(tx, token));
      return { ok: true, next: '/', cookies: [endedCookieOf(isSecureHere)] };
    },
    'end-session': personAction(async ({ services: { db }, person, entries }) => {
      const { id = '' } = entries;
      const isEnded = validate(id) && (await db.transaction((tx) => endSession(tx, person.id, id)));
      return isEnded ? { ok: true, next: '/account' } : gone;
    }),
    'end-trust': personAction(async ({ services: { db, clock }, person, entries }) => {
      const key = { personId: person.id, sessionId: entries['id'] ?? '' };
      const sender = senderOf(request, client);
      const isEnded =
        validate(key.sessionId) && (await db.transaction((tx) => endTrust(tx, clock.now(), sender, key)));
      return isEnded ? { ok: true, next: '/account' } : gone;
    }),
    'end-others': async ({ services: { db }, session }) => {
      if (!session) return gone;
      await db.transaction((tx) => endSessionsOf(tx, session.person.id, session.id));
      return { ok: true, next: '/account' };
    },
    'remove-passkey': personAction(async ({ services: { db, clock }, person, entries }) => {
      const { id = '' } = entries;
      const isRemoved = await db.transaction((tx) =>
        removePasskey(tx, clock.now(), person, { id, sender: senderOf(request, client) }),
      );
      return isRemoved ? { ok: true, next: '/account' } : gone;
    }),
  };
}
