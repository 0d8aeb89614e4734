import { eq } from 'drizzle-orm';
import words from '#content/accounts.yaml';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import type { Action, PostContext } from '#src/features/accounts/access/take-action.ts';
import { browserOf, redirectAfterSignIn } from '#src/features/accounts/sign-in/sign-in-actions.ts';
import {
  openFor,
  type Browser,
  type SignedIn,
  type Telling,
} from '#src/features/accounts/sign-in/sign-in.ts';
import type { QueueNewSignInMail } from '#src/features/accounts/trail/new-sign-in.ts';
import { recordRepeatable } from '#src/features/accounts/trail/record-trail.ts';
import type { Services } from '#src/platform/services/services.ts';
import { confirmSession, credentialIdOf, usePasskey } from './confirm-passkey.ts';
import {
  isSignedChallenge,
  relyingPartyOf,
  signedChallenge,
  type RelyingParty,
} from './passkey-challenge.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'secret' | 'rateLimiter'>;

/** Makes the options with which the browser signs in with any passkey that it has for this site. */
async function beginSignIn({ clock, secret }: Needs, party: RelyingParty) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(signedChallenge(secret, clock.now())),
    userVerification: 'required',
  });
}

type Answer = {
  /** The browser's answer, as JSON. */
  readonly response: string;
  readonly next: string | null;
  readonly party: RelyingParty;
  readonly browser: Browser;
  readonly telling: Telling;
};

/**
 * Signs a person in by a passkey alone, which is both factors at once. Null if the answer is not valid, or its person may not sign
 * in; if the passkey is known, the failure is recorded in its owner's trail.
 */
async function signInWithPasskey(
  { db, clock, secret, rateLimiter }: Needs,
  { response, next, party, ...how }: Answer,
): Promise<SignedIn | null> {
  const now = clock.now();
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.id, credentialIdOf(response) ?? ''));
  if (!passkey) return null;
  let answered = '';
  const isOurChallenge = (challenge: string) => {
    answered = challenge;
    return isSignedChallenge(secret, now, challenge);
  };
  const { personId } = passkey;
  const entered = await usePasskey(db, now, { passkey, response, party, isOurChallenge }, async (tx) => {
    // Each challenge opens one session. Only those that a passkey has signed are counted, so that strangers cannot fill the table.
    const once = { name: 'passkey challenge', subject: answered, limit: 1, windowMs: 600_000 };
    if (!(await rateLimiter.hit(tx, [once])).ok) return null;
    const signedIn = await openFor(tx, now, { who: { personId }, next, ...how });
    if (signedIn) await confirmSession(tx, now, signedIn.sessionId);
    return signedIn;
  });
  if (!entered)
    await recordRepeatable(db, now, how.browser, { kind: 'passkey-failed', personId, actorId: null });
  return entered;
}

type Named = 'begin-use-passkey' | 'use-passkey';

/** The actions with a passkey on the sign-in page, by name. */
export function passkeySignInActionsOf(
  context: PostContext,
  queueMail: QueueNewSignInMail,
): Record<Named, Action> {
  const { isSecureIn, browserIn } = browserOf(context);
  const partyOf = ({ config }: Services) => relyingPartyOf(config.publicUrl, context.url);
  return {
    'begin-use-passkey': async ({ services }) => ({
      ok: true,
      data: { options: await beginSignIn(services, partyOf(services)) },
    }),
    'use-passkey': async ({ services, entries }) => {
      const { response = '', next = '' } = entries;
      const telling = { jobs: services.jobs, queueMail };
      const browser = browserIn(services);
      const answer = { response, next: next || null, party: partyOf(services), browser, telling };
      const signedIn = await signInWithPasskey(services, answer);
      if (signedIn) return redirectAfterSignIn(signedIn, isSecureIn(services));
      return { ok: false, status: 422, error: words.signIn.errors.passkey };
    },
  };
}
