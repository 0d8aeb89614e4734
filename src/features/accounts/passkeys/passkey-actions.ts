import words from '#content/accounts.yaml';
import type { Services } from '#src/platform/services/services.ts';
import {
  beginConfirmation,
  finishConfirmation,
  relyingPartyOf,
  beginRegistration,
  finishRegistration,
  confirmSession,
  credentialIdOf,
  usePasskey,
  isSignedChallenge,
  signedChallenge,
  type RelyingParty,
} from './webauthn.ts';
import {
  landingOf,
  signInPerson,
  type Browser,
  type SignedIn,
  type SignInEmailServices,
} from '#src/features/accounts/sign-in/sign-in.ts';
import { declinePasskeyOffer } from './passkeys.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { recordRepeatable, senderOf } from '../security-log/security-log.ts';
import type { Action, ActionInput, ActionOutcome, PostContext } from '../access/action.ts';
import { eq } from 'drizzle-orm';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import {
  browserOf,
  isDeviceTrusted,
  redirectAfterSignIn,
} from '#src/features/accounts/sign-in/sign-in-actions.ts';
import type { QueueNewSignInMail } from '../security-log/new-sign-in.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'secret' | 'rateLimiter'>;

/** Creates the WebAuthn options to sign in with any passkey of this site. */
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
  readonly isTrusted: boolean;
  readonly telling: SignInEmailServices;
};

/**
 * Signs a person in with a passkey, which counts as both factors. Returns null if the response is invalid or the person may not
 * sign in; if the passkey is known, the failure is recorded in its owner's security log.
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
    // Each challenge opens one session. Only signed challenges are counted, so that others cannot fill the table.
    const once = { name: 'passkey challenge', subject: answered, limit: 1, windowMs: 600_000 };
    if (!(await rateLimiter.hit(tx, [once])).ok) return null;
    const signedIn = await signInPerson(tx, now, { who: { personId }, next, ...how });
    if (signedIn) await confirmSession(tx, now, signedIn.sessionId);
    return signedIn;
  });
  if (!entered)
    await recordRepeatable(db, now, how.browser, { kind: 'passkey-failed', personId, actorId: null });
  return entered;
}

type SignInActionName = 'begin-use-passkey' | 'use-passkey';

/** Returns the passkey actions of the sign-in page, by name. */
export function passkeySignInActionsOf(
  context: PostContext,
  queueMail: QueueNewSignInMail,
): Record<SignInActionName, Action> {
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
      const isTrusted = isDeviceTrusted(entries);
      const answer = { response, next: next || null, party: partyOf(services), browser, isTrusted, telling };
      const signedIn = await signInWithPasskey(services, answer);
      if (signedIn) return redirectAfterSignIn(signedIn, isSecureIn(services));
      return { ok: false, status: 422, error: words.signIn.errors.passkey };
    },
  };
}

type Signed = {
  readonly services: Services;
  readonly session: Session;
  readonly entries: ActionInput['entries'];
};

type Named = 'begin-add' | 'add' | 'begin-confirm' | 'confirm' | 'not-now';

/** Creates an action for the team only: clients have no second factor. */
const ofTeam =
  (act: (input: Signed) => Promise<ActionOutcome>): Action =>
  async ({ services, session, entries }) =>
    session?.person.role === 'team'
      ? act({ services, session, entries })
      : { ok: false, status: 404, error: words.signIn.errors.passkey };

const refused: ActionOutcome = { ok: false, status: 422, error: words.signIn.errors.passkey };

/** Returns the actions of the second factor, by name. */
export function passkeyActionsOf({ url, request, client }: PostContext): Record<Named, Action> {
  const sender = senderOf(request, client);
  const partyOf = ({ config }: Services) => relyingPartyOf(config.publicUrl, url);
  const onwards = ({ entries }: Signed) => landingOf('team', entries['next'] ?? null);
  return {
    'begin-add': ofTeam(async ({ services, session }) => {
      const { db, clock } = services;
      const options = await beginRegistration(db, clock.now(), session, partyOf(services));
      return { ok: true, data: { options } };
    }),
    add: ofTeam(async (input) => {
      const { services, session, entries } = input;
      const { db, clock } = services;
      const { response = '', name = '' } = entries;
      const answer = { response, name, sender, party: partyOf(services) };
      const isAdded = await finishRegistration(db, clock.now(), session, answer);
      return isAdded ? { ok: true, next: onwards(input) } : refused;
    }),
    'begin-confirm': ofTeam(async ({ services, session }) => {
      const { db, clock } = services;
      const options = await beginConfirmation(db, clock.now(), session, partyOf(services));
      return { ok: true, data: { options } };
    }),
    confirm: ofTeam(async (input) => {
      const { services, session, entries } = input;
      const { db, clock } = services;
      const answer = { session, response: entries['response'] ?? '', party: partyOf(services) };
      const { id: personId } = session.person;
      const isConfirmed = await finishConfirmation(db, clock.now(), answer);
      const kind = isConfirmed ? 'passkey-used' : 'passkey-failed';
      await recordRepeatable(db, clock.now(), sender, { kind, personId });
      return isConfirmed ? { ok: true, next: onwards(input) } : refused;
    }),
    'not-now': ofTeam(async (input) => {
      const { services, session } = input;
      await declinePasskeyOffer(services.db, services.clock.now(), session.person.id);
      return { ok: true, next: onwards(input) };
    }),
  };
}
